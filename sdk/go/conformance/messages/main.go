//go:build wasip1

// Do the calls for messages keep their promises? One line per check, the same lines in every
// language: sdk/conformance-messages.expected.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"terrace.internal/sdk/terrace"
)

var (
	sender   terrace.Sender
	receiver terrace.Receiver
)

type check struct {
	name string
	run  func() error
}

var checks = []check{
	{"undeclared", undeclared},
	{"send-receive", sendReceive},
	{"long", long},
	{"too-long", tooLong},
	{"crowded", crowded},
	{"remove", remove},
	{"lost", lost},
	{"later", later},
	{"timeout", timeout},
	{"broadcast", broadcast},
	{"looper", looper},
}

func main() {
	var failed int
	var err, otherErr error
	sender, err = terrace.OpenSender("loop")
	receiver, otherErr = terrace.OpenReceiver("loop")
	if err = errors.Join(err, otherErr); err != nil {
		panic(err)
	}
	for _, c := range checks {
		if err := c.run(); err != nil {
			failed = 1
			fmt.Printf("fail %s: %v\n", c.name, err)
		} else {
			fmt.Printf("ok %s\n", c.name)
		}
	}
	os.Exit(failed)
}

// expect is the failure that names what was found, unless it is as it should be.
func expect(good bool, found ...any) error {
	if good {
		return nil
	}
	return fmt.Errorf("%v", found)
}

func undeclared() error {
	_, err := terrace.OpenSender("nothing")
	return expect(errors.Is(err, terrace.CodeUndeclared), err)
}

func sendReceive() error {
	queues, sent := sender.Post([]byte("hello"), terrace.Post{Kind: 7})
	data := make([]byte, 8)
	letter, err := receiver.Receive(data, terrace.Never)
	good := queues == 1 && sent == nil && err == nil && string(data[:letter.Length]) == "hello"
	good = good && letter.Kind == 7 && letter.Priority == 0 && letter.Sender == terrace.ID()
	return expect(good, queues, sent, err, letter)
}

func long() error {
	data := make([]byte, 300_000)
	for i := range data {
		data[i] = byte(i % 251)
	}
	queues, sent := sender.Send(data)
	_, short := receiver.Receive(make([]byte, 8), terrace.Never)
	_, back, err := receiver.Take(nil, terrace.Never)
	good := queues == 1 && sent == nil && short == terrace.CodeTooLong && err == nil
	return expect(good && bytes.Equal(data, back), queues, sent, short, err, len(back))
}

func tooLong() error {
	_, err := sender.Send(make([]byte, 300_001))
	return expect(err == terrace.CodeTooLong, err)
}

func crowded() error {
	var answers [4]error
	for i := range answers {
		_, answers[i] = sender.Post([]byte("x"), terrace.Post{Kind: 3})
	}
	return expect(answers == [4]error{nil, nil, nil, terrace.CodeCrowded}, answers)
}

func remove() error {
	var answers [3]int
	for i, kind := range []uint32{4, 3, 3} {
		answers[i], _ = sender.Remove(kind)
	}
	return expect(answers == [3]int{0, 3, 0}, answers)
}

func lost() error {
	count, err := sender.Lost()
	return expect(count == 0 && err == nil, count, err)
}

func later() error {
	at := terrace.Now().Add(5 * time.Millisecond)
	_, sent := sender.Post([]byte("later"), terrace.Post{At: at})
	_, _, err := receiver.Take(nil, terrace.Never)
	came := terrace.Now()
	return expect(sent == nil && err == nil && came >= at, sent, err, at, came)
}

func timeout() error {
	_, err := receiver.Receive(make([]byte, 8), terrace.Now().Add(2*time.Millisecond))
	return expect(err == terrace.CodeTimeout, err)
}

func broadcast() error {
	news, err := terrace.OpenSender("news")
	if err != nil {
		return err
	}
	alone, _ := news.Send([]byte("to nobody"))
	ears, err := terrace.OpenReceiver("news")
	if err != nil {
		return err
	}
	heard, _ := news.Send([]byte("to one"))
	letter, err := ears.Receive(make([]byte, 16), terrace.Never)
	closed := ears.Close()
	good := alone == 0 && heard == 1 && letter.Length == 6 && err == nil && closed == nil
	return expect(good, alone, heard, letter, err, closed)
}

func looper() error {
	var looper terrace.Looper
	var heard string
	for _, channel := range []string{"loop", "news"} {
		handler := func(_ terrace.Letter, data []byte) {
			heard += fmt.Sprintf("%s=%s ", channel, data)
		}
		if _, err := looper.On(channel, handler); err != nil {
			return err
		}
	}
	news, err := terrace.OpenSender("news")
	_, first := sender.Send([]byte("a"))
	_, second := news.Send([]byte("b"))
	_, third := sender.Send([]byte("c"))
	if err = errors.Join(err, first, second, third); err != nil {
		return err
	}
	turns := 0
	for looper.Turn(terrace.Now()) == nil {
		turns++
	}
	return expect(turns == 3 && heard == "loop=a news=b loop=c ", turns, heard)
}
