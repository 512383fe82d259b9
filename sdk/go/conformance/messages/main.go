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
	{"intent", intent},
	{"provider", provider},
	{"refused", refused},
	{"observe", observe},
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

const note = "content://notes/note"

func intent() error {
	var inner, extras terrace.Bundle
	inner.Put("deep", -1)
	extras.Put("who", "you").Put("at", int64(1)<<40).Put("half", 0.5).Put("few", int32(-7))
	extras.Put("yes", true).Put("raw", []byte{0, 255}).Put("inner", inner)
	to, err := terrace.OpenSender("changes")
	from, otherErr := terrace.OpenReceiver("changes")
	if err = errors.Join(err, otherErr); err != nil {
		return err
	}
	sent, err := to.Announce(terrace.Intent{Action: "go", Extras: extras}, terrace.Post{})
	if err != nil {
		return err
	}
	data := make([]byte, 400)
	letter, err := from.Receive(data, terrace.Never)
	if err != nil {
		return err
	}
	read, ok := terrace.ReadIntent(data[:letter.Length])
	found := read.Extras
	within, _ := found.Get("inner").(terrace.Bundle)
	raw, _ := found.Get("raw").([]byte)
	good := ok && sent == 1 && read.Action == "go" && letter.Form == uint32(terrace.FormIntent) &&
		found.Get("who") == "you" && found.Get("at") == int64(1)<<40 && found.Get("half") == 0.5 &&
		found.Get("few") == int32(-7) && found.Get("yes") == true && bytes.Equal(raw, []byte{0, 255}) &&
		found.Get("none") == nil && within.Get("deep") == int64(-1)
	return expect(good, read, letter)
}

func add(title string, size int) (int64, error) {
	var row terrace.Bundle
	row.Put("title", title).Put("size", size)
	return terrace.Insert(note, row)
}

func provider() error {
	for i, title := range []string{"a", "b", "c"} {
		if id, err := add(title, int(title[0])); err != nil || id != int64(i+1) {
			return expect(false, id, err)
		}
	}
	cursor, err := terrace.Query(note, terrace.Rows{
		Columns: "title, size, weight", Selection: "size > ?1", Arguments: []any{int('a')}, Order: "size desc"})
	if err != nil {
		return err
	}
	var found string
	row, err := cursor.Next()
	for ; row != nil && err == nil; row, err = cursor.Next() {
		found += fmt.Sprint(row)
	}
	var weight terrace.Bundle
	weight.Put("weight", 0.5)
	updated, updatedErr := terrace.Update("content://notes/note/2", weight, "")
	deleted, deletedErr := terrace.Delete(note, "weight is null and title <> ?1", "a")
	if err = errors.Join(err, cursor.Close(), updatedErr, deletedErr); err != nil {
		return err
	}
	counted, err := terrace.CallProvider("content://notes/count")
	if err != nil {
		return err
	}
	count, err := counted.Next()
	good := found == "[c 99 <nil>][b 98 <nil>]" && updated == 1 && deleted == 1 && err == nil &&
		len(count) == 1 && count[0] == int64(2) && counted.Close() == nil
	return expect(good, found, updated, deleted, count, err)
}

func refused() error {
	_, nobody := terrace.Query("content://nobody/note", terrace.Rows{})
	_, dots := terrace.Query("content://notes/../note", terrace.Rows{})
	_, bad := terrace.Query(note, terrace.Rows{Selection: "1) OR (1"})
	var row terrace.Bundle
	_, conflict := terrace.Insert(note, *row.Put("size", 1))
	good := nobody == terrace.CodeNotFound && dots == terrace.CodeInvalid && bad == terrace.CodeInvalid &&
		conflict == terrace.CodeConflict
	return expect(good, nobody, dots, bad, conflict)
}

func observe() error {
	from, err := terrace.OpenReceiver("changes")
	observation, otherErr := terrace.Observe(note, "changes")
	if err = errors.Join(err, otherErr); err != nil {
		return err
	}
	id, err := add("new", 0)
	if err != nil {
		return err
	}
	data := make([]byte, 400)
	letter, err := from.Receive(data, terrace.Never)
	if err != nil {
		return err
	}
	read, _ := terrace.ReadIntent(data[:letter.Length])
	good := read.Action == "terrace.changed" && read.Extras.Get("uri") == fmt.Sprintf("%s/%d", note, id) &&
		read.Extras.Get("change") == int32(0) && read.Extras.Get("rows") == int64(1)
	closed := observation.Close()
	_, newer := add("newer", 0)
	_, silent := from.Receive(data, terrace.Now())
	return expect(good && errors.Join(closed, newer) == nil && silent == terrace.CodeTimeout, read, id, silent)
}
