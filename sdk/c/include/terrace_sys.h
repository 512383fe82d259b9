/* Generated from abi/ by `cargo run -p xtask -- bindings`. Do not edit.
 *
 * The guest interface of Terrace, version 0.1.0, as it is: numbers, records and calls.
 * Programs include terrace.h, which is the friendlier face of this file.
 */
#ifndef TERRACE_SYS_H
#define TERRACE_SYS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call answers. */
enum terrace_code {
    /* Done. */
    TERRACE_CODE_OK = 0,
    /* Not yet: call once more with the same arguments. */
    TERRACE_CODE_AGAIN = -1,
    /* The manifest does not permit it. */
    TERRACE_CODE_DENIED = -2,
    /* An argument is out of its range. */
    TERRACE_CODE_INVALID = -3,
    /* No such partition, app or name. */
    TERRACE_CODE_NOT_FOUND = -4,
    /* The buffer is too small, or the text too long. */
    TERRACE_CODE_TOO_LONG = -5,
    /* No room left; nothing was changed. */
    TERRACE_CODE_FULL = -6,
    /* The memory this needs is not available. */
    TERRACE_CODE_NO_MEMORY = -7,
    /* The partition's state does not allow it. */
    TERRACE_CODE_WRONG_STATE = -8,
    /* A polite stop was asked for. */
    TERRACE_CODE_STOPPING = -9,
    /* The time passed. */
    TERRACE_CODE_TIMEOUT = -10,
    /* This monitor cannot do it. */
    TERRACE_CODE_UNSUPPORTED = -11,
    /* No installed app declares a channel of this name. */
    TERRACE_CODE_UNDECLARED = -12,
    /* The channel's declaration does not let this app do it. */
    TERRACE_CODE_UNPERMITTED = -13,
    /* The channel is full of what is not less important. */
    TERRACE_CODE_CROWDED = -14,
    /* The caller has no such handle, or no longer. */
    TERRACE_CODE_STALE = -15,
    /* The caller has as many slots of this channel as it may. */
    TERRACE_CODE_HELD = -16,
    /* The channel is gone, with the app that declared it. */
    TERRACE_CODE_CLOSED = -17,
    /* The callee has ended; find the interface anew. */
    TERRACE_CODE_DEAD = -20,
    /* The callee waits, itself or through others, for the caller; the log names them. */
    TERRACE_CODE_CYCLE = -21,
    /* The request does not fit where the callee takes it. */
    TERRACE_CODE_REQUEST_TOO_LONG = -22,
    /* The reply does not fit in the caller's buffer. */
    TERRACE_CODE_REPLY_TOO_LONG = -23,
    /* Nobody receives from the window; the buffer stays with the caller. */
    TERRACE_CODE_UNHEARD = -30,
    /* The window has its publisher, or as many subscribers as it may. */
    TERRACE_CODE_OCCUPIED = -31,
    /* The range does not fit the window, or lies where none may. */
    TERRACE_CODE_MISPLACED = -32,
    /* The caller has no such window or buffer, or no longer. */
    TERRACE_CODE_FOREIGN = -33,
    /* The caller holds as many buffers of the window as it may. */
    TERRACE_CODE_HELD_UP = -34,
    /* A row would not be as its table requires; nothing was changed. */
    TERRACE_CODE_CONFLICT = -40,
    /* Another socket has the address. */
    TERRACE_CODE_IN_USE = -45,
    /* Nobody listens at the address, or it cannot be reached. */
    TERRACE_CODE_REFUSED = -46,
    /* The other side broke the connection off. */
    TERRACE_CODE_RESET = -47,
};

/* How much a log record matters. */
enum terrace_level {
    /* Something is broken. */
    TERRACE_LEVEL_ERROR = 1,
    /* Something is odd. */
    TERRACE_LEVEL_WARN = 2,
    /* Something happened. */
    TERRACE_LEVEL_INFO = 3,
    /* For who looks for a mistake. */
    TERRACE_LEVEL_DEBUG = 4,
};

/* Where a partition is in its life. */
enum terrace_state {
    /* Created, not started. */
    TERRACE_STATE_INSTALLED = 0,
    /* Being instantiated; `create` runs. */
    TERRACE_STATE_STARTING = 1,
    /* Ready, running or waiting. */
    TERRACE_STATE_RUNNING = 2,
    /* Uses no processor until resumed. */
    TERRACE_STATE_SUSPENDED = 3,
    /* A polite stop was asked for. */
    TERRACE_STATE_STOPPING = 4,
    /* Ended by itself or by request; everything it owned is gone. */
    TERRACE_STATE_STOPPED = 5,
    /* Ended by a fault; everything it owned is gone. */
    TERRACE_STATE_FAULTED = 6,
};

/* Why a partition ended against its will. */
enum terrace_fault_kind {
    /* No fault. */
    TERRACE_FAULT_NONE = 0,
    /* The program gave up (Wasm `unreachable`: panic, abort). */
    TERRACE_FAULT_UNREACHABLE = 1,
    /* Access outside its memory. */
    TERRACE_FAULT_MEMORY_BOUNDS = 2,
    /* Access outside its table. */
    TERRACE_FAULT_TABLE_BOUNDS = 3,
    /* Indirect call of nothing or of another signature. */
    TERRACE_FAULT_BAD_CALL = 4,
    /* Division by zero, or a result that does not fit. */
    TERRACE_FAULT_DIVISION = 5,
    /* Float that has no integer. */
    TERRACE_FAULT_BAD_CONVERSION = 6,
    /* Recursion deeper than the stack. */
    TERRACE_FAULT_STACK_OVERFLOW = 7,
    /* A pointer or length outside its memory, given to the monitor. */
    TERRACE_FAULT_BAD_POINTER = 8,
    /* Its memory does not fit in its limit. */
    TERRACE_FAULT_OUT_OF_MEMORY = 9,
    /* Used more processor time than its budget (on_overrun = "stop"). */
    TERRACE_FAULT_OVERRUN = 10,
    /* `create` or `start` answered an error, or the program cannot be linked. */
    TERRACE_FAULT_REFUSED_START = 11,
    /* Ended by force. */
    TERRACE_FAULT_KILLED = 12,
    /* A state of the monitor that should not exist; report it. */
    TERRACE_FAULT_MONITOR = 13,
    /* Another trap of the engine. */
    TERRACE_FAULT_OTHER_TRAP = 14,
    /* An error that nothing in the program handled (`fail`); the message says which. */
    TERRACE_FAULT_UNCAUGHT = 15,
};

/* What `next-event` tells. */
enum terrace_event_kind {
    /* A partition was created. */
    TERRACE_EVENT_CREATED = 0,
    /* It runs. */
    TERRACE_EVENT_STARTED = 1,
    /* It was suspended. */
    TERRACE_EVENT_SUSPENDED = 2,
    /* It was resumed. */
    TERRACE_EVENT_RESUMED = 3,
    /* It ended; the detail is its exit status. */
    TERRACE_EVENT_STOPPED = 4,
    /* It ended by a fault; the detail is the fault. */
    TERRACE_EVENT_FAULTED = 5,
    /* It used up its budget; the detail is how often since this was last told, at most once a second. */
    TERRACE_EVENT_OVERRAN = 6,
    /* Growth beyond its limit was refused. */
    TERRACE_EVENT_MEMORY_FULL = 7,
    /* The restart policy will start it again; the detail is the count. */
    TERRACE_EVENT_RESTARTING = 8,
    /* Its log or output was full; the detail is how many records were lost. */
    TERRACE_EVENT_LOG_DROPPED = 9,
    /* It is gone, its name is free. */
    TERRACE_EVENT_REMOVED = 10,
    /* A release of a component missed its deadline; the detail is how often since this was last told, at most once a second. */
    TERRACE_EVENT_MISSED = 11,
    /* A component was started, stopped, paused, resumed or suspended; the detail is its index. */
    TERRACE_EVENT_COMPONENT = 12,
};

/* What `set-limit` sets. */
enum terrace_limit {
    /* Its memory limit in bytes; not below what it has. */
    TERRACE_LIMIT_MEMORY = 0,
    /* Processor time per period in ns; 0 takes the budget away. */
    TERRACE_LIMIT_BUDGET = 1,
    /* Period of the budget in ns. */
    TERRACE_LIMIT_PERIOD = 2,
    /* 1..99, or 0 for normal. */
    TERRACE_LIMIT_PRIORITY = 3,
};

/* How much memory to give back. */
enum terrace_trim_level {
    /* What costs nothing to make again. */
    TERRACE_TRIM_LIGHT = 0,
    /* Caches. */
    TERRACE_TRIM_MODERATE = 1,
    /* Everything not needed to stay correct. */
    TERRACE_TRIM_CRITICAL = 2,
};

/* What a component is. */
enum terrace_component_kind {
    /* A service, with the tasks and receivers nested in it. */
    TERRACE_COMPONENT_SERVICE = 0,
    /* A receiver with memory of its own. */
    TERRACE_COMPONENT_RECEIVER = 1,
};

/* What a callback of a component is. */
enum terrace_callback_kind {
    /* The component's own: creation, start command; of a receiver its messages. */
    TERRACE_CALLBACK_OWN = 0,
    /* Released every period. */
    TERRACE_CALLBACK_TASK = 1,
    /* Released by messages, in the memory of its service. */
    TERRACE_CALLBACK_RECEIVER = 2,
};

/* What a release is for. */
enum terrace_occasion {
    /* The callback's time has come. */
    TERRACE_OCCASION_RELEASE = 0,
    /* The component is to make itself ready. */
    TERRACE_OCCASION_CREATE = 1,
    /* The service was started. */
    TERRACE_OCCASION_START_COMMAND = 2,
    /* A message waits for the receiver. */
    TERRACE_OCCASION_MESSAGE = 3,
    /* There will be no releases until `resume`. */
    TERRACE_OCCASION_PAUSE = 4,
    /* Releases go on. */
    TERRACE_OCCASION_RESUME = 5,
    /* The component ends, or is stopped until it is started again. */
    TERRACE_OCCASION_DESTROY = 6,
    /* Releases used more processor time than their cost (on_overrun = "callback"). */
    TERRACE_OCCASION_OVERRAN = 7,
    /* Releases missed their deadline (on_miss = "callback"). */
    TERRACE_OCCASION_MISSED = 8,
};

/* What follows an overrun or a deadline miss. */
enum terrace_reaction {
    /* It is recorded; the release goes on. */
    TERRACE_REACTION_LOG = 0,
    /* The next release is left out. */
    TERRACE_REACTION_SKIP = 1,
    /* The component is suspended until it is resumed. */
    TERRACE_REACTION_SUSPEND = 2,
    /* The component is stopped. */
    TERRACE_REACTION_STOP = 3,
    /* The app is told by a callback. */
    TERRACE_REACTION_CALLBACK = 4,
};

/* What a channel is opened for. */
enum terrace_role {
    /* Sends to it. */
    TERRACE_ROLE_SEND = 0,
    /* Receives from it. */
    TERRACE_ROLE_RECEIVE = 1,
};

/* Who gets a message of a channel. */
enum terrace_channel_kind {
    /* One of those who receive. */
    TERRACE_CHANNEL_MESSAGE = 0,
    /* Each of those who receive; stored once. */
    TERRACE_CHANNEL_BROADCAST = 1,
    /* The receiver, handed over and not copied. */
    TERRACE_CHANNEL_BULK = 2,
    /* From or to Linux processes, below all others. */
    TERRACE_CHANNEL_CROSS_CONTEXT = 3,
};

/* What the messages of a channel are made of. */
enum terrace_element {
    /* 1 byte. */
    TERRACE_ELEMENT_BYTE = 0,
    /* 1 byte, 0 or 1. */
    TERRACE_ELEMENT_BOOLEAN = 1,
    /* 2 bytes, a letter. */
    TERRACE_ELEMENT_CHAR = 2,
    /* 2 bytes. */
    TERRACE_ELEMENT_SHORT = 3,
    /* 4 bytes. */
    TERRACE_ELEMENT_INT = 4,
    /* 4 bytes, a fraction. */
    TERRACE_ELEMENT_FLOAT = 5,
    /* 8 bytes. */
    TERRACE_ELEMENT_LONG = 6,
    /* 8 bytes, a fraction. */
    TERRACE_ELEMENT_DOUBLE = 7,
};

/* What the bytes of a message are. */
enum terrace_form {
    /* As the element of the channel says. */
    TERRACE_FORM_PLAIN = 0,
    /* An intent: an action and its extras. */
    TERRACE_FORM_INTENT = 1,
};

/* What `accept` brings. */
enum terrace_incoming_kind {
    /* A call that waits for its reply. */
    TERRACE_INCOMING_CALL = 0,
    /* A request that nobody answers. */
    TERRACE_INCOMING_SEND = 1,
    /* A partition that was watched has ended. */
    TERRACE_INCOMING_DEATH = 2,
};

/* Who opens a window. */
enum terrace_part {
    /* Fills buffers and sends them. */
    TERRACE_PART_PUBLISH = 0,
    /* Takes buffers and reads them. */
    TERRACE_PART_SUBSCRIBE = 1,
};

/* Whose a buffer is that was sent. */
enum terrace_ownership {
    /* What its publisher writes in it afterwards nobody else sees. */
    TERRACE_OWNERSHIP_SEALED = 0,
    /* Its publisher could still write in it, and everybody agreed. */
    TERRACE_OWNERSHIP_TRUSTED = 1,
};

/* What a value of an intent or a row is. */
enum terrace_value_kind {
    /* Nothing; in rows and arguments only. */
    TERRACE_VALUE_NULL = 0,
    /* 1 byte, 0 or 1. */
    TERRACE_VALUE_BOOLEAN = 1,
    /* 4 bytes, a whole number. */
    TERRACE_VALUE_INT = 2,
    /* 8 bytes, a whole number. */
    TERRACE_VALUE_LONG = 3,
    /* 4 bytes, a fraction. */
    TERRACE_VALUE_FLOAT = 4,
    /* 8 bytes, a fraction. */
    TERRACE_VALUE_DOUBLE = 5,
    /* Its length (4 bytes), UTF-8. */
    TERRACE_VALUE_TEXT = 6,
    /* Their count (4 bytes), the bytes. */
    TERRACE_VALUE_BYTES = 7,
    /* Their count (4 bytes), 4 bytes each; in intents only. */
    TERRACE_VALUE_INTS = 8,
    /* Its length (4 bytes), entries; in intents only. */
    TERRACE_VALUE_BUNDLE = 9,
};

/* What happened to rows that are observed. */
enum terrace_change_kind {
    /* There are new ones. */
    TERRACE_CHANGE_INSERT = 0,
    /* Some are different. */
    TERRACE_CHANGE_UPDATE = 1,
    /* Some are gone. */
    TERRACE_CHANGE_DELETE = 2,
    /* Several of these, or it is not known. */
    TERRACE_CHANGE_SEVERAL = 3,
};

/* Arguments, and variables of the environment, each. */
#define TERRACE_MAX_ARGS 1024u
/* All arguments together, and all variables together. */
#define TERRACE_MAX_ARGS_BYTES 131072u
/* Frames kept in a fault record. */
#define TERRACE_MAX_BACKTRACE_FRAMES 32u
/* The request or the reply of one call. */
#define TERRACE_MAX_CALL_BYTES 65536u
/* Open files, sockets and streams of one partition. */
#define TERRACE_MAX_DESCRIPTORS 256u
/* Events kept for an app that has not asked for them. */
#define TERRACE_MAX_EVENTS 1024u
/* From a polite stop to a forced one. */
#define TERRACE_MAX_GRACE_MS 2000u
/* Interfaces of others that one partition has found. */
#define TERRACE_MAX_HANDLES 256u
/* An app image. */
#define TERRACE_MAX_IMAGE_BYTES 268435456u
/* Core instances of one component. */
#define TERRACE_MAX_INSTANCES 30u
/* Records of one partition kept for `terrace logs`. */
#define TERRACE_MAX_JOURNAL_BYTES 262144u
/* A name inside an app: of a channel, an interface, a component. */
#define TERRACE_MAX_LABEL_BYTES 128u
/* One log record; longer text is cut. */
#define TERRACE_MAX_LOG_BYTES 1024u
/* Records of one partition not yet read by the journal. */
#define TERRACE_MAX_LOG_RING_BYTES 16384u
/* A manifest. */
#define TERRACE_MAX_MANIFEST_BYTES 1048576u
/* Linear memories of one partition. */
#define TERRACE_MAX_MEMORIES 4u
/* Channels that one partition has open. */
#define TERRACE_MAX_MESSAGE_CHANNELS 64u
/* Bytes that one call copies into or out of a message. */
#define TERRACE_MAX_MESSAGE_COPY_BYTES 262144u
/* Slots of one channel that one partition has obtained or taken, and not yet sent or released. */
#define TERRACE_MAX_MESSAGE_HELD 2u
/* Slots of all channels of one process. */
#define TERRACE_MAX_MESSAGES_BYTES 268435456u
/* A partition's or app's name. */
#define TERRACE_MAX_NAME_BYTES 64u
/* Partitions of one process. */
#define TERRACE_MAX_PARTITIONS 12000u
/* Arguments of one call. */
#define TERRACE_MAX_PROVIDER_ARGUMENTS 64u
/* Queries that one partition has not closed. */
#define TERRACE_MAX_PROVIDER_CURSORS 8u
/* One query or change, from when its turn comes. */
#define TERRACE_MAX_PROVIDER_MS 2000u
/* A notice of a change, at most: messages of a channel for notices have room for it. */
#define TERRACE_MAX_PROVIDER_NOTICE_BYTES 320u
/* URIs that one partition observes. */
#define TERRACE_MAX_PROVIDER_OBSERVATIONS 16u
/* The rows of one query; ask for fewer with `limit`. */
#define TERRACE_MAX_PROVIDER_ROWS_BYTES 4194304u
/* The selection, the columns or the order of one query. */
#define TERRACE_MAX_PROVIDER_TEXT_BYTES 16384u
/* The URI of rows of a provider. */
#define TERRACE_MAX_PROVIDER_URI_BYTES 256u
/* One value of a row, and all values or arguments of one call. */
#define TERRACE_MAX_PROVIDER_VALUE_BYTES 1048576u
/* The rows of all queries of one process that are not closed. */
#define TERRACE_MAX_PROVIDERS_ROWS_BYTES 67108864u
/* Random bytes of one call. */
#define TERRACE_MAX_RANDOM_BYTES 1048576u
/* The request of a call that nobody answers. */
#define TERRACE_MAX_SEND_BYTES 1024u
/* Requests that nobody answers, waiting for one callee. */
#define TERRACE_MAX_SEND_SLOTS 32u
/* Bytes that one call copies into or out of a socket. */
#define TERRACE_MAX_SOCKET_COPY_BYTES 16384u
/* Wasm stack of one partition. */
#define TERRACE_MAX_STACK_BYTES 524288u
/* Entries of all tables of one partition. */
#define TERRACE_MAX_TABLE_ELEMENTS 1000000u
/* Where a window may begin in the memory of its user: a multiple of this. */
#define TERRACE_MAX_WINDOW_ALIGNMENT 65536u
/* Buffers of one window. */
#define TERRACE_MAX_WINDOW_BUFFERS 64u
/* One window: all its buffers. */
#define TERRACE_MAX_WINDOW_BYTES 268435456u
/* Subscribers that one window has open at once. */
#define TERRACE_MAX_WINDOW_SUBSCRIBERS 32u
/* Windows that one partition has open. */
#define TERRACE_MAX_WINDOWS 16u
/* All windows of one process. */
#define TERRACE_MAX_WINDOWS_BYTES 1073741824u

// What a partition may use; filled by `limits`. Little endian, in this order, no padding.
struct terrace_limits {
    // Bytes always available to the partition.
    uint64_t memory_guaranteed;
    // Bytes its memory never grows beyond.
    uint64_t memory_limit;
    // Bytes of its memory that exist now.
    uint64_t memory_size;
    // Processor time per period, in ns; 0 without a budget.
    uint64_t budget_ns;
    // Period of the budget, in ns; 0 without a budget.
    uint64_t period_ns;
    // Time slice among equals, in ns.
    uint64_t slice_ns;
    // 1..99, larger is more important; 0 is a normal partition.
    uint32_t priority;
    // 0 dispatched, 1 threaded.
    uint32_t mode;
};
_Static_assert(sizeof(struct terrace_limits) == 56, "struct terrace_limits has no padding");

// A partition as the controller sees it; filled by `status`.
struct terrace_status {
    // The partition.
    uint64_t id;
    // Processor time used, in ns.
    uint64_t cpu_ns;
    // Bytes of memory that Linux holds for it.
    uint64_t committed;
    // Its memory limit in bytes.
    uint64_t memory_limit;
    // A state of `codes.toml`.
    uint32_t state;
    // 1..99, or 0 for a normal partition.
    uint32_t priority;
    // How often the restart policy has started it again.
    uint32_t restarts;
    // A fault of `codes.toml`; 0 for none.
    uint32_t fault;
};
_Static_assert(sizeof(struct terrace_status) == 48, "struct terrace_status has no padding");

// Something that happened to a partition; filled by `next-event`.
struct terrace_event {
    // Counts up by one; a gap is the number of events that were dropped.
    uint64_t sequence;
    // Monotonic time in ns.
    uint64_t at_ns;
    // The partition it happened to.
    uint64_t id;
    // An event kind of `codes.toml`.
    uint32_t kind;
    // The fault, exit status or limit that goes with the kind.
    uint32_t detail;
};
_Static_assert(sizeof(struct terrace_event) == 32, "struct terrace_event has no padding");

// A component of an app, as its manifest declares it; filled by `component`.
struct terrace_component {
    // Bytes that live as long as the component; 0 where it is not real-time.
    uint64_t persistent;
    // Bytes that live as long as one release: the most that any of its callbacks may have.
    uint64_t release;
    // Bytes kept for it beyond those.
    uint64_t spare;
    // Processor time in ns of one collection of its heap; 0 where none is declared.
    uint64_t collection_ns;
    // Which it is, counted from 0: services in the order of the manifest, then receivers.
    uint32_t index;
    // A component kind of `codes.toml`.
    uint32_t kind;
    // How many callbacks it has: its own, then its tasks, then its receivers.
    uint32_t callbacks;
    // How many components the app has.
    uint32_t components;
};
_Static_assert(sizeof(struct terrace_component) == 48, "struct terrace_component has no padding");

// A callback of a component, as the manifest declares it; filled by `callback`.
struct terrace_callback_terms {
    // Time between releases in ns; 0 where it has none.
    uint64_t period_ns;
    // Time from release to completion that may pass, in ns; 0 for none.
    uint64_t deadline_ns;
    // Processor time of the most costly release in ns; 0 where none is declared.
    uint64_t cost_ns;
    // When it is first released after the zero of its app, in ns.
    uint64_t start_ns;
    // Bytes that live as long as one release of it.
    uint64_t release;
    // A callback kind of `codes.toml`.
    uint32_t kind;
    // 1..99, larger is more important; 0 is normal.
    uint32_t priority;
    // A reaction of `codes.toml` to an overrun.
    uint32_t on_overrun;
    // A reaction of `codes.toml` to a deadline miss.
    uint32_t on_miss;
};
_Static_assert(sizeof(struct terrace_callback_terms) == 56, "struct terrace_callback_terms has no padding");

// One release of a callback; filled by `next`.
struct terrace_release {
    // Counts the releases of this callback from 0; a gap is releases that were left out.
    uint64_t sequence;
    // Monotonic time in ns at which it was due.
    uint64_t released_ns;
    // Monotonic time in ns by which it has to complete; 0 for none.
    uint64_t deadline_ns;
    // What is to be done: an occasion of `codes.toml`.
    uint32_t what;
    // Which callback of the component, counted from 0; 0 is its own.
    uint32_t callback;
    // Of an occasion `message`: bytes of the message it is for; 0 of one that came through a window.
    uint32_t length;
    // Of an occasion `overran` or `missed`: how many releases it is about.
    uint32_t count;
};
_Static_assert(sizeof(struct terrace_release) == 40, "struct terrace_release has no padding");

// A channel as one of its users sees it; filled by `describe`.
struct terrace_channel_terms {
    // Messages of the caller that gave way to others since it opened the channel.
    uint64_t lost;
    // Bytes of one message at most.
    uint32_t bytes;
    // Messages that may wait for one receiver.
    uint32_t depth;
    // Messages that wait now: for the caller if it receives, else for all.
    uint32_t waiting;
    // A channel kind of `codes.toml`.
    uint32_t kind;
    // An element of `codes.toml`: what messages are made of.
    uint32_t element;
    // How many receive from it now.
    uint32_t receivers;
};
_Static_assert(sizeof(struct terrace_channel_terms) == 32, "struct terrace_channel_terms has no padding");

// A message that was taken; filled by `take` and `receive`.
struct terrace_letter {
    // Who sent it; 0: a Linux process.
    uint64_t sender;
    // Monotonic time in ns at which it was sent.
    uint64_t sent_ns;
    // The handle to read and release it by; of `receive` the largest number, as it is released.
    uint32_t message;
    // Bytes it has.
    uint32_t length;
    // What the sender calls it.
    uint32_t kind;
    // 1..99, larger is more important; 0 is normal.
    uint32_t priority;
    // The caller's handle of the channel it came through.
    uint32_t channel;
    // A form of `codes.toml`: what its bytes are.
    uint32_t form;
};
_Static_assert(sizeof(struct terrace_letter) == 40, "struct terrace_letter has no padding");

// What `accept` brought; filled by it.
struct terrace_incoming {
    // Who calls, or sent; of a death who died.
    uint64_t caller;
    // Monotonic time in ns by which the caller wants its answer; the largest number for none.
    uint64_t deadline_ns;
    // An occasion of a callee, of `codes.toml`.
    uint32_t what;
    // Which interface, as `offer` numbered it; of a death the handle that was watched.
    uint32_t target;
    // What of it: the number that the caller gave.
    uint32_t method;
    // Bytes of the request.
    uint32_t length;
};
_Static_assert(sizeof(struct terrace_incoming) == 32, "struct terrace_incoming has no padding");

// A window as one of its users sees it; filled by `describe`.
struct terrace_window_terms {
    // Bytes of memory that it takes in the caller's: its buffers, one after the other.
    uint64_t bytes;
    // Bytes from the beginning of one buffer to that of the next.
    uint32_t stride;
    // Bytes that a buffer holds at most.
    uint32_t capacity;
    // How many buffers there are.
    uint32_t buffers;
    // The range given to `open` begins at a multiple of this.
    uint32_t alignment;
    // The range begins here or above: below lies memory that the program began with.
    uint32_t floor;
    // An ownership of `codes.toml`.
    uint32_t ownership;
};
_Static_assert(sizeof(struct terrace_window_terms) == 32, "struct terrace_window_terms has no padding");

// A buffer that was taken; filled by `take`.
struct terrace_parcel {
    // Counts what was sent through the window up by one; a gap is what gave way to others.
    uint64_t sequence;
    // The buffer; its index is what is left of division by 256.
    uint32_t buffer;
    // Bytes that were sent in it.
    uint32_t length;
};
_Static_assert(sizeof(struct terrace_parcel) == 16, "struct terrace_parcel has no padding");

// What every app may ask.

// Append one record to the partition's log. Longer text is cut at `log-bytes`; a full
// log drops and counts. Never blocks.
__attribute__((import_module("terrace"), import_name("log")))
int32_t terrace_sys_log(uint32_t level, const void *text, size_t text_len);

// Monotonic time in ns.
__attribute__((import_module("terrace"), import_name("now")))
uint64_t terrace_sys_now(void);

// The caller's own partition id.
__attribute__((import_module("terrace"), import_name("id")))
uint64_t terrace_sys_id(void);

// Fill `out` with a `limits` record. Returns its length, or `too-long`.
__attribute__((import_module("terrace"), import_name("limits")))
int32_t terrace_sys_limits(void *out, size_t out_len);

// Let others of equal priority run first. Call it in a loop while it answers `again`:
// the processor changes hands at the safe point in between.
__attribute__((import_module("terrace"), import_name("yield")))
int32_t terrace_sys_yield(void);

// Rest until the monotonic time `until` in ns. Call it in a loop while it answers
// `again`. Answers `ok` once the time has come, `stopping` as soon as a stop was asked for.
__attribute__((import_module("terrace"), import_name("sleep_until")))
int32_t terrace_sys_sleep_until(uint64_t until);

// 1 once a polite stop was asked for, else 0.
__attribute__((import_module("terrace"), import_name("stop_requested")))
int32_t terrace_sys_stop_requested(void);

// End the partition with this status. Does not return.
__attribute__((import_module("terrace"), import_name("exit")))
void terrace_sys_exit(int32_t status);

// End the partition with the fault `uncaught`: an error of its own that nothing in it handles.
// `what` says which, in one line, cut at `log-bytes`. Does not return.
__attribute__((import_module("terrace"), import_name("fail")))
void terrace_sys_fail(const void *what, size_t what_len);

// What only an app with `permissions.control = true` may ask; others get `denied`.

// Create a partition of an installed app. Returns its id, or a negative code.
__attribute__((import_module("terrace_control"), import_name("create")))
int64_t terrace_sys_control_create(const void *app, size_t app_len, const void *name, size_t name_len);

// Start a partition that is installed, stopped or faulted.
__attribute__((import_module("terrace_control"), import_name("start")))
int32_t terrace_sys_control_start(uint64_t id);

// Let a partition use no processor, from its next safe point on.
__attribute__((import_module("terrace_control"), import_name("suspend")))
int32_t terrace_sys_control_suspend(uint64_t id);

// Let a suspended partition go on.
__attribute__((import_module("terrace_control"), import_name("resume")))
int32_t terrace_sys_control_resume(uint64_t id);

// Ask politely; forced after the grace time.
__attribute__((import_module("terrace_control"), import_name("stop")))
int32_t terrace_sys_control_stop(uint64_t id);

// End a partition by force, wherever it stands.
__attribute__((import_module("terrace_control"), import_name("kill")))
int32_t terrace_sys_control_kill(uint64_t id);

// End a partition and start it again.
__attribute__((import_module("terrace_control"), import_name("restart")))
int32_t terrace_sys_control_restart(uint64_t id);

// Change one limit of a partition; `what` is a limit of `codes.toml`.
__attribute__((import_module("terrace_control"), import_name("set_limit")))
int32_t terrace_sys_control_set_limit(uint64_t id, uint32_t what, uint64_t value);

// Ask a partition to give memory back; `level` is a trim level of `codes.toml`.
__attribute__((import_module("terrace_control"), import_name("trim")))
int32_t terrace_sys_control_trim(uint64_t id, uint32_t level);

// Fill `out` with partition ids, 8 bytes each. Returns how many there are in all.
__attribute__((import_module("terrace_control"), import_name("list")))
int32_t terrace_sys_control_list(void *out, size_t out_len);

// Fill `out` with a `status` record. Returns its length.
__attribute__((import_module("terrace_control"), import_name("status")))
int32_t terrace_sys_control_status(uint64_t id, void *out, size_t out_len);

// The partition's name. Returns its length.
__attribute__((import_module("terrace_control"), import_name("name")))
int32_t terrace_sys_control_name(uint64_t id, void *out, size_t out_len);

// Fill `out` with the next `event` record since this partition last asked. Returns its
// length, `timeout` when `until` passed without one, `again` to be called once more,
// `stopping` once a stop was asked for.
__attribute__((import_module("terrace_control"), import_name("next_event")))
int32_t terrace_sys_control_next_event(uint64_t until, void *out, size_t out_len);

// What a program made of components asks: which of them this instance is, and what it is to do
// next. Every component has an instance of its own, and so a memory of its own. Others get
// `not-found`.
//
// An instance calls `next` in a loop and does what it is told; a callback runs to completion
// before the next one of the same component begins, the most important first. Reactors do so in
// `start`, commands in `main`.

// Fill `out` with a `component` record: which component this instance is. Returns its length.
__attribute__((import_module("terrace_realtime"), import_name("component")))
int32_t terrace_sys_realtime_component(void *out, size_t out_len);

// Fill `out` with a `callback-terms` record. Callback 0 is the component's own (creation, start
// command, or for a receiver its messages). Returns its length.
__attribute__((import_module("terrace_realtime"), import_name("callback")))
int32_t terrace_sys_realtime_callback(uint32_t index, void *out, size_t out_len);

// The name of a callback, as the manifest has it. Returns its length.
__attribute__((import_module("terrace_realtime"), import_name("name")))
int32_t terrace_sys_realtime_name(uint32_t index, void *out, size_t out_len);

// Complete the release that runs, if one does; then rest until a callback is due, at most until
// the monotonic time `until` in ns, and fill `out` with a `release` record. Returns its
// length; `again` to be called once more with the same arguments; `timeout` when `until`
// passed first; `stopping` once the component has been destroyed because the app stops.
__attribute__((import_module("terrace_realtime"), import_name("next")))
int32_t terrace_sys_realtime_next(uint64_t until, void *out, size_t out_len);

// Complete the release that runs. What follows, up to `next`, is part of none: the place for a
// collection, or for a reset of the memory of the release.
__attribute__((import_module("terrace_realtime"), import_name("complete")))
int32_t terrace_sys_realtime_complete(void);

// Monotonic time in ns of the next release of this component, as far as it is known now: before
// now when one is due, the largest number when there is none.
__attribute__((import_module("terrace_realtime"), import_name("due")))
uint64_t terrace_sys_realtime_due(void);

// Run at this priority until the release completes: 1..99, or 0 for normal; not above
// the most important callback of the component. Call it in a loop while it answers `again`.
__attribute__((import_module("terrace_realtime"), import_name("set_priority")))
int32_t terrace_sys_realtime_set_priority(uint32_t level);

// Start a stopped service of this app: creation, start command, then what is nested in it.
__attribute__((import_module("terrace_realtime"), import_name("start")))
int32_t terrace_sys_realtime_start(const void *service, size_t service_len);

// Stop a service of this app after the release that runs, with all that is nested in it.
__attribute__((import_module("terrace_realtime"), import_name("stop")))
int32_t terrace_sys_realtime_stop(const void *service, size_t service_len);

// Let a service of this app have no releases, with all that is nested in it.
__attribute__((import_module("terrace_realtime"), import_name("pause")))
int32_t terrace_sys_realtime_pause(const void *service, size_t service_len);

// Let a paused or suspended service of this app have releases again.
__attribute__((import_module("terrace_realtime"), import_name("resume")))
int32_t terrace_sys_realtime_resume(const void *service, size_t service_len);

// Enter the shared resource of this name, as `uses` of the manifest declares it: nobody else
// that uses it runs until `leave`. Call it in a loop while it answers `again`.
__attribute__((import_module("terrace_realtime"), import_name("enter")))
int32_t terrace_sys_realtime_enter(const void *shared, size_t shared_len);

// Leave the resource that was entered last.
__attribute__((import_module("terrace_realtime"), import_name("leave")))
int32_t terrace_sys_realtime_leave(void);

// Of the message that the release which runs is for: fill `out` with its `letter` record, and `data`
// with its first bytes, as many as there is room for and `message-copy-bytes` at most. Returns the
// length of the record; `not-found` where the release is for none, or for one that came through a
// window. Until the release completes the rest can be had by `read` of the interface `message`.
__attribute__((import_module("terrace_realtime"), import_name("message")))
int32_t terrace_sys_realtime_message(void *out, size_t out_len, void *data, size_t data_len);

// Messages between partitions, through the channels that manifests declare.
//
// A message is copied once into a slot that was there before, and once out of it:
// `obtain`, `fill`, `send`; `take`, `read`, `release`. `post` and `receive` do three steps in one
// call. A slot that was obtained or taken is the caller's until it sends or releases it,
// or ends. Handles of channels and messages are of the caller alone. One call copies
// `message-copy-bytes` at most; longer messages are filled and read piece by piece.

// Open a channel in a role of `codes.toml`. Returns its handle, the same one each time;
// `undeclared`, `unpermitted`, `no-memory`, or `full` with `message-channels` open. Makes the
// slots that the caller needs: not for a release of a real-time component.
__attribute__((import_module("terrace_message"), import_name("open")))
int32_t terrace_sys_message_open(const void *channel, size_t channel_len, uint32_t role);

// Give a channel up, with what is held of it, and what waits for the caller alone.
__attribute__((import_module("terrace_message"), import_name("close")))
int32_t terrace_sys_message_close(uint32_t channel);

// Fill `out` with a `channel-terms` record. Returns its length.
__attribute__((import_module("terrace_message"), import_name("describe")))
int32_t terrace_sys_message_describe(uint32_t channel, void *out, size_t out_len);

// Take an empty slot of a channel that the caller opened to send. Returns its handle, or
// `held` while the caller has `message-held` of them that are neither sent nor released.
__attribute__((import_module("terrace_message"), import_name("obtain")))
int32_t terrace_sys_message_obtain(uint32_t channel);

// Copy into a slot that was obtained, from `offset` on; not beyond where it has been
// filled so far (`invalid`) or its end (`too-long`). Returns the bytes copied: at most
// `message-copy-bytes`.
__attribute__((import_module("terrace_message"), import_name("fill")))
int32_t terrace_sys_message_fill(uint32_t message, uint32_t offset, const void *data, size_t data_len);

// Send the first `length` bytes of a slot that was obtained: `invalid` beyond what was filled.
// `kind` is what the sender calls it, for `remove`. `priority` is the sender's own, or a
// lower one; what lies above counts as the sender's own. Delivered at the monotonic time `at` in
// ns, or now if that has passed. Returns in how many queues it waits, for a broadcast
// possibly none; `crowded` when it had to be refused everywhere. The slot is given up either way.
__attribute__((import_module("terrace_message"), import_name("send")))
int32_t terrace_sys_message_send(uint32_t message, uint32_t length, uint32_t kind, uint32_t priority, uint64_t at);

// `obtain`, `fill` and `send` of at most `message-copy-bytes`.
__attribute__((import_module("terrace_message"), import_name("post")))
int32_t terrace_sys_message_post(uint32_t channel, const void *data, size_t data_len, uint32_t kind, uint32_t priority, uint64_t at);

// Take the next message from a channel that the caller opened to receive, or with the largest
// number for `channel` from whichever has the most important: by the order of the
// channel, then as they came. Fill `out` with a `letter` record and return its length.
// `again` to be called once more with the same arguments, `timeout` when `until` passed
// first, `stopping` once a stop was asked for and nothing waits, `held` while the caller has
// `message-held` of this channel that it has not released.
__attribute__((import_module("terrace_message"), import_name("take")))
int32_t terrace_sys_message_take(uint32_t channel, uint64_t until, void *out, size_t out_len);

// Copy from a message that was taken, from `offset` on. Returns the bytes copied: at most
// `message-copy-bytes`, 0 at its end.
__attribute__((import_module("terrace_message"), import_name("read")))
int32_t terrace_sys_message_read(uint32_t message, uint32_t offset, void *out, size_t out_len);

// Give back a message that was taken, or a slot that was obtained and not sent.
__attribute__((import_module("terrace_message"), import_name("release")))
int32_t terrace_sys_message_release(uint32_t message);

// `take`, `read` and `release` of a message that fits into `data` and into
// `message-copy-bytes`; for a longer one `too-long`, and it waits on. Returns as `take` does.
__attribute__((import_module("terrace_message"), import_name("receive")))
int32_t terrace_sys_message_receive(uint32_t channel, uint64_t until, void *out, size_t out_len, void *data, size_t data_len);

// Remove what waits and is of this kind: of a channel that the caller sends to its own messages,
// of one it receives from those for it. Returns how many.
__attribute__((import_module("terrace_message"), import_name("remove")))
int32_t terrace_sys_message_remove(uint32_t channel, uint32_t kind);

// How many messages of the caller gave way to others since it last asked.
__attribute__((import_module("terrace_message"), import_name("lost")))
int32_t terrace_sys_message_lost(uint32_t channel);

// As `post`, of an intent: an action and extras, in the form that the book defines; `invalid`
// for what is not in that form.
__attribute__((import_module("terrace_message"), import_name("intent")))
int32_t terrace_sys_message_intent(uint32_t channel, const void *data, size_t data_len, uint32_t kind, uint32_t priority, uint64_t at);

// From now on deliver to the caller, of the intents of a broadcast, only those with one of these
// actions, a zero byte between them; empty: all. What is no intent comes as before. Not for a
// release of a real-time component.
__attribute__((import_module("terrace_message"), import_name("filter")))
int32_t terrace_sys_message_filter(uint32_t channel, const void *actions, size_t actions_len);

// Calls from one partition into another. The call runs on the caller's thread, at the caller's
// priority, in the callee's instance; request and reply are copied once.
//
// An app declares under `[[export]]` what it answers and who may call. A callee offers, then
// accepts and replies in a loop. A caller finds, then calls. A callee that is busy, or has
// been preempted, is helped on by whoever waits for it, so that it runs at the priority of the
// most important one of them.

// Answer an interface that the manifest declares under `[[export]]`, from now on. Returns its
// number, counted from 0 in the order of the manifest.
__attribute__((import_module("terrace_call"), import_name("offer")))
int32_t terrace_sys_call_offer(const void *name, size_t name_len);

// Look an interface up: `PARTITION/INTERFACE`, `APP/INTERFACE` (the partition of that app that
// offered it first), or `INTERFACE` of the caller's own app. Returns a handle; `not-found`
// while nobody offers it, `denied` if its manifest does not name the caller.
__attribute__((import_module("terrace_call"), import_name("find")))
int32_t terrace_sys_call_find(const void *name, size_t name_len);

// Give a handle back. What was watched with it is not any more.
__attribute__((import_module("terrace_call"), import_name("close")))
int32_t terrace_sys_call_close(uint32_t handle);

// Call, and wait for the reply, at most until the monotonic time `until` in ns. Call it in a
// loop with the same arguments while it answers `again`. Returns the length of the
// reply; `timeout`, `dead`, `cycle`, `request-too-long`, `reply-too-long`.
__attribute__((import_module("terrace_call"), import_name("call")))
int32_t terrace_sys_call_call(uint32_t handle, uint32_t method, const void *request, size_t request_len, void *reply, size_t reply_len, uint64_t until);

// Send a request that nobody answers. It is queued; `full` when the callee's queue is.
__attribute__((import_module("terrace_call"), import_name("send")))
int32_t terrace_sys_call_send(uint32_t handle, uint32_t method, const void *request, size_t request_len);

// Rest until somebody calls, sends or has died, at most until the monotonic time `until` in
// ns. Fills `out` with an `incoming` record and `request` with the request. Call it in a loop
// with the same arguments while it answers `again`. Returns the length of the record;
// `timeout`, `stopping`, or `wrong-state` while a call waits for its reply.
__attribute__((import_module("terrace_call"), import_name("accept")))
int32_t terrace_sys_call_accept(uint64_t until, void *out, size_t out_len, void *request, size_t request_len);

// Answer the call that was accepted. `reply-too-long` when it does not fit in the
// caller's buffer: the caller is told the same. The caller goes on when this partition rests next.
__attribute__((import_module("terrace_call"), import_name("reply")))
int32_t terrace_sys_call_reply(const void *reply, size_t reply_len);

// Have `accept` tell when the partition behind this handle has ended.
__attribute__((import_module("terrace_call"), import_name("watch")))
int32_t terrace_sys_call_watch(uint32_t handle);

// Windows: large data handed over between partitions without a copy, through the `bulk`
// channels that manifests declare.
//
// A window is memory cut into buffers, mapped once into the memory of each of its users. One
// publisher fills a buffer in place and sends it; each subscriber reads it in place and releases it.
// A buffer that is sent is no longer the publisher's: what it writes there afterwards, nobody
// else sees (ownership `sealed`). What a subscriber writes, nobody else ever sees. A subscriber may
// see what a publisher is about to send; only what it has taken is known to be whole.
//
// A buffer is a number: its index in the window is what is left of division by 256, the rest tells
// one use of it from the next.

// Fill `out` with a `window-terms` record: what memory the caller has to have ready. Returns
// its length; `not-found` while no partition of the app lives that declares the channel.
__attribute__((import_module("terrace_window"), import_name("describe")))
int32_t terrace_sys_window_describe(const void *channel, size_t channel_len, void *out, size_t out_len);

// Map a window over `memory`, bytes of the caller that no allocator gives to anybody else: as
// `window-terms` says, else `misplaced`. What was there is lost. `part` is a part
// of `codes.toml`. Returns the window; `denied` when the channel does not permit it,
// `occupied` when it has its publisher or no room for another subscriber. Call it in a loop
// while it answers `again`. Not for a release of a real-time component.
__attribute__((import_module("terrace_window"), import_name("open")))
int32_t terrace_sys_window_open(const void *channel, size_t channel_len, uint32_t part, void *memory, size_t memory_len);

// Take a free buffer of a window opened to publish. Returns the buffer; what is in it
// is what the caller itself left there, or zeros. Call it in a loop while it answers `again`;
// `timeout` when none became free until the monotonic time `until` in ns, `stopping` once a
// stop was asked for.
__attribute__((import_module("terrace_window"), import_name("obtain")))
int32_t terrace_sys_window_obtain(uint32_t window, uint64_t until);

// Send the first `length` bytes of a buffer that was obtained. Returns to how many subscribers;
// `unheard` when there is none, and the buffer stays with the caller.
__attribute__((import_module("terrace_window"), import_name("send")))
int32_t terrace_sys_window_send(uint32_t window, uint32_t buffer, uint32_t length);

// Take what was sent first of a window opened to subscribe, and fill `out` with a `parcel`
// record. Returns its length; `again`, `timeout` and `stopping` as `obtain` does; `held-up`
// while the caller holds as many buffers as it may: all but one, or the only one.
__attribute__((import_module("terrace_window"), import_name("take")))
int32_t terrace_sys_window_take(uint32_t window, uint64_t until, void *out, size_t out_len);

// Give back a buffer that was taken, or one that was obtained and not sent.
__attribute__((import_module("terrace_window"), import_name("release")))
int32_t terrace_sys_window_release(uint32_t window, uint32_t buffer);

// Close a window: its range is memory of the caller again, of zeros. What it held is free.
__attribute__((import_module("terrace_window"), import_name("close")))
int32_t terrace_sys_window_close(uint32_t window);

// Content providers: tables that an app keeps, served by URI to those its manifest names under
// `[[provider]]`. The monitor keeps them in SQLite, in the data folder of the app that declares them, which
// need not run.
//
// A URI is `content://PROVIDER/TABLE`, or `content://PROVIDER/TABLE/ID` for one row; each table has a column
// `id`. Values go as in intents: a type of `codes.toml`, then the bytes of the value. Arguments are values one
// after the other, `?1` being the first; the values of a row to write are entries: a type, the length of the
// column's name in one byte, the name, the value. A row that is read is the length of its values in four
// bytes, then its values.
//
// Calls wait for the disk, so they are not for a release of a real-time component. What a call was refused
// for is in the caller's log.

// Ask for rows. `columns` are names of columns with commas between, or `count(*)` and `count`, `min`, `max`,
// `sum`, `avg` of a column; empty: `id` and all others. `selection` is an expression of SQL over the
// columns, or empty for all rows. `order` is names of columns with commas between, each perhaps with
// `desc` after it; or empty. At most `limit` rows, or all for 0. The rows are as they were at this moment,
// whatever happens to the table later. Returns a cursor; `not-found` for no such provider or table, `denied`,
// `invalid`, `timeout`, `too-long` for more rows than one query may have.
__attribute__((import_module("terrace_provider"), import_name("query")))
int32_t terrace_sys_provider_query(const void *uri, size_t uri_len, const void *columns, size_t columns_len, const void *selection, size_t selection_len, const void *arguments, size_t arguments_len, const void *order, size_t order_len, uint32_t limit);

// Fill `rows` with the next whole rows of a cursor. Returns how many bytes; 0 after the last one; `too-long`
// when the next row does not fit.
__attribute__((import_module("terrace_provider"), import_name("next")))
int32_t terrace_sys_provider_next(uint32_t cursor, void *rows, size_t rows_len);

// Give a cursor back.
__attribute__((import_module("terrace_provider"), import_name("close")))
int32_t terrace_sys_provider_close(uint32_t cursor);

// Add a row. Returns its id; `conflict`, `full` when the provider has reached its limit.
__attribute__((import_module("terrace_provider"), import_name("insert")))
int64_t terrace_sys_provider_insert(const void *uri, size_t uri_len, const void *values, size_t values_len);

// Change rows. Returns how many.
__attribute__((import_module("terrace_provider"), import_name("update")))
int64_t terrace_sys_provider_update(const void *uri, size_t uri_len, const void *values, size_t values_len, const void *selection, size_t selection_len, const void *arguments, size_t arguments_len);

// Remove rows. Returns how many.
__attribute__((import_module("terrace_provider"), import_name("delete")))
int64_t terrace_sys_provider_delete(const void *uri, size_t uri_len, const void *selection, size_t selection_len, const void *arguments, size_t arguments_len);

// Run what the manifest declares under `[[provider.call]]`: all its statements, or none. `uri` is
// `content://PROVIDER/CALL`. Returns a cursor over what the last statement selected.
__attribute__((import_module("terrace_provider"), import_name("call")))
int32_t terrace_sys_provider_call(const void *uri, size_t uri_len, const void *arguments, size_t arguments_len);

// Have changes of rows told: an intent with the action `terrace.changed` comes to a channel that the caller
// may send to and receive from, with `uri` (text), `change` (int, a change of `codes.toml`) and `rows` (long).
// `uri` may also be `content://PROVIDER`. A notice for which the channel has no room is told with the
// next one. Returns an observation.
__attribute__((import_module("terrace_provider"), import_name("observe")))
int32_t terrace_sys_provider_observe(const void *uri, size_t uri_len, const void *channel, size_t channel_len);

// Have them told no more.
__attribute__((import_module("terrace_provider"), import_name("unobserve")))
int32_t terrace_sys_provider_unobserve(uint32_t observation);

// TCP connections from and to the addresses that the manifest grants under `permissions.network`.
// For programs of WASI 0.1, which cannot open a socket; those of WASI 0.2 have the sockets of WASI.
//
// No call here waits. Where one answers `again` the caller rests, and then makes the same call once more.
// Sockets count as `descriptors`, and are closed when the partition ends.

// Listen at a granted address: `127.0.0.1:80`, `[::1]:80`. Returns a handle; `denied`,
// `in-use`, `full` with too many descriptors.
__attribute__((import_module("terrace_socket"), import_name("listen")))
int32_t terrace_sys_socket_listen(const void *address, size_t address_len);

// Begin a connection to a granted address. Returns a handle; `denied`, `refused`, `full`.
__attribute__((import_module("terrace_socket"), import_name("connect")))
int32_t terrace_sys_socket_connect(const void *address, size_t address_len);

// `ok` once the connection that was begun stands, `again` until then, `refused`.
__attribute__((import_module("terrace_socket"), import_name("connected")))
int32_t terrace_sys_socket_connected(uint32_t handle);

// Take a connection that came to a listener. Returns a handle; `again`, `full`.
__attribute__((import_module("terrace_socket"), import_name("accept")))
int32_t terrace_sys_socket_accept(uint32_t listener);

// Copy what came, at most `socket-copy-bytes`. Returns the length, 0 at the end of what the other
// side sends; `again`, `reset`.
__attribute__((import_module("terrace_socket"), import_name("receive")))
int32_t terrace_sys_socket_receive(uint32_t handle, void *out, size_t out_len);

// Send. Returns how many bytes were taken, at most `socket-copy-bytes`; `again`, `reset`.
__attribute__((import_module("terrace_socket"), import_name("send")))
int32_t terrace_sys_socket_send(uint32_t handle, const void *data, size_t data_len);

// Nothing more will be sent.
__attribute__((import_module("terrace_socket"), import_name("shut")))
int32_t terrace_sys_socket_shut(uint32_t handle);

// The address of this side (`which` 0) or the other one (1), as text. Returns its length.
__attribute__((import_module("terrace_socket"), import_name("address")))
int32_t terrace_sys_socket_address(uint32_t handle, uint32_t which, void *out, size_t out_len);

// Give a socket back.
__attribute__((import_module("terrace_socket"), import_name("close")))
int32_t terrace_sys_socket_close(uint32_t handle);

// What the monitor calls in an app that exports it. All are optional. A program with
// `_start` runs that instead of `start`. A negative answer of `create` or `start` is a fault.
// Define the ones you need: these declarations make the definition an export.

// Once, before anything else.
__attribute__((export_name("terrace_create")))
int32_t terrace_create(void);

// Once, after `create`. May run for as long as the app lives.
__attribute__((export_name("terrace_start")))
int32_t terrace_start(void);

// Memory is short: give back what can be given back. `level` as in `codes.toml`.
__attribute__((export_name("terrace_trim")))
int32_t terrace_trim(uint32_t level);

// Once, when a polite stop was asked for and no other callback runs.
__attribute__((export_name("terrace_stop")))
int32_t terrace_stop(void);

#ifdef __cplusplus
}
#endif

#endif
