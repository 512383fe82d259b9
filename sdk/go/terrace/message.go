//go:build wasip1

package terrace

import "math"

// anyChannel is whichever channel has the most important message.
const anyChannel = math.MaxUint32

// Post is how a message is sent. The zero Post is a normal message of kind 0, at once.
type Post struct {
	// Kind is what the sender calls it.
	Kind uint32
	// Priority is 1..99, or 0 for normal; OwnPriority is the sender's own.
	Priority uint32
	// At is when it is delivered.
	At Instant
}

// OwnPriority is as important as the sender.
const OwnPriority = math.MaxUint32

// Sender is a channel that this app sends to.
type Sender uint32

// OpenSender opens a channel to send. CodeUndeclared, CodeUnpermitted, CodeNoMemory and CodeFull
// say why not.
func OpenSender(channel string) (Sender, error) {
	handle, err := answer(sysMessageOpen([]byte(channel), uint32(RoleSend)))
	return Sender(handle), err
}

// Send sends, as important as the sender: in how many queues it waits.
func (s Sender) Send(data []byte) (int, error) {
	return s.Post(data, Post{Priority: OwnPriority})
}

// Post sends. CodeCrowded means that it was refused, CodeTooLong that it is longer than the
// channel's messages.
func (s Sender) Post(data []byte, post Post) (int, error) {
	if len(data) <= MaxMessageCopyBytes {
		return answer(sysMessagePost(uint32(s), data, post.Kind, post.Priority, uint64(post.At)))
	}
	message, err := answer(sysMessageObtain(uint32(s)))
	if err != nil {
		return 0, err
	}
	for at := 0; at < len(data); {
		piece := data[at:min(at+MaxMessageCopyBytes, len(data))]
		copied, err := answer(sysMessageFill(uint32(message), uint32(at), piece))
		if err != nil {
			sysMessageRelease(uint32(message))
			return 0, err
		}
		at += copied
	}
	return answer(sysMessageSend(uint32(message), uint32(len(data)), post.Kind, post.Priority, uint64(post.At)))
}

// Remove removes what this app sent and nobody has taken, of one kind. It answers how many.
func (s Sender) Remove(kind uint32) (int, error) {
	return answer(sysMessageRemove(uint32(s), kind))
}

// Lost is how many messages of this app gave way to others since it last asked.
func (s Sender) Lost() (int, error) {
	return answer(sysMessageLost(uint32(s)))
}

// Terms is what is declared, and what waits.
func (s Sender) Terms() (ChannelTerms, error) {
	return channelTerms(uint32(s))
}

// Close gives the channel up.
func (s Sender) Close() error {
	return done(sysMessageClose(uint32(s)))
}

func channelTerms(channel uint32) (ChannelTerms, error) {
	var record [sizeChannelTerms]byte
	if err := done(sysMessageDescribe(channel, record[:])); err != nil {
		return ChannelTerms{}, err
	}
	return readChannelTerms(&record), nil
}

// Receiver is a channel that this app receives from.
type Receiver uint32

// AnyReceiver is whichever open channel has the most important message.
const AnyReceiver Receiver = anyChannel

// OpenReceiver opens a channel to receive. It fails as OpenSender does.
func OpenReceiver(channel string) (Receiver, error) {
	handle, err := answer(sysMessageOpen([]byte(channel), uint32(RoleReceive)))
	return Receiver(handle), err
}

// Receive rests the whole partition until a message comes, at most until the moment, and copies it
// into data. CodeTimeout, CodeStopping; CodeTooLong for one that does not fit, which waits on.
func (r Receiver) Receive(data []byte, until Instant) (Letter, error) {
	var record [sizeLetter]byte
	for {
		if code := sysMessageReceive(uint32(r), uint64(until), record[:], data); code != int32(CodeAgain) {
			return readLetter(&record), done(code)
		}
	}
}

// Take rests the whole partition until a message comes, at most until the moment: the letter and
// all its bytes, in data if they fit there.
func (r Receiver) Take(data []byte, until Instant) (Letter, []byte, error) {
	var record [sizeLetter]byte
	code := int32(CodeAgain)
	for code == int32(CodeAgain) {
		code = sysMessageTake(uint32(r), uint64(until), record[:])
	}
	if err := done(code); err != nil {
		return Letter{}, nil, err
	}
	letter := readLetter(&record)
	defer sysMessageRelease(letter.Message)
	if cap(data) < int(letter.Length) {
		data = make([]byte, letter.Length)
	}
	data = data[:letter.Length]
	for at := 0; at < len(data); {
		copied, err := answer(sysMessageRead(letter.Message, uint32(at), data[at:]))
		if err != nil {
			return letter, nil, err
		}
		at += copied
	}
	return letter, data, nil
}

// Remove removes what waits for this app, of one kind. It answers how many.
func (r Receiver) Remove(kind uint32) (int, error) {
	return answer(sysMessageRemove(uint32(r), kind))
}

// Terms is what is declared, and what waits.
func (r Receiver) Terms() (ChannelTerms, error) {
	return channelTerms(uint32(r))
}

// Close gives the channel up.
func (r Receiver) Close() error {
	return done(sysMessageClose(uint32(r)))
}

// Handler handles a message. The bytes are its own until it returns.
type Handler func(letter Letter, data []byte)

// Looper takes messages from several channels, the most important first, each to its handler. The
// zero Looper hears nothing yet.
type Looper struct {
	handlers map[uint32]Handler
	data     []byte
}

// On hears a channel.
func (l *Looper) On(channel string, handler Handler) (Receiver, error) {
	receiver, err := OpenReceiver(channel)
	if err != nil {
		return receiver, err
	}
	terms, err := receiver.Terms()
	if err != nil {
		return receiver, err
	}
	if l.handlers == nil {
		l.handlers = make(map[uint32]Handler)
	}
	l.handlers[uint32(receiver)] = handler
	// So that no message makes it grow.
	if cap(l.data) < int(terms.Bytes) {
		l.data = make([]byte, 0, terms.Bytes)
	}
	return receiver, nil
}

// Turn rests until a message comes, at most until the moment, and handles it.
func (l *Looper) Turn(until Instant) error {
	letter, data, err := AnyReceiver.Take(l.data, until)
	if err != nil {
		return err
	}
	if handler := l.handlers[letter.Channel]; handler != nil {
		handler(letter, data)
	}
	return nil
}

// Run handles messages until a stop is asked for.
func (l *Looper) Run() error {
	for {
		if err := l.Turn(Never); err == CodeStopping {
			return nil
		} else if err != nil {
			return err
		}
	}
}
