// Keeps what was heard in the table "event" of its content provider, and says each in a line to the channel
// "heard", which Linux processes listen to.
package main

import (
	"fmt"
	"os"

	"terrace.internal/sdk/terrace"
)

const table = "content://sounds/event"

func main() {
	heard, err := terrace.OpenSender("heard")
	if err != nil {
		fail(err)
	}
	var looper terrace.Looper
	_, err = looper.On("sounds", func(letter terrace.Letter, data []byte) {
		intent, ok := terrace.ReadIntent(data)
		if letter.Form != uint32(terrace.FormIntent) || !ok {
			fmt.Println("a message that is no intent")
			return
		}
		if err := keep(heard, intent); err != nil {
			fmt.Println("not kept:", err)
		}
	})
	if err != nil {
		fail(err)
	}
	fmt.Println("keeping")
	if err := looper.Run(); err != nil {
		fail(err)
	}
}

// keep puts it into the table first: what Linux hears of is on the disk.
func keep(heard terrace.Sender, intent terrace.Intent) error {
	extras := intent.Extras
	row := append(terrace.Bundle(nil), extras...)
	row.Put("what", intent.Action)
	id, err := terrace.Insert(table, row)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("%d %v %v %s", id, extras.Get("pass"), extras.Get("block"), intent.Action)
	// Whoever listens may be slow, or not there: the oldest line gives way.
	_, _ = heard.Send([]byte(line))
	return nil
}

func fail(err error) {
	fmt.Println("store:", err)
	os.Exit(1)
}
