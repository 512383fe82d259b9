//go:build wasip1

package terrace

import (
	"math"
	"time"
)

// Never is a moment that does not come.
const Never = Instant(math.MaxUint64)

// Instant is a moment on the monotonic clock of this device, in ns. It never goes back.
type Instant uint64

// Now is the current moment.
func Now() Instant {
	return Instant(sysNow())
}

// Add is the moment a span later; a negative span counts as none. It ends at Never.
func (i Instant) Add(span time.Duration) Instant {
	if span < 0 {
		return i
	}
	if sum := i + Instant(span); sum >= i {
		return sum
	}
	return Never
}

// Sub is the time since an earlier moment; none if that is later.
func (i Instant) Sub(earlier Instant) time.Duration {
	if earlier >= i {
		return 0
	}
	return time.Duration(min(uint64(i-earlier), math.MaxInt64))
}

// Yield lets other partitions of equal priority run first.
func Yield() {
	for sysYield() == int32(CodeAgain) {
	}
}

// SleepUntil rests the whole partition until the moment, using no processor. CodeStopping, at
// once, means that a stop was asked for: finish, and return from main or Start.
func SleepUntil(moment Instant) error {
	for {
		if code := sysSleepUntil(uint64(moment)); code != int32(CodeAgain) {
			return done(code)
		}
	}
}

// Sleep is SleepUntil after a span.
func Sleep(span time.Duration) error {
	return SleepUntil(Now().Add(span))
}

// StopRequested says whether a polite stop was asked for.
func StopRequested() bool {
	return sysStopRequested() == 1
}

// Exit ends the partition with this status. Deferred calls do not run.
func Exit(status int32) {
	sysExit(status)
	panic("the monitor ends the partition in Exit")
}
