//go:build wasip1

// Does every call of the guest interface keep its promise? One line per check, the same
// lines in every language: sdk/conformance.expected.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unsafe"

	"terrace.internal/sdk/terrace"
)

// The call as it is: the face never gives it too small a buffer.
//
//go:wasmimport terrace limits
//go:noescape
func rawLimits(out unsafe.Pointer, length uint32) int32

type check struct {
	name string
	run  func() error
}

var checks = []check{
	{"args", args},
	{"env", env},
	{"stdin", stdin},
	{"no-files", noFiles},
	{"log", log},
	{"log-long", logLong},
	{"log-bad-level", logBadLevel},
	{"now-monotonic", nowMonotonic},
	{"id-stable", idStable},
	{"limits", limits},
	{"limits-short-buffer", limitsShortBuffer},
	{"yield", yield},
	{"sleep-until-not-early", sleepUntilNotEarly},
	{"sleep-until-past", sleepUntilPast},
	{"stop-not-requested", stopNotRequested},
	{"control-denied", controlDenied},
}

func main() {
	var failed int32
	for _, c := range checks {
		if err := c.run(); err != nil {
			failed = 1
			fmt.Printf("fail %s: %v\n", c.name, err)
		} else {
			fmt.Printf("ok %s\n", c.name)
		}
	}
	fmt.Println("ok exit")
	terrace.Exit(failed)
}

// expect is the failure that names what was found, unless it is as it should be.
func expect(good bool, found any) error {
	if good {
		return nil
	}
	return fmt.Errorf("%v", found)
}

func args() error {
	return expect(slices.Equal(os.Args[1:], []string{"alpha", "beta gamma"}), os.Args)
}

func env() error {
	return expect(slices.Equal(os.Environ(), []string{"TERRACE_CONFORMANCE=yes"}), os.Environ())
}

func stdin() error {
	text, err := io.ReadAll(os.Stdin)
	return expect(err == nil && string(text) == "one\ntwo\n", string(text))
}

func noFiles() error {
	file, err := os.Open("/etc/passwd")
	if err == nil {
		file.Close()
	}
	return expect(err != nil, "/etc/passwd was opened")
}

func log() error {
	for level := terrace.LevelError; level <= terrace.LevelDebug; level++ {
		if err := terrace.Logf(level, "%s", "conformance"); err != nil {
			return err
		}
	}
	return nil
}

func logLong() error {
	return terrace.Log(terrace.LevelDebug, strings.Repeat("x", 2*terrace.MaxLogBytes))
}

func logBadLevel() error {
	below, above := terrace.Log(0, "bad"), terrace.Log(5, "bad")
	return expect(below == terrace.CodeInvalid && above == terrace.CodeInvalid, []error{below, above})
}

func nowMonotonic() error {
	first := terrace.Now()
	last := first
	for range 10_000_000 {
		now := terrace.Now()
		if now < last {
			return fmt.Errorf("%d after %d", now, last)
		}
		last = now
		if last > first {
			return nil
		}
	}
	return errors.New("it stands still")
}

func idStable() error {
	return expect(terrace.ID() == terrace.ID(), terrace.ID())
}

func limits() error {
	l, err := terrace.OwnLimits()
	if err != nil {
		return err
	}
	memory := l.MemorySize > 0 && l.MemorySize <= l.MemoryLimit && l.MemoryGuaranteed <= l.MemoryLimit
	budget := (l.BudgetNs == 0) == (l.PeriodNs == 0) && l.BudgetNs <= l.PeriodNs
	return expect(memory && budget && l.SliceNs > 0 && l.Priority == 0 && l.Mode == 0, l)
}

func limitsShortBuffer() error {
	var record terrace.Limits
	answer := rawLimits(unsafe.Pointer(&record), uint32(unsafe.Sizeof(record)-1))
	return expect(answer == int32(terrace.CodeTooLong), answer)
}

func yield() error {
	for range 3 {
		terrace.Yield()
	}
	return nil
}

func sleepUntilNotEarly() error {
	until := terrace.Now().Add(5 * time.Millisecond)
	err := terrace.SleepUntil(until)
	woke := terrace.Now()
	return expect(err == nil && woke >= until, []any{err, until, woke})
}

func sleepUntilPast() error {
	return terrace.SleepUntil(1)
}

func stopNotRequested() error {
	return expect(!terrace.StopRequested(), "a stop nobody asked for")
}

func controlDenied() error {
	me := terrace.Partition(terrace.ID())
	_, create := terrace.Create("any", "any")
	_, list := terrace.List()
	_, status := me.Status()
	_, name := me.Name()
	_, event := terrace.NextEvent(terrace.Now())
	answers := []error{
		create, me.Start(), me.Suspend(), me.Resume(), me.Stop(), me.Kill(), me.Restart(),
		me.SetLimit(terrace.LimitPriority, 1), me.Trim(terrace.TrimLight),
		list, status, name, event,
	}
	for _, err := range answers {
		if err != terrace.CodeDenied {
			return fmt.Errorf("%v", answers)
		}
	}
	return nil
}
