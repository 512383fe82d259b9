//go:build wasip1

package terrace

import "unsafe"

// Window is the memory of a channel of type "bulk", in which large data is handed over to other
// partitions without a copy: its buffers are slices of it.
type Window struct {
	handle uint32
	memory []byte
	terms  WindowTerms
}

// windows holds the memory of all windows, open or closed: the collector moves nothing, and what is
// referred to here it gives to nobody else.
var windows [][]byte

// OpenWindow opens the window of a channel to publish or to subscribe. CodeNotFound while no
// partition of the app lives that declares it, CodeDenied, CodeOccupied, CodeNoMemory.
func OpenWindow(channel string, part Part) (*Window, error) {
	var record [sizeWindowTerms]byte
	if err := done(sysWindowDescribe([]byte(channel), record[:])); err != nil {
		return nil, err
	}
	terms := readWindowTerms(&record)
	memory := reserve(terms)
	windows = append(windows, memory)
	for {
		code := sysWindowOpen([]byte(channel), uint32(part), memory)
		if code != int32(CodeAgain) {
			handle, err := answer(code)
			if err != nil {
				return nil, err
			}
			return &Window{uint32(handle), memory, terms}, nil
		}
	}
}

// reserve returns memory that lies as a window must: aligned, and above what the program began with.
func reserve(terms WindowTerms) []byte {
	var below [][]byte
	for {
		room := make([]byte, int(terms.Bytes)+int(terms.Alignment))
		at := uintptr(unsafe.Pointer(unsafe.SliceData(room)))
		skip := -at & uintptr(terms.Alignment-1)
		if at+skip >= uintptr(terms.Floor) {
			return room[skip : skip+uintptr(terms.Bytes) : skip+uintptr(terms.Bytes)]
		}
		// The allocator goes upwards: what lies too low is kept until there is something higher.
		below = append(below, room)
	}
}

// Buffer is the slice of a buffer: of one that was obtained as much as it holds, of a parcel cut it to
// its Length.
func (w *Window) Buffer(number uint32) []byte {
	at := int(number%256) * int(w.terms.Stride)
	return w.memory[at : at+int(w.terms.Capacity) : at+int(w.terms.Capacity)]
}

// Obtain waits for a free buffer of a window that was opened to publish, at most until the moment.
func (w *Window) Obtain(until Instant) (uint32, error) {
	for {
		if code := sysWindowObtain(w.handle, uint64(until)); code != int32(CodeAgain) {
			number, err := answer(code)
			return uint32(number), err
		}
	}
}

// Send sends the first bytes of a buffer; to how many. CodeUnheard when nobody subscribes, and the
// buffer stays.
func (w *Window) Send(number uint32, length int) (int, error) {
	return answer(sysWindowSend(w.handle, number, uint32(length)))
}

// Take waits for what was sent first through a window that was opened to subscribe, at most until the
// moment.
func (w *Window) Take(until Instant) (Parcel, error) {
	var record [sizeParcel]byte
	for {
		if code := sysWindowTake(w.handle, uint64(until), record[:]); code != int32(CodeAgain) {
			return readParcel(&record), done(code)
		}
	}
}

// Release gives a buffer back: one that was taken, or was obtained and not sent.
func (w *Window) Release(number uint32) error {
	return done(sysWindowRelease(w.handle, number))
}

// Close closes the window. Its memory is not used again.
func (w *Window) Close() error {
	return done(sysWindowClose(w.handle))
}
