// Is each component called for each occasion, with memory for its releases? The same lines of
// each component in every language: sdk/conformance-component.expected.
package main

import (
	"bytes"
	"fmt"
	"os"

	"terrace.internal/sdk/terrace"
)

type pilot struct{}

func (pilot) Create(facts *terrace.Component) error {
	name, err := terrace.OwnComponentName()
	if err != nil {
		return err
	}
	task, err := terrace.CallbackName(1)
	fmt.Printf("%s create: %s of %d callbacks\n", name, task, facts.Callbacks)
	return err
}

func (pilot) StartCommand() { fmt.Println("pilot start") }

func (pilot) Release(release *terrace.Release, scratch *terrace.Scratch) {
	whole, err := scratch.Bytes(4096)
	_, more := scratch.Bytes(1)
	if release.Sequence < 6 {
		fmt.Printf("pilot tick %d: %t, %t\n", release.Sequence, err == nil && len(whole) == 4096,
			more == terrace.CodeNoMemory)
	}
	if release.Sequence == 3 {
		sender, err := terrace.OpenSender("conformance-news-go")
		post := func(data []byte, kind uint32) error {
			_, err := sender.Post(data, terrace.Post{Kind: kind, Priority: terrace.OwnPriority})
			return err
		}
		first := post(bytes.Repeat([]byte{'n'}, 300_000), 7)
		// More than it may in one release.
		second := post([]byte("more"), 8)
		fmt.Printf("pilot sends: %t, %t\n", err == nil && first == nil, second == terrace.CodeCrowded)
	}
	var done error
	switch release.Sequence {
	case 1:
		done = terrace.PauseService("crew")
	case 11:
		done = terrace.ResumeService("crew")
	case 21:
		done = terrace.StopService("crew")
	case 22:
		done = terrace.StartService("nobody")
	case 60:
		fmt.Println("pilot ends")
		os.Exit(5)
	default:
		return
	}
	code, _ := done.(terrace.Code)
	fmt.Printf("pilot order %d: %d\n", release.Sequence, int32(code))
}

func (pilot) Destroy() {}

type crew struct{}

func (crew) Create(*terrace.Component) error {
	fmt.Println("crew create")
	return nil
}

func (crew) StartCommand()                              { fmt.Println("crew start") }
func (crew) Release(*terrace.Release, *terrace.Scratch) {}
func (crew) Pause()                                     { fmt.Println("crew pause") }
func (crew) Resume()                                    { fmt.Println("crew resume") }
func (crew) Destroy()                                   { fmt.Println("crew destroy") }

type ear struct{}

func (ear) Create(*terrace.Component) error {
	fmt.Println("ear create")
	return nil
}

func (ear) StartCommand() {}

func (ear) Release(release *terrace.Release, scratch *terrace.Scratch) {
	letter, data, err := terrace.ReleaseMessage(release, scratch)
	whole := err == nil && bytes.Count(data, []byte{'n'}) == len(data)
	fmt.Printf("ear hears %d of kind %d and priority %d: %t\n", len(data), letter.Kind, letter.Priority, whole)
}

func (ear) Destroy() {}

func main() {
	name, err := terrace.OwnComponentName()
	var service terrace.Service = crew{}
	switch name {
	case "pilot":
		service = pilot{}
	case "ear":
		service = ear{}
	}
	if err == nil {
		err = terrace.ServeComponent(service)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
