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

// Bounds an app can run into.
const (
	// Arguments, and variables of the environment, each.
	MaxArgs = 1024
	// All arguments together, and all variables together.
	MaxArgsBytes = 131072
	// Frames kept in a fault record.
	MaxBacktraceFrames = 32
	// Open files, sockets and streams of one partition.
	MaxDescriptors = 256
	// Events kept for an app that has not asked for them.
	MaxEvents = 1024
	// From a polite stop to a forced one.
	MaxGraceMs = 2000
	// An app image.
	MaxImageBytes = 268435456
	// Core instances of one component.
	MaxInstances = 30
	// Records of one partition kept for `terrace logs`.
	MaxJournalBytes = 262144
	// One log record; longer text is cut.
	MaxLogBytes = 1024
	// Records of one partition not yet read by the journal.
	MaxLogRingBytes = 16384
	// A manifest.
	MaxManifestBytes = 1048576
	// Linear memories of one partition.
	MaxMemories = 4
	// A partition's or app's name.
	MaxNameBytes = 64
	// Partitions of one process.
	MaxPartitions = 12000
	// Random bytes of one call.
	MaxRandomBytes = 1048576
	// Wasm stack of one partition.
	MaxStackBytes = 524288
	// Entries of all tables of one partition.
	MaxTableElements = 1000000
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
