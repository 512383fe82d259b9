//go:build wasip1

// Are callbacks called in order, with the app's state kept in between? The same lines in
// every language: sdk/conformance-reactor.expected.
package main

import (
	"fmt"
	"time"

	"terrace.internal/sdk/lifecycle"
	"terrace.internal/sdk/terrace"
)

type conformance struct {
	calls int
}

func init() {
	lifecycle.Register(&conformance{})
}

func main() {}

func (c *conformance) called(name string) {
	c.calls++
	fmt.Printf("%s %d\n", name, c.calls)
	_ = terrace.Logf(terrace.LevelInfo, "%s %d", name, c.calls)
}

func (c *conformance) Create() error {
	c.called("create")
	return nil
}

func (c *conformance) Start() error {
	terrace.Yield()
	err := terrace.Sleep(time.Millisecond)
	c.called("start")
	return err
}

func (c *conformance) Trim(level terrace.TrimLevel) {
	c.called("trim " + level.String())
}

func (c *conformance) Stop() {
	c.called("stop")
}
