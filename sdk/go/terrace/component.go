//go:build wasip1

package terrace

import (
	"runtime"
	"time"
)

// Service is what a component of an app does. Callbacks run one at a time, to completion.
//
// An app made of components has one program, which is started once for each: it asks
// [OwnComponentName] which one it is, and calls [ServeComponent] with the Service that is it.
//
// Go collects its own garbage, and not at a time of the app's choosing. A release that takes its memory from
// its [Scratch] makes none; ServeComponent collects what others make between releases, when there is time for it.
type Service interface {
	// Create makes it ready: once, and again after it was stopped and is started.
	Create(facts *Component) error
	// StartCommand says that it was started; its releases begin when all components are ready.
	StartCommand()
	// Release says that the time of a callback has come, or a message for it ([ReleaseMessage]).
	Release(release *Release, scratch *Scratch)
	// Destroy says that it is stopped, or that its app ends.
	Destroy()
}

// Pauser is a Service that is told when it has no releases for a while.
type Pauser interface {
	Pause()
	Resume()
}

// Judged is a Service that is told of its overruns and misses (reaction "callback").
type Judged interface {
	Overran(callback, count uint32)
	Missed(callback, count uint32)
}

// Scratch is memory that lives as long as one release. What was taken from it must not be kept.
type Scratch struct {
	memory []byte
	used   int
}

// Bytes takes so many bytes, all zero. CodeNoMemory beyond what the manifest declares as release.
func (s *Scratch) Bytes(count int) ([]byte, error) {
	whole := (count + 7) &^ 7
	if count < 0 || whole > len(s.memory)-s.used {
		return nil, CodeNoMemory
	}
	taken := s.memory[s.used : s.used+count : s.used+whole]
	s.used += whole
	clear(taken)
	return taken, nil
}

// Left is how many bytes are left.
func (s *Scratch) Left() int {
	return len(s.memory) - s.used
}

// OwnComponent is what the manifest says of this component; CodeNotFound when this instance is none.
func OwnComponent() (Component, error) {
	var record [sizeComponent]byte
	if err := done(sysRealtimeComponent(record[:])); err != nil {
		return Component{}, err
	}
	return readComponent(&record), nil
}

// OwnCallback is what the manifest says of a callback; 0 is the component's own.
func OwnCallback(index uint32) (CallbackTerms, error) {
	var record [sizeCallbackTerms]byte
	if err := done(sysRealtimeCallback(index, record[:])); err != nil {
		return CallbackTerms{}, err
	}
	return readCallbackTerms(&record), nil
}

// CallbackName is the name of a callback; of 0 that of the component.
func CallbackName(index uint32) (string, error) {
	var text [MaxNameBytes]byte
	length, err := answer(sysRealtimeName(index, text[:]))
	if err != nil {
		return "", err
	}
	return string(text[:length]), nil
}

// OwnComponentName is the name of this component.
func OwnComponentName() (string, error) {
	return CallbackName(0)
}

// NextRelease is the next thing to do, waiting for it; what ran is complete. CodeStopping when
// the app stops.
func NextRelease() (Release, error) {
	var record [sizeRelease]byte
	for {
		code := sysRealtimeNext(uint64(Never), record[:])
		if code == int32(CodeAgain) {
			continue
		}
		if err := done(code); err != nil {
			return Release{}, err
		}
		return readRelease(&record), nil
	}
}

// ReleaseMessage is the message that the release is for: what goes with it, and all its bytes, in memory of the
// release. CodeNoMemory beyond what the manifest declares; CodeNotFound where the release is for none, or for one
// that came through a window.
func ReleaseMessage(release *Release, scratch *Scratch) (Letter, []byte, error) {
	data, err := scratch.Bytes(int(release.Length))
	if err != nil {
		return Letter{}, nil, err
	}
	var record [sizeLetter]byte
	if err := done(sysRealtimeMessage(record[:], data)); err != nil {
		return Letter{}, nil, err
	}
	letter := readLetter(&record)
	for at := MaxMessageCopyBytes; at < len(data); at += MaxMessageCopyBytes {
		if _, err := answer(sysMessageRead(letter.Message, uint32(at), data[at:])); err != nil {
			return letter, nil, err
		}
	}
	return letter, data, nil
}

// NextDue is when the next release of this component is due.
func NextDue() Instant {
	return Instant(sysRealtimeDue())
}

// SetReleasePriority has the release run at this priority until it completes.
func SetReleasePriority(level uint32) error {
	return again(func() int32 { return sysRealtimeSetPriority(level) })
}

// StartService starts a stopped service of this app, with all that is nested in it.
func StartService(name string) error { return done(sysRealtimeStart([]byte(name))) }

// StopService stops a service of this app after the release that runs.
func StopService(name string) error { return done(sysRealtimeStop([]byte(name))) }

// PauseService lets a service of this app have no releases.
func PauseService(name string) error { return done(sysRealtimePause([]byte(name))) }

// ResumeService lets a paused or suspended service of this app have releases again.
func ResumeService(name string) error { return done(sysRealtimeResume([]byte(name))) }

// EnterShared enters a shared resource that the manifest declares under uses.
func EnterShared(resource string) error {
	return again(func() int32 { return sysRealtimeEnter([]byte(resource)) })
}

// LeaveShared leaves the one entered last.
func LeaveShared() error { return done(sysRealtimeLeave()) }

func again(call func() int32) error {
	for {
		if code := call(); code != int32(CodeAgain) {
			return done(code)
		}
	}
}

// ServeComponent is this component until the app stops.
func ServeComponent(service Service) error {
	facts, err := OwnComponent()
	if err != nil {
		return err
	}
	limits := make([]uint64, facts.Callbacks)
	for index := range limits {
		terms, err := OwnCallback(uint32(index))
		if err != nil {
			return err
		}
		limits[index] = terms.Release
	}
	memory := make([]byte, facts.Release)
	scratch := &Scratch{}
	collections := newCollections(&facts)
	for {
		collections.between()
		release, err := NextRelease()
		if err == CodeStopping {
			return nil
		} else if err != nil {
			return err
		}
		scratch.memory = memory[:min(limits[release.Callback], uint64(len(memory)))]
		scratch.used = 0
		if err := call(service, &facts, &release, scratch); err != nil {
			return err
		}
	}
}

func call(service Service, facts *Component, release *Release, scratch *Scratch) error {
	switch Occasion(release.What) {
	case OccasionCreate:
		return service.Create(facts)
	case OccasionStartCommand:
		service.StartCommand()
	case OccasionRelease, OccasionMessage:
		service.Release(release, scratch)
	case OccasionDestroy:
		service.Destroy()
	case OccasionPause, OccasionResume:
		pause(service, Occasion(release.What))
	case OccasionOverran, OccasionMissed:
		judge(service, release)
	}
	return nil
}

func pause(service Service, what Occasion) {
	pauser, ok := service.(Pauser)
	if !ok {
		return
	}
	if what == OccasionPause {
		pauser.Pause()
	} else {
		pauser.Resume()
	}
}

func judge(service Service, release *Release) {
	judged, ok := service.(Judged)
	if !ok {
		return
	}
	if Occasion(release.What) == OccasionOverran {
		judged.Overran(release.Callback, release.Count)
	} else {
		judged.Missed(release.Callback, release.Count)
	}
}

// collections collects garbage between releases, when the next one leaves the time for it that the
// manifest declares as collection.
type collections struct {
	cost  time.Duration
	stats runtime.MemStats
	last  Instant
}

// collectEvery is the least time between two collections.
const collectEvery = Instant(100 * time.Millisecond)

func newCollections(facts *Component) *collections {
	return &collections{cost: time.Duration(facts.CollectionNs)}
}

func (c *collections) between() {
	now := Now()
	if c.cost == 0 || now < c.last+collectEvery {
		return
	}
	if sysRealtimeComplete(); NextDue().Sub(now) > c.cost {
		runtime.GC()
		c.last = now
	}
}
