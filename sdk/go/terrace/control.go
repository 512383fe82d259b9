//go:build wasip1

package terrace

import "encoding/binary"

// Partition is another partition. Its methods, Create, List and NextEvent are only for an app
// whose manifest says `control = true` under [permissions]; others get CodeDenied.
type Partition uint64

// Create makes a partition of an installed app; Start makes it run.
func Create(app, name string) (Partition, error) {
	id := sysControlCreate([]byte(app), []byte(name))
	if id < 0 {
		return 0, Code(id)
	}
	return Partition(id), nil
}

// List is every partition there is.
func List() ([]Partition, error) {
	bytes := make([]byte, 64*8)
	for {
		count, err := answer(sysControlList(bytes))
		if err != nil {
			return nil, err
		}
		if count*8 <= len(bytes) {
			return partitions(bytes[:count*8]), nil
		}
		bytes = make([]byte, count*8)
	}
}

func partitions(bytes []byte) []Partition {
	list := make([]Partition, 0, len(bytes)/8)
	for ; len(bytes) >= 8; bytes = bytes[8:] {
		list = append(list, Partition(binary.LittleEndian.Uint64(bytes)))
	}
	return list
}

// Start starts it: it must be installed, stopped or faulted.
func (p Partition) Start() error {
	return done(sysControlStart(uint64(p)))
}

// Suspend lets it use no processor, from its next safe point on.
func (p Partition) Suspend() error {
	return done(sysControlSuspend(uint64(p)))
}

// Resume lets it go on.
func (p Partition) Resume() error {
	return done(sysControlResume(uint64(p)))
}

// Stop asks it to end; it is ended by force after the grace time.
func (p Partition) Stop() error {
	return done(sysControlStop(uint64(p)))
}

// Kill ends it by force, wherever it stands.
func (p Partition) Kill() error {
	return done(sysControlKill(uint64(p)))
}

// Restart ends it and starts it again.
func (p Partition) Restart() error {
	return done(sysControlRestart(uint64(p)))
}

// SetLimit changes one of its limits.
func (p Partition) SetLimit(what Limit, value uint64) error {
	return done(sysControlSetLimit(uint64(p), uint32(what), value))
}

// Trim asks it to give memory back.
func (p Partition) Trim(level TrimLevel) error {
	return done(sysControlTrim(uint64(p), uint32(level)))
}

// Status is how it is.
func (p Partition) Status() (Status, error) {
	var record [sizeStatus]byte
	if err := done(sysControlStatus(uint64(p), record[:])); err != nil {
		return Status{}, err
	}
	return readStatus(&record), nil
}

// Name is its name.
func (p Partition) Name() (string, error) {
	var bytes [MaxNameBytes]byte
	length, err := answer(sysControlName(uint64(p), bytes[:]))
	if err != nil {
		return "", err
	}
	return string(bytes[:min(length, len(bytes))]), nil
}

// NextEvent rests the whole partition until something happens to any partition, at most until
// the moment. CodeTimeout means that nothing did, CodeStopping that a stop was asked for.
func NextEvent(until Instant) (Event, error) {
	var record [sizeEvent]byte
	for {
		if code := sysControlNextEvent(uint64(until), record[:]); code != int32(CodeAgain) {
			return readEvent(&record), done(code)
		}
	}
}
