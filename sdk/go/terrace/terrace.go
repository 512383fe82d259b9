//go:build wasip1

// Package terrace is what an app in Go may ask of Terrace: the log, time and rest, the
// partition it runs in, and, for an app that may, other partitions.
//
// A command is a program with main. A reactor is called when something happens: see package
// lifecycle. Files, arguments, environment and standard streams are those of the standard
// library, as far as the manifest permits them.
//
// Go runs on one thread here. A call that rests ([Yield], [Sleep], [SleepUntil], [NextEvent])
// rests the whole partition: every goroutine of it waits until the call returns. To let other
// goroutines run while one rests use time.Sleep, which Go's own scheduler serves through
// WASI; but that does not notice a polite stop, so ask [StopRequested] around it.
//
// Invariant: a call that answers "again" is repeated in a loop, because the loop's safe point
// is where the processor changes hands.
package terrace

import "fmt"

// Error makes a Code an error, so that errors.Is(err, terrace.CodeDenied) works.
func (x Code) Error() string {
	if name := x.String(); name != "" {
		return name
	}
	return "a code this SDK does not know"
}

// answer splits what a call answered into a count or length and an error.
func answer(code int32) (int, error) {
	if code < 0 {
		return 0, Code(code)
	}
	return int(code), nil
}

// done is answer for calls that count nothing.
func done(code int32) error {
	_, err := answer(code)
	return err
}

// ID is the partition's id: never reused while the monitor runs.
func ID() uint64 {
	return sysID()
}

// IDText is a partition's id as the command and the log show it: slot.generation.
func IDText(id uint64) string {
	return fmt.Sprintf("%d.%d", id&0xffffffff, id>>32)
}

// OwnLimits is what the partition may use.
func OwnLimits() (Limits, error) {
	var record [sizeLimits]byte
	if err := done(sysLimits(record[:])); err != nil {
		return Limits{}, err
	}
	return readLimits(&record), nil
}
