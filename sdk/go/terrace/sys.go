// Generated from abi/ by `cargo run -p xtask -- bindings`. Do not edit.

//go:build wasip1

package terrace

import (
	"encoding/binary"
	"unsafe"
)

// Version of the guest interface.
const Version = "0.1.0"

// Code: What a call answers.
type Code int32

const (
	// Done.
	CodeOk Code = 0
	// Not yet: call once more with the same arguments.
	CodeAgain Code = -1
	// The manifest does not permit it.
	CodeDenied Code = -2
	// An argument is out of its range.
	CodeInvalid Code = -3
	// No such partition, app or name.
	CodeNotFound Code = -4
	// The buffer is too small, or the text too long.
	CodeTooLong Code = -5
	// No room left; nothing was changed.
	CodeFull Code = -6
	// The memory this needs is not available.
	CodeNoMemory Code = -7
	// The partition's state does not allow it.
	CodeWrongState Code = -8
	// A polite stop was asked for.
	CodeStopping Code = -9
	// The time passed.
	CodeTimeout Code = -10
	// This monitor cannot do it.
	CodeUnsupported Code = -11
	// No installed app declares a channel of this name.
	CodeUndeclared Code = -12
	// The channel's declaration does not let this app do it.
	CodeUnpermitted Code = -13
	// The channel is full of what is not less important.
	CodeCrowded Code = -14
	// The caller has no such handle, or no longer.
	CodeStale Code = -15
	// The caller has as many slots of this channel as it may.
	CodeHeld Code = -16
	// The channel is gone, with the app that declared it.
	CodeClosed Code = -17
	// The callee has ended; find the interface anew.
	CodeDead Code = -20
	// The callee waits, itself or through others, for the caller; the log names them.
	CodeCycle Code = -21
	// The request does not fit where the callee takes it.
	CodeRequestTooLong Code = -22
	// The reply does not fit in the caller's buffer.
	CodeReplyTooLong Code = -23
	// Nobody receives from the window; the buffer stays with the caller.
	CodeUnheard Code = -30
	// The window has its publisher, or as many subscribers as it may.
	CodeOccupied Code = -31
	// The range does not fit the window, or lies where none may.
	CodeMisplaced Code = -32
	// The caller has no such window or buffer, or no longer.
	CodeForeign Code = -33
	// The caller holds as many buffers of the window as it may.
	CodeHeldUp Code = -34
	// A row would not be as its table requires; nothing was changed.
	CodeConflict Code = -40
	// Another socket has the address.
	CodeInUse Code = -45
	// Nobody listens at the address, or it cannot be reached.
	CodeRefused Code = -46
	// The other side broke the connection off.
	CodeReset Code = -47
)

// String is the name in the definition; empty for a number it does not know.
func (x Code) String() string {
	switch x {
	case CodeOk:
		return "ok"
	case CodeAgain:
		return "again"
	case CodeDenied:
		return "denied"
	case CodeInvalid:
		return "invalid"
	case CodeNotFound:
		return "not-found"
	case CodeTooLong:
		return "too-long"
	case CodeFull:
		return "full"
	case CodeNoMemory:
		return "no-memory"
	case CodeWrongState:
		return "wrong-state"
	case CodeStopping:
		return "stopping"
	case CodeTimeout:
		return "timeout"
	case CodeUnsupported:
		return "unsupported"
	case CodeUndeclared:
		return "undeclared"
	case CodeUnpermitted:
		return "unpermitted"
	case CodeCrowded:
		return "crowded"
	case CodeStale:
		return "stale"
	case CodeHeld:
		return "held"
	case CodeClosed:
		return "closed"
	case CodeDead:
		return "dead"
	case CodeCycle:
		return "cycle"
	case CodeRequestTooLong:
		return "request-too-long"
	case CodeReplyTooLong:
		return "reply-too-long"
	case CodeUnheard:
		return "unheard"
	case CodeOccupied:
		return "occupied"
	case CodeMisplaced:
		return "misplaced"
	case CodeForeign:
		return "foreign"
	case CodeHeldUp:
		return "held-up"
	case CodeConflict:
		return "conflict"
	case CodeInUse:
		return "in-use"
	case CodeRefused:
		return "refused"
	case CodeReset:
		return "reset"
	}
	return ""
}

// Level: How much a log record matters.
type Level uint32

const (
	// Something is broken.
	LevelError Level = 1
	// Something is odd.
	LevelWarn Level = 2
	// Something happened.
	LevelInfo Level = 3
	// For who looks for a mistake.
	LevelDebug Level = 4
)

// String is the name in the definition; empty for a number it does not know.
func (x Level) String() string {
	switch x {
	case LevelError:
		return "error"
	case LevelWarn:
		return "warn"
	case LevelInfo:
		return "info"
	case LevelDebug:
		return "debug"
	}
	return ""
}

// State: Where a partition is in its life.
type State uint32

const (
	// Created, not started.
	StateInstalled State = 0
	// Being instantiated; `create` runs.
	StateStarting State = 1
	// Ready, running or waiting.
	StateRunning State = 2
	// Uses no processor until resumed.
	StateSuspended State = 3
	// A polite stop was asked for.
	StateStopping State = 4
	// Ended by itself or by request; everything it owned is gone.
	StateStopped State = 5
	// Ended by a fault; everything it owned is gone.
	StateFaulted State = 6
)

// String is the name in the definition; empty for a number it does not know.
func (x State) String() string {
	switch x {
	case StateInstalled:
		return "installed"
	case StateStarting:
		return "starting"
	case StateRunning:
		return "running"
	case StateSuspended:
		return "suspended"
	case StateStopping:
		return "stopping"
	case StateStopped:
		return "stopped"
	case StateFaulted:
		return "faulted"
	}
	return ""
}

// FaultKind: Why a partition ended against its will.
type FaultKind uint32

const (
	// No fault.
	FaultNone FaultKind = 0
	// The program gave up (Wasm `unreachable`: panic, abort).
	FaultUnreachable FaultKind = 1
	// Access outside its memory.
	FaultMemoryBounds FaultKind = 2
	// Access outside its table.
	FaultTableBounds FaultKind = 3
	// Indirect call of nothing or of another signature.
	FaultBadCall FaultKind = 4
	// Division by zero, or a result that does not fit.
	FaultDivision FaultKind = 5
	// Float that has no integer.
	FaultBadConversion FaultKind = 6
	// Recursion deeper than the stack.
	FaultStackOverflow FaultKind = 7
	// A pointer or length outside its memory, given to the monitor.
	FaultBadPointer FaultKind = 8
	// Its memory does not fit in its limit.
	FaultOutOfMemory FaultKind = 9
	// Used more processor time than its budget (on_overrun = "stop").
	FaultOverrun FaultKind = 10
	// `create` or `start` answered an error, or the program cannot be linked.
	FaultRefusedStart FaultKind = 11
	// Ended by force.
	FaultKilled FaultKind = 12
	// A state of the monitor that should not exist; report it.
	FaultMonitor FaultKind = 13
	// Another trap of the engine.
	FaultOtherTrap FaultKind = 14
	// An error that nothing in the program handled (`fail`); the message says which.
	FaultUncaught FaultKind = 15
)

// String is the name in the definition; empty for a number it does not know.
func (x FaultKind) String() string {
	switch x {
	case FaultNone:
		return "none"
	case FaultUnreachable:
		return "unreachable"
	case FaultMemoryBounds:
		return "memory-bounds"
	case FaultTableBounds:
		return "table-bounds"
	case FaultBadCall:
		return "bad-call"
	case FaultDivision:
		return "division"
	case FaultBadConversion:
		return "bad-conversion"
	case FaultStackOverflow:
		return "stack-overflow"
	case FaultBadPointer:
		return "bad-pointer"
	case FaultOutOfMemory:
		return "out-of-memory"
	case FaultOverrun:
		return "overrun"
	case FaultRefusedStart:
		return "refused-start"
	case FaultKilled:
		return "killed"
	case FaultMonitor:
		return "monitor"
	case FaultOtherTrap:
		return "other-trap"
	case FaultUncaught:
		return "uncaught"
	}
	return ""
}

// EventKind: What `next-event` tells.
type EventKind uint32

const (
	// A partition was created.
	EventCreated EventKind = 0
	// It runs.
	EventStarted EventKind = 1
	// It was suspended.
	EventSuspended EventKind = 2
	// It was resumed.
	EventResumed EventKind = 3
	// It ended; the detail is its exit status.
	EventStopped EventKind = 4
	// It ended by a fault; the detail is the fault.
	EventFaulted EventKind = 5
	// It used up its budget; the detail is how often since this was last told, at most once a second.
	EventOverran EventKind = 6
	// Growth beyond its limit was refused.
	EventMemoryFull EventKind = 7
	// The restart policy will start it again; the detail is the count.
	EventRestarting EventKind = 8
	// Its log or output was full; the detail is how many records were lost.
	EventLogDropped EventKind = 9
	// It is gone, its name is free.
	EventRemoved EventKind = 10
	// A release of a component missed its deadline; the detail is how often since this was last told, at most once a second.
	EventMissed EventKind = 11
	// A component was started, stopped, paused, resumed or suspended; the detail is its index.
	EventComponent EventKind = 12
)

// String is the name in the definition; empty for a number it does not know.
func (x EventKind) String() string {
	switch x {
	case EventCreated:
		return "created"
	case EventStarted:
		return "started"
	case EventSuspended:
		return "suspended"
	case EventResumed:
		return "resumed"
	case EventStopped:
		return "stopped"
	case EventFaulted:
		return "faulted"
	case EventOverran:
		return "overran"
	case EventMemoryFull:
		return "memory-full"
	case EventRestarting:
		return "restarting"
	case EventLogDropped:
		return "log-dropped"
	case EventRemoved:
		return "removed"
	case EventMissed:
		return "missed"
	case EventComponent:
		return "component"
	}
	return ""
}

// Limit: What `set-limit` sets.
type Limit uint32

const (
	// Its memory limit in bytes; not below what it has.
	LimitMemory Limit = 0
	// Processor time per period in ns; 0 takes the budget away.
	LimitBudget Limit = 1
	// Period of the budget in ns.
	LimitPeriod Limit = 2
	// 1..99, or 0 for normal.
	LimitPriority Limit = 3
)

// String is the name in the definition; empty for a number it does not know.
func (x Limit) String() string {
	switch x {
	case LimitMemory:
		return "memory"
	case LimitBudget:
		return "budget"
	case LimitPeriod:
		return "period"
	case LimitPriority:
		return "priority"
	}
	return ""
}

// TrimLevel: How much memory to give back.
type TrimLevel uint32

const (
	// What costs nothing to make again.
	TrimLight TrimLevel = 0
	// Caches.
	TrimModerate TrimLevel = 1
	// Everything not needed to stay correct.
	TrimCritical TrimLevel = 2
)

// String is the name in the definition; empty for a number it does not know.
func (x TrimLevel) String() string {
	switch x {
	case TrimLight:
		return "light"
	case TrimModerate:
		return "moderate"
	case TrimCritical:
		return "critical"
	}
	return ""
}

// ComponentKind: What a component is.
type ComponentKind uint32

const (
	// A service, with the tasks and receivers nested in it.
	ComponentService ComponentKind = 0
	// A receiver with memory of its own.
	ComponentReceiver ComponentKind = 1
)

// String is the name in the definition; empty for a number it does not know.
func (x ComponentKind) String() string {
	switch x {
	case ComponentService:
		return "service"
	case ComponentReceiver:
		return "receiver"
	}
	return ""
}

// CallbackKind: What a callback of a component is.
type CallbackKind uint32

const (
	// The component's own: creation, start command; of a receiver its messages.
	CallbackOwn CallbackKind = 0
	// Released every period.
	CallbackTask CallbackKind = 1
	// Released by messages, in the memory of its service.
	CallbackReceiver CallbackKind = 2
)

// String is the name in the definition; empty for a number it does not know.
func (x CallbackKind) String() string {
	switch x {
	case CallbackOwn:
		return "own"
	case CallbackTask:
		return "task"
	case CallbackReceiver:
		return "receiver"
	}
	return ""
}

// Occasion: What a release is for.
type Occasion uint32

const (
	// The callback's time has come.
	OccasionRelease Occasion = 0
	// The component is to make itself ready.
	OccasionCreate Occasion = 1
	// The service was started.
	OccasionStartCommand Occasion = 2
	// A message waits for the receiver.
	OccasionMessage Occasion = 3
	// There will be no releases until `resume`.
	OccasionPause Occasion = 4
	// Releases go on.
	OccasionResume Occasion = 5
	// The component ends, or is stopped until it is started again.
	OccasionDestroy Occasion = 6
	// Releases used more processor time than their cost (on_overrun = "callback").
	OccasionOverran Occasion = 7
	// Releases missed their deadline (on_miss = "callback").
	OccasionMissed Occasion = 8
)

// String is the name in the definition; empty for a number it does not know.
func (x Occasion) String() string {
	switch x {
	case OccasionRelease:
		return "release"
	case OccasionCreate:
		return "create"
	case OccasionStartCommand:
		return "start-command"
	case OccasionMessage:
		return "message"
	case OccasionPause:
		return "pause"
	case OccasionResume:
		return "resume"
	case OccasionDestroy:
		return "destroy"
	case OccasionOverran:
		return "overran"
	case OccasionMissed:
		return "missed"
	}
	return ""
}

// Reaction: What follows an overrun or a deadline miss.
type Reaction uint32

const (
	// It is recorded; the release goes on.
	ReactionLog Reaction = 0
	// The next release is left out.
	ReactionSkip Reaction = 1
	// The component is suspended until it is resumed.
	ReactionSuspend Reaction = 2
	// The component is stopped.
	ReactionStop Reaction = 3
	// The app is told by a callback.
	ReactionCallback Reaction = 4
)

// String is the name in the definition; empty for a number it does not know.
func (x Reaction) String() string {
	switch x {
	case ReactionLog:
		return "log"
	case ReactionSkip:
		return "skip"
	case ReactionSuspend:
		return "suspend"
	case ReactionStop:
		return "stop"
	case ReactionCallback:
		return "callback"
	}
	return ""
}

// Role: What a channel is opened for.
type Role uint32

const (
	// Sends to it.
	RoleSend Role = 0
	// Receives from it.
	RoleReceive Role = 1
)

// String is the name in the definition; empty for a number it does not know.
func (x Role) String() string {
	switch x {
	case RoleSend:
		return "send"
	case RoleReceive:
		return "receive"
	}
	return ""
}

// ChannelKind: Who gets a message of a channel.
type ChannelKind uint32

const (
	// One of those who receive.
	ChannelMessage ChannelKind = 0
	// Each of those who receive; stored once.
	ChannelBroadcast ChannelKind = 1
	// The receiver, handed over and not copied.
	ChannelBulk ChannelKind = 2
	// From or to Linux processes, below all others.
	ChannelCrossContext ChannelKind = 3
)

// String is the name in the definition; empty for a number it does not know.
func (x ChannelKind) String() string {
	switch x {
	case ChannelMessage:
		return "message"
	case ChannelBroadcast:
		return "broadcast"
	case ChannelBulk:
		return "bulk"
	case ChannelCrossContext:
		return "cross-context"
	}
	return ""
}

// Element: What the messages of a channel are made of.
type Element uint32

const (
	// 1 byte.
	ElementByte Element = 0
	// 1 byte, 0 or 1.
	ElementBoolean Element = 1
	// 2 bytes, a letter.
	ElementChar Element = 2
	// 2 bytes.
	ElementShort Element = 3
	// 4 bytes.
	ElementInt Element = 4
	// 4 bytes, a fraction.
	ElementFloat Element = 5
	// 8 bytes.
	ElementLong Element = 6
	// 8 bytes, a fraction.
	ElementDouble Element = 7
)

// String is the name in the definition; empty for a number it does not know.
func (x Element) String() string {
	switch x {
	case ElementByte:
		return "byte"
	case ElementBoolean:
		return "boolean"
	case ElementChar:
		return "char"
	case ElementShort:
		return "short"
	case ElementInt:
		return "int"
	case ElementFloat:
		return "float"
	case ElementLong:
		return "long"
	case ElementDouble:
		return "double"
	}
	return ""
}

// Form: What the bytes of a message are.
type Form uint32

const (
	// As the element of the channel says.
	FormPlain Form = 0
	// An intent: an action and its extras.
	FormIntent Form = 1
)

// String is the name in the definition; empty for a number it does not know.
func (x Form) String() string {
	switch x {
	case FormPlain:
		return "plain"
	case FormIntent:
		return "intent"
	}
	return ""
}

// IncomingKind: What `accept` brings.
type IncomingKind uint32

const (
	// A call that waits for its reply.
	IncomingCall IncomingKind = 0
	// A request that nobody answers.
	IncomingSend IncomingKind = 1
	// A partition that was watched has ended.
	IncomingDeath IncomingKind = 2
)

// String is the name in the definition; empty for a number it does not know.
func (x IncomingKind) String() string {
	switch x {
	case IncomingCall:
		return "call"
	case IncomingSend:
		return "send"
	case IncomingDeath:
		return "death"
	}
	return ""
}

// Part: Who opens a window.
type Part uint32

const (
	// Fills buffers and sends them.
	PartPublish Part = 0
	// Takes buffers and reads them.
	PartSubscribe Part = 1
)

// String is the name in the definition; empty for a number it does not know.
func (x Part) String() string {
	switch x {
	case PartPublish:
		return "publish"
	case PartSubscribe:
		return "subscribe"
	}
	return ""
}

// Ownership: Whose a buffer is that was sent.
type Ownership uint32

const (
	// What its publisher writes in it afterwards nobody else sees.
	OwnershipSealed Ownership = 0
	// Its publisher could still write in it, and everybody agreed.
	OwnershipTrusted Ownership = 1
)

// String is the name in the definition; empty for a number it does not know.
func (x Ownership) String() string {
	switch x {
	case OwnershipSealed:
		return "sealed"
	case OwnershipTrusted:
		return "trusted"
	}
	return ""
}

// ValueKind: What a value of an intent or a row is.
type ValueKind uint32

const (
	// Nothing; in rows and arguments only.
	ValueNull ValueKind = 0
	// 1 byte, 0 or 1.
	ValueBoolean ValueKind = 1
	// 4 bytes, a whole number.
	ValueInt ValueKind = 2
	// 8 bytes, a whole number.
	ValueLong ValueKind = 3
	// 4 bytes, a fraction.
	ValueFloat ValueKind = 4
	// 8 bytes, a fraction.
	ValueDouble ValueKind = 5
	// Its length (4 bytes), UTF-8.
	ValueText ValueKind = 6
	// Their count (4 bytes), the bytes.
	ValueBytes ValueKind = 7
	// Their count (4 bytes), 4 bytes each; in intents only.
	ValueInts ValueKind = 8
	// Its length (4 bytes), entries; in intents only.
	ValueBundle ValueKind = 9
)

// String is the name in the definition; empty for a number it does not know.
func (x ValueKind) String() string {
	switch x {
	case ValueNull:
		return "null"
	case ValueBoolean:
		return "boolean"
	case ValueInt:
		return "int"
	case ValueLong:
		return "long"
	case ValueFloat:
		return "float"
	case ValueDouble:
		return "double"
	case ValueText:
		return "text"
	case ValueBytes:
		return "bytes"
	case ValueInts:
		return "ints"
	case ValueBundle:
		return "bundle"
	}
	return ""
}

// ChangeKind: What happened to rows that are observed.
type ChangeKind uint32

const (
	// There are new ones.
	ChangeInsert ChangeKind = 0
	// Some are different.
	ChangeUpdate ChangeKind = 1
	// Some are gone.
	ChangeDelete ChangeKind = 2
	// Several of these, or it is not known.
	ChangeSeveral ChangeKind = 3
)

// String is the name in the definition; empty for a number it does not know.
func (x ChangeKind) String() string {
	switch x {
	case ChangeInsert:
		return "insert"
	case ChangeUpdate:
		return "update"
	case ChangeDelete:
		return "delete"
	case ChangeSeveral:
		return "several"
	}
	return ""
}

// Bounds an app can run into.
const (
	// Arguments, and variables of the environment, each.
	MaxArgs = 1024
	// All arguments together, and all variables together.
	MaxArgsBytes = 131072
	// Frames kept in a fault record.
	MaxBacktraceFrames = 32
	// The request or the reply of one call.
	MaxCallBytes = 65536
	// Open files, sockets and streams of one partition.
	MaxDescriptors = 256
	// Events kept for an app that has not asked for them.
	MaxEvents = 1024
	// From a polite stop to a forced one.
	MaxGraceMs = 2000
	// Interfaces of others that one partition has found.
	MaxHandles = 256
	// An app image.
	MaxImageBytes = 268435456
	// Core instances of one component.
	MaxInstances = 30
	// Records of one partition kept for `terrace logs`.
	MaxJournalBytes = 262144
	// A name inside an app: of a channel, an interface, a component.
	MaxLabelBytes = 128
	// One log record; longer text is cut.
	MaxLogBytes = 1024
	// Records of one partition not yet read by the journal.
	MaxLogRingBytes = 16384
	// A manifest.
	MaxManifestBytes = 1048576
	// Linear memories of one partition.
	MaxMemories = 4
	// Channels that one partition has open.
	MaxMessageChannels = 64
	// Bytes that one call copies into or out of a message.
	MaxMessageCopyBytes = 262144
	// Slots of one channel that one partition has obtained or taken, and not yet sent or released.
	MaxMessageHeld = 2
	// Slots of all channels of one process.
	MaxMessagesBytes = 268435456
	// A partition's or app's name.
	MaxNameBytes = 64
	// Partitions of one process.
	MaxPartitions = 12000
	// Arguments of one call.
	MaxProviderArguments = 64
	// Queries that one partition has not closed.
	MaxProviderCursors = 8
	// One query or change, from when its turn comes.
	MaxProviderMs = 2000
	// A notice of a change, at most: messages of a channel for notices have room for it.
	MaxProviderNoticeBytes = 320
	// URIs that one partition observes.
	MaxProviderObservations = 16
	// The rows of one query; ask for fewer with `limit`.
	MaxProviderRowsBytes = 4194304
	// The selection, the columns or the order of one query.
	MaxProviderTextBytes = 16384
	// The URI of rows of a provider.
	MaxProviderUriBytes = 256
	// One value of a row, and all values or arguments of one call.
	MaxProviderValueBytes = 1048576
	// The rows of all queries of one process that are not closed.
	MaxProvidersRowsBytes = 67108864
	// Random bytes of one call.
	MaxRandomBytes = 1048576
	// The request of a call that nobody answers.
	MaxSendBytes = 1024
	// Requests that nobody answers, waiting for one callee.
	MaxSendSlots = 32
	// Bytes that one call copies into or out of a socket.
	MaxSocketCopyBytes = 16384
	// Wasm stack of one partition.
	MaxStackBytes = 524288
	// Entries of all tables of one partition.
	MaxTableElements = 1000000
	// Where a window may begin in the memory of its user: a multiple of this.
	MaxWindowAlignment = 65536
	// Buffers of one window.
	MaxWindowBuffers = 64
	// One window: all its buffers.
	MaxWindowBytes = 268435456
	// Subscribers that one window has open at once.
	MaxWindowSubscribers = 32
	// Windows that one partition has open.
	MaxWindows = 16
	// All windows of one process.
	MaxWindowsBytes = 1073741824
)

// Limits: What a partition may use; filled by `limits`. Little endian, in this order, no padding.
type Limits struct {
	// Bytes always available to the partition.
	MemoryGuaranteed uint64
	// Bytes its memory never grows beyond.
	MemoryLimit uint64
	// Bytes of its memory that exist now.
	MemorySize uint64
	// Processor time per period, in ns; 0 without a budget.
	BudgetNs uint64
	// Period of the budget, in ns; 0 without a budget.
	PeriodNs uint64
	// Time slice among equals, in ns.
	SliceNs uint64
	// 1..99, larger is more important; 0 is a normal partition.
	Priority uint32
	// 0 dispatched, 1 threaded.
	Mode uint32
}

const sizeLimits = 56

func readLimits(from *[sizeLimits]byte) Limits {
	return Limits{
		MemoryGuaranteed: binary.LittleEndian.Uint64(from[0:]),
		MemoryLimit:      binary.LittleEndian.Uint64(from[8:]),
		MemorySize:       binary.LittleEndian.Uint64(from[16:]),
		BudgetNs:         binary.LittleEndian.Uint64(from[24:]),
		PeriodNs:         binary.LittleEndian.Uint64(from[32:]),
		SliceNs:          binary.LittleEndian.Uint64(from[40:]),
		Priority:         binary.LittleEndian.Uint32(from[48:]),
		Mode:             binary.LittleEndian.Uint32(from[52:]),
	}
}

// Status: A partition as the controller sees it; filled by `status`.
type Status struct {
	// The partition.
	ID uint64
	// Processor time used, in ns.
	CPUNs uint64
	// Bytes of memory that Linux holds for it.
	Committed uint64
	// Its memory limit in bytes.
	MemoryLimit uint64
	// A state of `codes.toml`.
	State uint32
	// 1..99, or 0 for a normal partition.
	Priority uint32
	// How often the restart policy has started it again.
	Restarts uint32
	// A fault of `codes.toml`; 0 for none.
	Fault uint32
}

const sizeStatus = 48

func readStatus(from *[sizeStatus]byte) Status {
	return Status{
		ID:          binary.LittleEndian.Uint64(from[0:]),
		CPUNs:       binary.LittleEndian.Uint64(from[8:]),
		Committed:   binary.LittleEndian.Uint64(from[16:]),
		MemoryLimit: binary.LittleEndian.Uint64(from[24:]),
		State:       binary.LittleEndian.Uint32(from[32:]),
		Priority:    binary.LittleEndian.Uint32(from[36:]),
		Restarts:    binary.LittleEndian.Uint32(from[40:]),
		Fault:       binary.LittleEndian.Uint32(from[44:]),
	}
}

// Event: Something that happened to a partition; filled by `next-event`.
type Event struct {
	// Counts up by one; a gap is the number of events that were dropped.
	Sequence uint64
	// Monotonic time in ns.
	AtNs uint64
	// The partition it happened to.
	ID uint64
	// An event kind of `codes.toml`.
	Kind uint32
	// The fault, exit status or limit that goes with the kind.
	Detail uint32
}

const sizeEvent = 32

func readEvent(from *[sizeEvent]byte) Event {
	return Event{
		Sequence: binary.LittleEndian.Uint64(from[0:]),
		AtNs:     binary.LittleEndian.Uint64(from[8:]),
		ID:       binary.LittleEndian.Uint64(from[16:]),
		Kind:     binary.LittleEndian.Uint32(from[24:]),
		Detail:   binary.LittleEndian.Uint32(from[28:]),
	}
}

// Component: A component of an app, as its manifest declares it; filled by `component`.
type Component struct {
	// Bytes that live as long as the component; 0 where it is not real-time.
	Persistent uint64
	// Bytes that live as long as one release: the most that any of its callbacks may have.
	Release uint64
	// Bytes kept for it beyond those.
	Spare uint64
	// Processor time in ns of one collection of its heap; 0 where none is declared.
	CollectionNs uint64
	// Which it is, counted from 0: services in the order of the manifest, then receivers.
	Index uint32
	// A component kind of `codes.toml`.
	Kind uint32
	// How many callbacks it has: its own, then its tasks, then its receivers.
	Callbacks uint32
	// How many components the app has.
	Components uint32
}

const sizeComponent = 48

func readComponent(from *[sizeComponent]byte) Component {
	return Component{
		Persistent:   binary.LittleEndian.Uint64(from[0:]),
		Release:      binary.LittleEndian.Uint64(from[8:]),
		Spare:        binary.LittleEndian.Uint64(from[16:]),
		CollectionNs: binary.LittleEndian.Uint64(from[24:]),
		Index:        binary.LittleEndian.Uint32(from[32:]),
		Kind:         binary.LittleEndian.Uint32(from[36:]),
		Callbacks:    binary.LittleEndian.Uint32(from[40:]),
		Components:   binary.LittleEndian.Uint32(from[44:]),
	}
}

// CallbackTerms: A callback of a component, as the manifest declares it; filled by `callback`.
type CallbackTerms struct {
	// Time between releases in ns; 0 where it has none.
	PeriodNs uint64
	// Time from release to completion that may pass, in ns; 0 for none.
	DeadlineNs uint64
	// Processor time of the most costly release in ns; 0 where none is declared.
	CostNs uint64
	// When it is first released after the zero of its app, in ns.
	StartNs uint64
	// Bytes that live as long as one release of it.
	Release uint64
	// A callback kind of `codes.toml`.
	Kind uint32
	// 1..99, larger is more important; 0 is normal.
	Priority uint32
	// A reaction of `codes.toml` to an overrun.
	OnOverrun uint32
	// A reaction of `codes.toml` to a deadline miss.
	OnMiss uint32
}

const sizeCallbackTerms = 56

func readCallbackTerms(from *[sizeCallbackTerms]byte) CallbackTerms {
	return CallbackTerms{
		PeriodNs:   binary.LittleEndian.Uint64(from[0:]),
		DeadlineNs: binary.LittleEndian.Uint64(from[8:]),
		CostNs:     binary.LittleEndian.Uint64(from[16:]),
		StartNs:    binary.LittleEndian.Uint64(from[24:]),
		Release:    binary.LittleEndian.Uint64(from[32:]),
		Kind:       binary.LittleEndian.Uint32(from[40:]),
		Priority:   binary.LittleEndian.Uint32(from[44:]),
		OnOverrun:  binary.LittleEndian.Uint32(from[48:]),
		OnMiss:     binary.LittleEndian.Uint32(from[52:]),
	}
}

// Release: One release of a callback; filled by `next`.
type Release struct {
	// Counts the releases of this callback from 0; a gap is releases that were left out.
	Sequence uint64
	// Monotonic time in ns at which it was due.
	ReleasedNs uint64
	// Monotonic time in ns by which it has to complete; 0 for none.
	DeadlineNs uint64
	// What is to be done: an occasion of `codes.toml`.
	What uint32
	// Which callback of the component, counted from 0; 0 is its own.
	Callback uint32
	// Of an occasion `message`: bytes of the message it is for; 0 of one that came through a window.
	Length uint32
	// Of an occasion `overran` or `missed`: how many releases it is about.
	Count uint32
}

const sizeRelease = 40

func readRelease(from *[sizeRelease]byte) Release {
	return Release{
		Sequence:   binary.LittleEndian.Uint64(from[0:]),
		ReleasedNs: binary.LittleEndian.Uint64(from[8:]),
		DeadlineNs: binary.LittleEndian.Uint64(from[16:]),
		What:       binary.LittleEndian.Uint32(from[24:]),
		Callback:   binary.LittleEndian.Uint32(from[28:]),
		Length:     binary.LittleEndian.Uint32(from[32:]),
		Count:      binary.LittleEndian.Uint32(from[36:]),
	}
}

// ChannelTerms: A channel as one of its users sees it; filled by `describe`.
type ChannelTerms struct {
	// Messages of the caller that gave way to others since it opened the channel.
	Lost uint64
	// Bytes of one message at most.
	Bytes uint32
	// Messages that may wait for one receiver.
	Depth uint32
	// Messages that wait now: for the caller if it receives, else for all.
	Waiting uint32
	// A channel kind of `codes.toml`.
	Kind uint32
	// An element of `codes.toml`: what messages are made of.
	Element uint32
	// How many receive from it now.
	Receivers uint32
}

const sizeChannelTerms = 32

func readChannelTerms(from *[sizeChannelTerms]byte) ChannelTerms {
	return ChannelTerms{
		Lost:      binary.LittleEndian.Uint64(from[0:]),
		Bytes:     binary.LittleEndian.Uint32(from[8:]),
		Depth:     binary.LittleEndian.Uint32(from[12:]),
		Waiting:   binary.LittleEndian.Uint32(from[16:]),
		Kind:      binary.LittleEndian.Uint32(from[20:]),
		Element:   binary.LittleEndian.Uint32(from[24:]),
		Receivers: binary.LittleEndian.Uint32(from[28:]),
	}
}

// Letter: A message that was taken; filled by `take` and `receive`.
type Letter struct {
	// Who sent it; 0: a Linux process.
	Sender uint64
	// Monotonic time in ns at which it was sent.
	SentNs uint64
	// The handle to read and release it by; of `receive` the largest number, as it is released.
	Message uint32
	// Bytes it has.
	Length uint32
	// What the sender calls it.
	Kind uint32
	// 1..99, larger is more important; 0 is normal.
	Priority uint32
	// The caller's handle of the channel it came through.
	Channel uint32
	// A form of `codes.toml`: what its bytes are.
	Form uint32
}

const sizeLetter = 40

func readLetter(from *[sizeLetter]byte) Letter {
	return Letter{
		Sender:   binary.LittleEndian.Uint64(from[0:]),
		SentNs:   binary.LittleEndian.Uint64(from[8:]),
		Message:  binary.LittleEndian.Uint32(from[16:]),
		Length:   binary.LittleEndian.Uint32(from[20:]),
		Kind:     binary.LittleEndian.Uint32(from[24:]),
		Priority: binary.LittleEndian.Uint32(from[28:]),
		Channel:  binary.LittleEndian.Uint32(from[32:]),
		Form:     binary.LittleEndian.Uint32(from[36:]),
	}
}

// Incoming: What `accept` brought; filled by it.
type Incoming struct {
	// Who calls, or sent; of a death who died.
	Caller uint64
	// Monotonic time in ns by which the caller wants its answer; the largest number for none.
	DeadlineNs uint64
	// An occasion of a callee, of `codes.toml`.
	What uint32
	// Which interface, as `offer` numbered it; of a death the handle that was watched.
	Target uint32
	// What of it: the number that the caller gave.
	Method uint32
	// Bytes of the request.
	Length uint32
}

const sizeIncoming = 32

func readIncoming(from *[sizeIncoming]byte) Incoming {
	return Incoming{
		Caller:     binary.LittleEndian.Uint64(from[0:]),
		DeadlineNs: binary.LittleEndian.Uint64(from[8:]),
		What:       binary.LittleEndian.Uint32(from[16:]),
		Target:     binary.LittleEndian.Uint32(from[20:]),
		Method:     binary.LittleEndian.Uint32(from[24:]),
		Length:     binary.LittleEndian.Uint32(from[28:]),
	}
}

// WindowTerms: A window as one of its users sees it; filled by `describe`.
type WindowTerms struct {
	// Bytes of memory that it takes in the caller's: its buffers, one after the other.
	Bytes uint64
	// Bytes from the beginning of one buffer to that of the next.
	Stride uint32
	// Bytes that a buffer holds at most.
	Capacity uint32
	// How many buffers there are.
	Buffers uint32
	// The range given to `open` begins at a multiple of this.
	Alignment uint32
	// The range begins here or above: below lies memory that the program began with.
	Floor uint32
	// An ownership of `codes.toml`.
	Ownership uint32
}

const sizeWindowTerms = 32

func readWindowTerms(from *[sizeWindowTerms]byte) WindowTerms {
	return WindowTerms{
		Bytes:     binary.LittleEndian.Uint64(from[0:]),
		Stride:    binary.LittleEndian.Uint32(from[8:]),
		Capacity:  binary.LittleEndian.Uint32(from[12:]),
		Buffers:   binary.LittleEndian.Uint32(from[16:]),
		Alignment: binary.LittleEndian.Uint32(from[20:]),
		Floor:     binary.LittleEndian.Uint32(from[24:]),
		Ownership: binary.LittleEndian.Uint32(from[28:]),
	}
}

// Parcel: A buffer that was taken; filled by `take`.
type Parcel struct {
	// Counts what was sent through the window up by one; a gap is what gave way to others.
	Sequence uint64
	// The buffer; its index is what is left of division by 256.
	Buffer uint32
	// Bytes that were sent in it.
	Length uint32
}

const sizeParcel = 16

func readParcel(from *[sizeParcel]byte) Parcel {
	return Parcel{
		Sequence: binary.LittleEndian.Uint64(from[0:]),
		Buffer:   binary.LittleEndian.Uint32(from[8:]),
		Length:   binary.LittleEndian.Uint32(from[12:]),
	}
}

//go:wasmimport terrace log
//go:noescape
func rawLog(level uint32, text unsafe.Pointer, textLen uint32) int32

// sysLog: Append one record to the partition's log. Longer text is cut at `log-bytes`; a full
// log drops and counts. Never blocks.
func sysLog(level uint32, text []byte) int32 {
	return rawLog(level, unsafe.Pointer(unsafe.SliceData(text)), uint32(len(text)))
}

// sysNow: Monotonic time in ns.
//
//go:wasmimport terrace now
func sysNow() uint64

// sysID: The caller's own partition id.
//
//go:wasmimport terrace id
func sysID() uint64

//go:wasmimport terrace limits
//go:noescape
func rawLimits(out unsafe.Pointer, outLen uint32) int32

// sysLimits: Fill `out` with a `limits` record. Returns its length, or `too-long`.
func sysLimits(out []byte) int32 {
	return rawLimits(unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

// sysYield: Let others of equal priority run first. Call it in a loop while it answers `again`:
// the processor changes hands at the safe point in between.
//
//go:wasmimport terrace yield
func sysYield() int32

// sysSleepUntil: Rest until the monotonic time `until` in ns. Call it in a loop while it answers
// `again`. Answers `ok` once the time has come, `stopping` as soon as a stop was asked for.
//
//go:wasmimport terrace sleep_until
func sysSleepUntil(until uint64) int32

// sysStopRequested: 1 once a polite stop was asked for, else 0.
//
//go:wasmimport terrace stop_requested
func sysStopRequested() int32

// sysExit: End the partition with this status. Does not return.
//
//go:wasmimport terrace exit
func sysExit(status int32)

//go:wasmimport terrace fail
//go:noescape
func rawFail(what unsafe.Pointer, whatLen uint32)

// sysFail: End the partition with the fault `uncaught`: an error of its own that nothing in it handles.
// `what` says which, in one line, cut at `log-bytes`. Does not return.
func sysFail(what []byte) {
	rawFail(unsafe.Pointer(unsafe.SliceData(what)), uint32(len(what)))
}

//go:wasmimport terrace_control create
//go:noescape
func rawControlCreate(app unsafe.Pointer, appLen uint32, name unsafe.Pointer, nameLen uint32) int64

// sysControlCreate: Create a partition of an installed app. Returns its id, or a negative code.
func sysControlCreate(app []byte, name []byte) int64 {
	return rawControlCreate(unsafe.Pointer(unsafe.SliceData(app)), uint32(len(app)), unsafe.Pointer(unsafe.SliceData(name)), uint32(len(name)))
}

// sysControlStart: Start a partition that is installed, stopped or faulted.
//
//go:wasmimport terrace_control start
func sysControlStart(id uint64) int32

// sysControlSuspend: Let a partition use no processor, from its next safe point on.
//
//go:wasmimport terrace_control suspend
func sysControlSuspend(id uint64) int32

// sysControlResume: Let a suspended partition go on.
//
//go:wasmimport terrace_control resume
func sysControlResume(id uint64) int32

// sysControlStop: Ask politely; forced after the grace time.
//
//go:wasmimport terrace_control stop
func sysControlStop(id uint64) int32

// sysControlKill: End a partition by force, wherever it stands.
//
//go:wasmimport terrace_control kill
func sysControlKill(id uint64) int32

// sysControlRestart: End a partition and start it again.
//
//go:wasmimport terrace_control restart
func sysControlRestart(id uint64) int32

// sysControlSetLimit: Change one limit of a partition; `what` is a limit of `codes.toml`.
//
//go:wasmimport terrace_control set_limit
func sysControlSetLimit(id uint64, what uint32, value uint64) int32

// sysControlTrim: Ask a partition to give memory back; `level` is a trim level of `codes.toml`.
//
//go:wasmimport terrace_control trim
func sysControlTrim(id uint64, level uint32) int32

//go:wasmimport terrace_control list
//go:noescape
func rawControlList(out unsafe.Pointer, outLen uint32) int32

// sysControlList: Fill `out` with partition ids, 8 bytes each. Returns how many there are in all.
func sysControlList(out []byte) int32 {
	return rawControlList(unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_control status
//go:noescape
func rawControlStatus(id uint64, out unsafe.Pointer, outLen uint32) int32

// sysControlStatus: Fill `out` with a `status` record. Returns its length.
func sysControlStatus(id uint64, out []byte) int32 {
	return rawControlStatus(id, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_control name
//go:noescape
func rawControlName(id uint64, out unsafe.Pointer, outLen uint32) int32

// sysControlName: The partition's name. Returns its length.
func sysControlName(id uint64, out []byte) int32 {
	return rawControlName(id, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_control next_event
//go:noescape
func rawControlNextEvent(until uint64, out unsafe.Pointer, outLen uint32) int32

// sysControlNextEvent: Fill `out` with the next `event` record since this partition last asked. Returns its
// length, `timeout` when `until` passed without one, `again` to be called once more,
// `stopping` once a stop was asked for.
func sysControlNextEvent(until uint64, out []byte) int32 {
	return rawControlNextEvent(until, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_realtime component
//go:noescape
func rawRealtimeComponent(out unsafe.Pointer, outLen uint32) int32

// sysRealtimeComponent: Fill `out` with a `component` record: which component this instance is. Returns its length.
func sysRealtimeComponent(out []byte) int32 {
	return rawRealtimeComponent(unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_realtime callback
//go:noescape
func rawRealtimeCallback(index uint32, out unsafe.Pointer, outLen uint32) int32

// sysRealtimeCallback: Fill `out` with a `callback-terms` record. Callback 0 is the component's own (creation, start
// command, or for a receiver its messages). Returns its length.
func sysRealtimeCallback(index uint32, out []byte) int32 {
	return rawRealtimeCallback(index, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_realtime name
//go:noescape
func rawRealtimeName(index uint32, out unsafe.Pointer, outLen uint32) int32

// sysRealtimeName: The name of a callback, as the manifest has it. Returns its length.
func sysRealtimeName(index uint32, out []byte) int32 {
	return rawRealtimeName(index, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_realtime next
//go:noescape
func rawRealtimeNext(until uint64, out unsafe.Pointer, outLen uint32) int32

// sysRealtimeNext: Complete the release that runs, if one does; then rest until a callback is due, at most until
// the monotonic time `until` in ns, and fill `out` with a `release` record. Returns its
// length; `again` to be called once more with the same arguments; `timeout` when `until`
// passed first; `stopping` once the component has been destroyed because the app stops.
func sysRealtimeNext(until uint64, out []byte) int32 {
	return rawRealtimeNext(until, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

// sysRealtimeComplete: Complete the release that runs. What follows, up to `next`, is part of none: the place for a
// collection, or for a reset of the memory of the release.
//
//go:wasmimport terrace_realtime complete
func sysRealtimeComplete() int32

// sysRealtimeDue: Monotonic time in ns of the next release of this component, as far as it is known now: before
// now when one is due, the largest number when there is none.
//
//go:wasmimport terrace_realtime due
func sysRealtimeDue() uint64

// sysRealtimeSetPriority: Run at this priority until the release completes: 1..99, or 0 for normal; not above
// the most important callback of the component. Call it in a loop while it answers `again`.
//
//go:wasmimport terrace_realtime set_priority
func sysRealtimeSetPriority(level uint32) int32

//go:wasmimport terrace_realtime start
//go:noescape
func rawRealtimeStart(service unsafe.Pointer, serviceLen uint32) int32

// sysRealtimeStart: Start a stopped service of this app: creation, start command, then what is nested in it.
func sysRealtimeStart(service []byte) int32 {
	return rawRealtimeStart(unsafe.Pointer(unsafe.SliceData(service)), uint32(len(service)))
}

//go:wasmimport terrace_realtime stop
//go:noescape
func rawRealtimeStop(service unsafe.Pointer, serviceLen uint32) int32

// sysRealtimeStop: Stop a service of this app after the release that runs, with all that is nested in it.
func sysRealtimeStop(service []byte) int32 {
	return rawRealtimeStop(unsafe.Pointer(unsafe.SliceData(service)), uint32(len(service)))
}

//go:wasmimport terrace_realtime pause
//go:noescape
func rawRealtimePause(service unsafe.Pointer, serviceLen uint32) int32

// sysRealtimePause: Let a service of this app have no releases, with all that is nested in it.
func sysRealtimePause(service []byte) int32 {
	return rawRealtimePause(unsafe.Pointer(unsafe.SliceData(service)), uint32(len(service)))
}

//go:wasmimport terrace_realtime resume
//go:noescape
func rawRealtimeResume(service unsafe.Pointer, serviceLen uint32) int32

// sysRealtimeResume: Let a paused or suspended service of this app have releases again.
func sysRealtimeResume(service []byte) int32 {
	return rawRealtimeResume(unsafe.Pointer(unsafe.SliceData(service)), uint32(len(service)))
}

//go:wasmimport terrace_realtime enter
//go:noescape
func rawRealtimeEnter(shared unsafe.Pointer, sharedLen uint32) int32

// sysRealtimeEnter: Enter the shared resource of this name, as `uses` of the manifest declares it: nobody else
// that uses it runs until `leave`. Call it in a loop while it answers `again`.
func sysRealtimeEnter(shared []byte) int32 {
	return rawRealtimeEnter(unsafe.Pointer(unsafe.SliceData(shared)), uint32(len(shared)))
}

// sysRealtimeLeave: Leave the resource that was entered last.
//
//go:wasmimport terrace_realtime leave
func sysRealtimeLeave() int32

//go:wasmimport terrace_realtime message
//go:noescape
func rawRealtimeMessage(out unsafe.Pointer, outLen uint32, data unsafe.Pointer, dataLen uint32) int32

// sysRealtimeMessage: Of the message that the release which runs is for: fill `out` with its `letter` record, and `data`
// with its first bytes, as many as there is room for and `message-copy-bytes` at most. Returns the
// length of the record; `not-found` where the release is for none, or for one that came through a
// window. Until the release completes the rest can be had by `read` of the interface `message`.
func sysRealtimeMessage(out []byte, data []byte) int32 {
	return rawRealtimeMessage(unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)), unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
}

//go:wasmimport terrace_message open
//go:noescape
func rawMessageOpen(channel unsafe.Pointer, channelLen uint32, role uint32) int32

// sysMessageOpen: Open a channel in a role of `codes.toml`. Returns its handle, the same one each time;
// `undeclared`, `unpermitted`, `no-memory`, or `full` with `message-channels` open. Makes the
// slots that the caller needs: not for a release of a real-time component.
func sysMessageOpen(channel []byte, role uint32) int32 {
	return rawMessageOpen(unsafe.Pointer(unsafe.SliceData(channel)), uint32(len(channel)), role)
}

// sysMessageClose: Give a channel up, with what is held of it, and what waits for the caller alone.
//
//go:wasmimport terrace_message close
func sysMessageClose(channel uint32) int32

//go:wasmimport terrace_message describe
//go:noescape
func rawMessageDescribe(channel uint32, out unsafe.Pointer, outLen uint32) int32

// sysMessageDescribe: Fill `out` with a `channel-terms` record. Returns its length.
func sysMessageDescribe(channel uint32, out []byte) int32 {
	return rawMessageDescribe(channel, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

// sysMessageObtain: Take an empty slot of a channel that the caller opened to send. Returns its handle, or
// `held` while the caller has `message-held` of them that are neither sent nor released.
//
//go:wasmimport terrace_message obtain
func sysMessageObtain(channel uint32) int32

//go:wasmimport terrace_message fill
//go:noescape
func rawMessageFill(message uint32, offset uint32, data unsafe.Pointer, dataLen uint32) int32

// sysMessageFill: Copy into a slot that was obtained, from `offset` on; not beyond where it has been
// filled so far (`invalid`) or its end (`too-long`). Returns the bytes copied: at most
// `message-copy-bytes`.
func sysMessageFill(message uint32, offset uint32, data []byte) int32 {
	return rawMessageFill(message, offset, unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
}

// sysMessageSend: Send the first `length` bytes of a slot that was obtained: `invalid` beyond what was filled.
// `kind` is what the sender calls it, for `remove`. `priority` is the sender's own, or a
// lower one; what lies above counts as the sender's own. Delivered at the monotonic time `at` in
// ns, or now if that has passed. Returns in how many queues it waits, for a broadcast
// possibly none; `crowded` when it had to be refused everywhere. The slot is given up either way.
//
//go:wasmimport terrace_message send
func sysMessageSend(message uint32, length uint32, kind uint32, priority uint32, at uint64) int32

//go:wasmimport terrace_message post
//go:noescape
func rawMessagePost(channel uint32, data unsafe.Pointer, dataLen uint32, kind uint32, priority uint32, at uint64) int32

// sysMessagePost: `obtain`, `fill` and `send` of at most `message-copy-bytes`.
func sysMessagePost(channel uint32, data []byte, kind uint32, priority uint32, at uint64) int32 {
	return rawMessagePost(channel, unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)), kind, priority, at)
}

//go:wasmimport terrace_message take
//go:noescape
func rawMessageTake(channel uint32, until uint64, out unsafe.Pointer, outLen uint32) int32

// sysMessageTake: Take the next message from a channel that the caller opened to receive, or with the largest
// number for `channel` from whichever has the most important: by the order of the
// channel, then as they came. Fill `out` with a `letter` record and return its length.
// `again` to be called once more with the same arguments, `timeout` when `until` passed
// first, `stopping` once a stop was asked for and nothing waits, `held` while the caller has
// `message-held` of this channel that it has not released.
func sysMessageTake(channel uint32, until uint64, out []byte) int32 {
	return rawMessageTake(channel, until, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_message read
//go:noescape
func rawMessageRead(message uint32, offset uint32, out unsafe.Pointer, outLen uint32) int32

// sysMessageRead: Copy from a message that was taken, from `offset` on. Returns the bytes copied: at most
// `message-copy-bytes`, 0 at its end.
func sysMessageRead(message uint32, offset uint32, out []byte) int32 {
	return rawMessageRead(message, offset, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

// sysMessageRelease: Give back a message that was taken, or a slot that was obtained and not sent.
//
//go:wasmimport terrace_message release
func sysMessageRelease(message uint32) int32

//go:wasmimport terrace_message receive
//go:noescape
func rawMessageReceive(channel uint32, until uint64, out unsafe.Pointer, outLen uint32, data unsafe.Pointer, dataLen uint32) int32

// sysMessageReceive: `take`, `read` and `release` of a message that fits into `data` and into
// `message-copy-bytes`; for a longer one `too-long`, and it waits on. Returns as `take` does.
func sysMessageReceive(channel uint32, until uint64, out []byte, data []byte) int32 {
	return rawMessageReceive(channel, until, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)), unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
}

// sysMessageRemove: Remove what waits and is of this kind: of a channel that the caller sends to its own messages,
// of one it receives from those for it. Returns how many.
//
//go:wasmimport terrace_message remove
func sysMessageRemove(channel uint32, kind uint32) int32

// sysMessageLost: How many messages of the caller gave way to others since it last asked.
//
//go:wasmimport terrace_message lost
func sysMessageLost(channel uint32) int32

//go:wasmimport terrace_message intent
//go:noescape
func rawMessageIntent(channel uint32, data unsafe.Pointer, dataLen uint32, kind uint32, priority uint32, at uint64) int32

// sysMessageIntent: As `post`, of an intent: an action and extras, in the form that the book defines; `invalid`
// for what is not in that form.
func sysMessageIntent(channel uint32, data []byte, kind uint32, priority uint32, at uint64) int32 {
	return rawMessageIntent(channel, unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)), kind, priority, at)
}

//go:wasmimport terrace_message filter
//go:noescape
func rawMessageFilter(channel uint32, actions unsafe.Pointer, actionsLen uint32) int32

// sysMessageFilter: From now on deliver to the caller, of the intents of a broadcast, only those with one of these
// actions, a zero byte between them; empty: all. What is no intent comes as before. Not for a
// release of a real-time component.
func sysMessageFilter(channel uint32, actions []byte) int32 {
	return rawMessageFilter(channel, unsafe.Pointer(unsafe.SliceData(actions)), uint32(len(actions)))
}

//go:wasmimport terrace_call offer
//go:noescape
func rawCallOffer(name unsafe.Pointer, nameLen uint32) int32

// sysCallOffer: Answer an interface that the manifest declares under `[[export]]`, from now on. Returns its
// number, counted from 0 in the order of the manifest.
func sysCallOffer(name []byte) int32 {
	return rawCallOffer(unsafe.Pointer(unsafe.SliceData(name)), uint32(len(name)))
}

//go:wasmimport terrace_call find
//go:noescape
func rawCallFind(name unsafe.Pointer, nameLen uint32) int32

// sysCallFind: Look an interface up: `PARTITION/INTERFACE`, `APP/INTERFACE` (the partition of that app that
// offered it first), or `INTERFACE` of the caller's own app. Returns a handle; `not-found`
// while nobody offers it, `denied` if its manifest does not name the caller.
func sysCallFind(name []byte) int32 {
	return rawCallFind(unsafe.Pointer(unsafe.SliceData(name)), uint32(len(name)))
}

// sysCallClose: Give a handle back. What was watched with it is not any more.
//
//go:wasmimport terrace_call close
func sysCallClose(handle uint32) int32

//go:wasmimport terrace_call call
//go:noescape
func rawCallCall(handle uint32, method uint32, request unsafe.Pointer, requestLen uint32, reply unsafe.Pointer, replyLen uint32, until uint64) int32

// sysCallCall: Call, and wait for the reply, at most until the monotonic time `until` in ns. Call it in a
// loop with the same arguments while it answers `again`. Returns the length of the
// reply; `timeout`, `dead`, `cycle`, `request-too-long`, `reply-too-long`.
func sysCallCall(handle uint32, method uint32, request []byte, reply []byte, until uint64) int32 {
	return rawCallCall(handle, method, unsafe.Pointer(unsafe.SliceData(request)), uint32(len(request)), unsafe.Pointer(unsafe.SliceData(reply)), uint32(len(reply)), until)
}

//go:wasmimport terrace_call send
//go:noescape
func rawCallSend(handle uint32, method uint32, request unsafe.Pointer, requestLen uint32) int32

// sysCallSend: Send a request that nobody answers. It is queued; `full` when the callee's queue is.
func sysCallSend(handle uint32, method uint32, request []byte) int32 {
	return rawCallSend(handle, method, unsafe.Pointer(unsafe.SliceData(request)), uint32(len(request)))
}

//go:wasmimport terrace_call accept
//go:noescape
func rawCallAccept(until uint64, out unsafe.Pointer, outLen uint32, request unsafe.Pointer, requestLen uint32) int32

// sysCallAccept: Rest until somebody calls, sends or has died, at most until the monotonic time `until` in
// ns. Fills `out` with an `incoming` record and `request` with the request. Call it in a loop
// with the same arguments while it answers `again`. Returns the length of the record;
// `timeout`, `stopping`, or `wrong-state` while a call waits for its reply.
func sysCallAccept(until uint64, out []byte, request []byte) int32 {
	return rawCallAccept(until, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)), unsafe.Pointer(unsafe.SliceData(request)), uint32(len(request)))
}

//go:wasmimport terrace_call reply
//go:noescape
func rawCallReply(reply unsafe.Pointer, replyLen uint32) int32

// sysCallReply: Answer the call that was accepted. `reply-too-long` when it does not fit in the
// caller's buffer: the caller is told the same. The caller goes on when this partition rests next.
func sysCallReply(reply []byte) int32 {
	return rawCallReply(unsafe.Pointer(unsafe.SliceData(reply)), uint32(len(reply)))
}

// sysCallWatch: Have `accept` tell when the partition behind this handle has ended.
//
//go:wasmimport terrace_call watch
func sysCallWatch(handle uint32) int32

//go:wasmimport terrace_window describe
//go:noescape
func rawWindowDescribe(channel unsafe.Pointer, channelLen uint32, out unsafe.Pointer, outLen uint32) int32

// sysWindowDescribe: Fill `out` with a `window-terms` record: what memory the caller has to have ready. Returns
// its length; `not-found` while no partition of the app lives that declares the channel.
func sysWindowDescribe(channel []byte, out []byte) int32 {
	return rawWindowDescribe(unsafe.Pointer(unsafe.SliceData(channel)), uint32(len(channel)), unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_window open
//go:noescape
func rawWindowOpen(channel unsafe.Pointer, channelLen uint32, part uint32, memory unsafe.Pointer, memoryLen uint32) int32

// sysWindowOpen: Map a window over `memory`, bytes of the caller that no allocator gives to anybody else: as
// `window-terms` says, else `misplaced`. What was there is lost. `part` is a part
// of `codes.toml`. Returns the window; `denied` when the channel does not permit it,
// `occupied` when it has its publisher or no room for another subscriber. Call it in a loop
// while it answers `again`. Not for a release of a real-time component.
func sysWindowOpen(channel []byte, part uint32, memory []byte) int32 {
	return rawWindowOpen(unsafe.Pointer(unsafe.SliceData(channel)), uint32(len(channel)), part, unsafe.Pointer(unsafe.SliceData(memory)), uint32(len(memory)))
}

// sysWindowObtain: Take a free buffer of a window opened to publish. Returns the buffer; what is in it
// is what the caller itself left there, or zeros. Call it in a loop while it answers `again`;
// `timeout` when none became free until the monotonic time `until` in ns, `stopping` once a
// stop was asked for.
//
//go:wasmimport terrace_window obtain
func sysWindowObtain(window uint32, until uint64) int32

// sysWindowSend: Send the first `length` bytes of a buffer that was obtained. Returns to how many subscribers;
// `unheard` when there is none, and the buffer stays with the caller.
//
//go:wasmimport terrace_window send
func sysWindowSend(window uint32, buffer uint32, length uint32) int32

//go:wasmimport terrace_window take
//go:noescape
func rawWindowTake(window uint32, until uint64, out unsafe.Pointer, outLen uint32) int32

// sysWindowTake: Take what was sent first of a window opened to subscribe, and fill `out` with a `parcel`
// record. Returns its length; `again`, `timeout` and `stopping` as `obtain` does; `held-up`
// while the caller holds as many buffers as it may: all but one, or the only one.
func sysWindowTake(window uint32, until uint64, out []byte) int32 {
	return rawWindowTake(window, until, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

// sysWindowRelease: Give back a buffer that was taken, or one that was obtained and not sent.
//
//go:wasmimport terrace_window release
func sysWindowRelease(window uint32, buffer uint32) int32

// sysWindowClose: Close a window: its range is memory of the caller again, of zeros. What it held is free.
//
//go:wasmimport terrace_window close
func sysWindowClose(window uint32) int32

//go:wasmimport terrace_provider query
//go:noescape
func rawProviderQuery(uri unsafe.Pointer, uriLen uint32, columns unsafe.Pointer, columnsLen uint32, selection unsafe.Pointer, selectionLen uint32, arguments unsafe.Pointer, argumentsLen uint32, order unsafe.Pointer, orderLen uint32, limit uint32) int32

// sysProviderQuery: Ask for rows. `columns` are names of columns with commas between, or `count(*)` and `count`, `min`, `max`,
// `sum`, `avg` of a column; empty: `id` and all others. `selection` is an expression of SQL over the
// columns, or empty for all rows. `order` is names of columns with commas between, each perhaps with
// `desc` after it; or empty. At most `limit` rows, or all for 0. The rows are as they were at this moment,
// whatever happens to the table later. Returns a cursor; `not-found` for no such provider or table, `denied`,
// `invalid`, `timeout`, `too-long` for more rows than one query may have.
func sysProviderQuery(uri []byte, columns []byte, selection []byte, arguments []byte, order []byte, limit uint32) int32 {
	return rawProviderQuery(unsafe.Pointer(unsafe.SliceData(uri)), uint32(len(uri)), unsafe.Pointer(unsafe.SliceData(columns)), uint32(len(columns)), unsafe.Pointer(unsafe.SliceData(selection)), uint32(len(selection)), unsafe.Pointer(unsafe.SliceData(arguments)), uint32(len(arguments)), unsafe.Pointer(unsafe.SliceData(order)), uint32(len(order)), limit)
}

//go:wasmimport terrace_provider next
//go:noescape
func rawProviderNext(cursor uint32, rows unsafe.Pointer, rowsLen uint32) int32

// sysProviderNext: Fill `rows` with the next whole rows of a cursor. Returns how many bytes; 0 after the last one; `too-long`
// when the next row does not fit.
func sysProviderNext(cursor uint32, rows []byte) int32 {
	return rawProviderNext(cursor, unsafe.Pointer(unsafe.SliceData(rows)), uint32(len(rows)))
}

// sysProviderClose: Give a cursor back.
//
//go:wasmimport terrace_provider close
func sysProviderClose(cursor uint32) int32

//go:wasmimport terrace_provider insert
//go:noescape
func rawProviderInsert(uri unsafe.Pointer, uriLen uint32, values unsafe.Pointer, valuesLen uint32) int64

// sysProviderInsert: Add a row. Returns its id; `conflict`, `full` when the provider has reached its limit.
func sysProviderInsert(uri []byte, values []byte) int64 {
	return rawProviderInsert(unsafe.Pointer(unsafe.SliceData(uri)), uint32(len(uri)), unsafe.Pointer(unsafe.SliceData(values)), uint32(len(values)))
}

//go:wasmimport terrace_provider update
//go:noescape
func rawProviderUpdate(uri unsafe.Pointer, uriLen uint32, values unsafe.Pointer, valuesLen uint32, selection unsafe.Pointer, selectionLen uint32, arguments unsafe.Pointer, argumentsLen uint32) int64

// sysProviderUpdate: Change rows. Returns how many.
func sysProviderUpdate(uri []byte, values []byte, selection []byte, arguments []byte) int64 {
	return rawProviderUpdate(unsafe.Pointer(unsafe.SliceData(uri)), uint32(len(uri)), unsafe.Pointer(unsafe.SliceData(values)), uint32(len(values)), unsafe.Pointer(unsafe.SliceData(selection)), uint32(len(selection)), unsafe.Pointer(unsafe.SliceData(arguments)), uint32(len(arguments)))
}

//go:wasmimport terrace_provider delete
//go:noescape
func rawProviderDelete(uri unsafe.Pointer, uriLen uint32, selection unsafe.Pointer, selectionLen uint32, arguments unsafe.Pointer, argumentsLen uint32) int64

// sysProviderDelete: Remove rows. Returns how many.
func sysProviderDelete(uri []byte, selection []byte, arguments []byte) int64 {
	return rawProviderDelete(unsafe.Pointer(unsafe.SliceData(uri)), uint32(len(uri)), unsafe.Pointer(unsafe.SliceData(selection)), uint32(len(selection)), unsafe.Pointer(unsafe.SliceData(arguments)), uint32(len(arguments)))
}

//go:wasmimport terrace_provider call
//go:noescape
func rawProviderCall(uri unsafe.Pointer, uriLen uint32, arguments unsafe.Pointer, argumentsLen uint32) int32

// sysProviderCall: Run what the manifest declares under `[[provider.call]]`: all its statements, or none. `uri` is
// `content://PROVIDER/CALL`. Returns a cursor over what the last statement selected.
func sysProviderCall(uri []byte, arguments []byte) int32 {
	return rawProviderCall(unsafe.Pointer(unsafe.SliceData(uri)), uint32(len(uri)), unsafe.Pointer(unsafe.SliceData(arguments)), uint32(len(arguments)))
}

//go:wasmimport terrace_provider observe
//go:noescape
func rawProviderObserve(uri unsafe.Pointer, uriLen uint32, channel unsafe.Pointer, channelLen uint32) int32

// sysProviderObserve: Have changes of rows told: an intent with the action `terrace.changed` comes to a channel that the caller
// may send to and receive from, with `uri` (text), `change` (int, a change of `codes.toml`) and `rows` (long).
// `uri` may also be `content://PROVIDER`. A notice for which the channel has no room is told with the
// next one. Returns an observation.
func sysProviderObserve(uri []byte, channel []byte) int32 {
	return rawProviderObserve(unsafe.Pointer(unsafe.SliceData(uri)), uint32(len(uri)), unsafe.Pointer(unsafe.SliceData(channel)), uint32(len(channel)))
}

// sysProviderUnobserve: Have them told no more.
//
//go:wasmimport terrace_provider unobserve
func sysProviderUnobserve(observation uint32) int32

//go:wasmimport terrace_socket listen
//go:noescape
func rawSocketListen(address unsafe.Pointer, addressLen uint32) int32

// sysSocketListen: Listen at a granted address: `127.0.0.1:80`, `[::1]:80`. Returns a handle; `denied`,
// `in-use`, `full` with too many descriptors.
func sysSocketListen(address []byte) int32 {
	return rawSocketListen(unsafe.Pointer(unsafe.SliceData(address)), uint32(len(address)))
}

//go:wasmimport terrace_socket connect
//go:noescape
func rawSocketConnect(address unsafe.Pointer, addressLen uint32) int32

// sysSocketConnect: Begin a connection to a granted address. Returns a handle; `denied`, `refused`, `full`.
func sysSocketConnect(address []byte) int32 {
	return rawSocketConnect(unsafe.Pointer(unsafe.SliceData(address)), uint32(len(address)))
}

// sysSocketConnected: `ok` once the connection that was begun stands, `again` until then, `refused`.
//
//go:wasmimport terrace_socket connected
func sysSocketConnected(handle uint32) int32

// sysSocketAccept: Take a connection that came to a listener. Returns a handle; `again`, `full`.
//
//go:wasmimport terrace_socket accept
func sysSocketAccept(listener uint32) int32

//go:wasmimport terrace_socket receive
//go:noescape
func rawSocketReceive(handle uint32, out unsafe.Pointer, outLen uint32) int32

// sysSocketReceive: Copy what came, at most `socket-copy-bytes`. Returns the length, 0 at the end of what the other
// side sends; `again`, `reset`.
func sysSocketReceive(handle uint32, out []byte) int32 {
	return rawSocketReceive(handle, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

//go:wasmimport terrace_socket send
//go:noescape
func rawSocketSend(handle uint32, data unsafe.Pointer, dataLen uint32) int32

// sysSocketSend: Send. Returns how many bytes were taken, at most `socket-copy-bytes`; `again`, `reset`.
func sysSocketSend(handle uint32, data []byte) int32 {
	return rawSocketSend(handle, unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
}

// sysSocketShut: Nothing more will be sent.
//
//go:wasmimport terrace_socket shut
func sysSocketShut(handle uint32) int32

//go:wasmimport terrace_socket address
//go:noescape
func rawSocketAddress(handle uint32, which uint32, out unsafe.Pointer, outLen uint32) int32

// sysSocketAddress: The address of this side (`which` 0) or the other one (1), as text. Returns its length.
func sysSocketAddress(handle uint32, which uint32, out []byte) int32 {
	return rawSocketAddress(handle, which, unsafe.Pointer(unsafe.SliceData(out)), uint32(len(out)))
}

// sysSocketClose: Give a socket back.
//
//go:wasmimport terrace_socket close
func sysSocketClose(handle uint32) int32
