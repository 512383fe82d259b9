// Generated from abi/ by `cargo run -p xtask -- bindings`. Do not edit.
package dev.terrace;

import org.teavm.interop.Address;
import org.teavm.interop.Import;

/**
 * The guest interface of Terrace, version 0.1.0, as it is: numbers, offsets and calls.
 *
 * <p>A {@code u32} is an int and a {@code u64} a long, both to be read as unsigned.
 */
public final class Sys {
    private Sys() {
    }

    /** Done. */
    public static final int CODE_OK = 0;
    /** Not yet: call once more with the same arguments. */
    public static final int CODE_AGAIN = -1;
    /** The manifest does not permit it. */
    public static final int CODE_DENIED = -2;
    /** An argument is out of its range. */
    public static final int CODE_INVALID = -3;
    /** No such partition, app or name. */
    public static final int CODE_NOT_FOUND = -4;
    /** The buffer is too small, or the text too long. */
    public static final int CODE_TOO_LONG = -5;
    /** No room left; nothing was changed. */
    public static final int CODE_FULL = -6;
    /** The memory this needs is not available. */
    public static final int CODE_NO_MEMORY = -7;
    /** The partition's state does not allow it. */
    public static final int CODE_WRONG_STATE = -8;
    /** A polite stop was asked for. */
    public static final int CODE_STOPPING = -9;
    /** The time passed. */
    public static final int CODE_TIMEOUT = -10;
    /** This monitor cannot do it. */
    public static final int CODE_UNSUPPORTED = -11;
    /** No installed app declares a channel of this name. */
    public static final int CODE_UNDECLARED = -12;
    /** The channel's declaration does not let this app do it. */
    public static final int CODE_UNPERMITTED = -13;
    /** The channel is full of what is not less important. */
    public static final int CODE_CROWDED = -14;
    /** The caller has no such handle, or no longer. */
    public static final int CODE_STALE = -15;
    /** The caller has as many slots of this channel as it may. */
    public static final int CODE_HELD = -16;
    /** The channel is gone, with the app that declared it. */
    public static final int CODE_CLOSED = -17;
    /** The callee has ended; find the interface anew. */
    public static final int CODE_DEAD = -20;
    /** The callee waits, itself or through others, for the caller; the log names them. */
    public static final int CODE_CYCLE = -21;
    /** The request does not fit where the callee takes it. */
    public static final int CODE_REQUEST_TOO_LONG = -22;
    /** The reply does not fit in the caller's buffer. */
    public static final int CODE_REPLY_TOO_LONG = -23;
    /** Nobody receives from the window; the buffer stays with the caller. */
    public static final int CODE_UNHEARD = -30;
    /** The window has its publisher, or as many subscribers as it may. */
    public static final int CODE_OCCUPIED = -31;
    /** The range does not fit the window, or lies where none may. */
    public static final int CODE_MISPLACED = -32;
    /** The caller has no such window or buffer, or no longer. */
    public static final int CODE_FOREIGN = -33;
    /** The caller holds as many buffers of the window as it may. */
    public static final int CODE_HELD_UP = -34;
    /** A row would not be as its table requires; nothing was changed. */
    public static final int CODE_CONFLICT = -40;
    /** Another socket has the address. */
    public static final int CODE_IN_USE = -45;
    /** Nobody listens at the address, or it cannot be reached. */
    public static final int CODE_REFUSED = -46;
    /** The other side broke the connection off. */
    public static final int CODE_RESET = -47;

    /** Something is broken. */
    public static final int LEVEL_ERROR = 1;
    /** Something is odd. */
    public static final int LEVEL_WARN = 2;
    /** Something happened. */
    public static final int LEVEL_INFO = 3;
    /** For who looks for a mistake. */
    public static final int LEVEL_DEBUG = 4;

    /** Created, not started. */
    public static final int STATE_INSTALLED = 0;
    /** Being instantiated; `create` runs. */
    public static final int STATE_STARTING = 1;
    /** Ready, running or waiting. */
    public static final int STATE_RUNNING = 2;
    /** Uses no processor until resumed. */
    public static final int STATE_SUSPENDED = 3;
    /** A polite stop was asked for. */
    public static final int STATE_STOPPING = 4;
    /** Ended by itself or by request; everything it owned is gone. */
    public static final int STATE_STOPPED = 5;
    /** Ended by a fault; everything it owned is gone. */
    public static final int STATE_FAULTED = 6;

    /** No fault. */
    public static final int FAULT_NONE = 0;
    /** The program gave up (Wasm `unreachable`: panic, abort). */
    public static final int FAULT_UNREACHABLE = 1;
    /** Access outside its memory. */
    public static final int FAULT_MEMORY_BOUNDS = 2;
    /** Access outside its table. */
    public static final int FAULT_TABLE_BOUNDS = 3;
    /** Indirect call of nothing or of another signature. */
    public static final int FAULT_BAD_CALL = 4;
    /** Division by zero, or a result that does not fit. */
    public static final int FAULT_DIVISION = 5;
    /** Float that has no integer. */
    public static final int FAULT_BAD_CONVERSION = 6;
    /** Recursion deeper than the stack. */
    public static final int FAULT_STACK_OVERFLOW = 7;
    /** A pointer or length outside its memory, given to the monitor. */
    public static final int FAULT_BAD_POINTER = 8;
    /** Its memory does not fit in its limit. */
    public static final int FAULT_OUT_OF_MEMORY = 9;
    /** Used more processor time than its budget (on_overrun = "stop"). */
    public static final int FAULT_OVERRUN = 10;
    /** `create` or `start` answered an error, or the program cannot be linked. */
    public static final int FAULT_REFUSED_START = 11;
    /** Ended by force. */
    public static final int FAULT_KILLED = 12;
    /** A state of the monitor that should not exist; report it. */
    public static final int FAULT_MONITOR = 13;
    /** Another trap of the engine. */
    public static final int FAULT_OTHER_TRAP = 14;
    /** An error that nothing in the program handled (`fail`); the message says which. */
    public static final int FAULT_UNCAUGHT = 15;

    /** A partition was created. */
    public static final int EVENT_CREATED = 0;
    /** It runs. */
    public static final int EVENT_STARTED = 1;
    /** It was suspended. */
    public static final int EVENT_SUSPENDED = 2;
    /** It was resumed. */
    public static final int EVENT_RESUMED = 3;
    /** It ended; the detail is its exit status. */
    public static final int EVENT_STOPPED = 4;
    /** It ended by a fault; the detail is the fault. */
    public static final int EVENT_FAULTED = 5;
    /** It used up its budget; the detail is how often since this was last told, at most once a second. */
    public static final int EVENT_OVERRAN = 6;
    /** Growth beyond its limit was refused. */
    public static final int EVENT_MEMORY_FULL = 7;
    /** The restart policy will start it again; the detail is the count. */
    public static final int EVENT_RESTARTING = 8;
    /** Its log or output was full; the detail is how many records were lost. */
    public static final int EVENT_LOG_DROPPED = 9;
    /** It is gone, its name is free. */
    public static final int EVENT_REMOVED = 10;
    /** A release of a component missed its deadline; the detail is how often since this was last told, at most once a second. */
    public static final int EVENT_MISSED = 11;
    /** A component was started, stopped, paused, resumed or suspended; the detail is its index. */
    public static final int EVENT_COMPONENT = 12;

    /** Its memory limit in bytes; not below what it has. */
    public static final int LIMIT_MEMORY = 0;
    /** Processor time per period in ns; 0 takes the budget away. */
    public static final int LIMIT_BUDGET = 1;
    /** Period of the budget in ns. */
    public static final int LIMIT_PERIOD = 2;
    /** 1..99, or 0 for normal. */
    public static final int LIMIT_PRIORITY = 3;

    /** What costs nothing to make again. */
    public static final int TRIM_LIGHT = 0;
    /** Caches. */
    public static final int TRIM_MODERATE = 1;
    /** Everything not needed to stay correct. */
    public static final int TRIM_CRITICAL = 2;

    /** A service, with the tasks and receivers nested in it. */
    public static final int COMPONENT_SERVICE = 0;
    /** A receiver with memory of its own. */
    public static final int COMPONENT_RECEIVER = 1;

    /** The component's own: creation, start command; of a receiver its messages. */
    public static final int CALLBACK_OWN = 0;
    /** Released every period. */
    public static final int CALLBACK_TASK = 1;
    /** Released by messages, in the memory of its service. */
    public static final int CALLBACK_RECEIVER = 2;

    /** The callback's time has come. */
    public static final int OCCASION_RELEASE = 0;
    /** The component is to make itself ready. */
    public static final int OCCASION_CREATE = 1;
    /** The service was started. */
    public static final int OCCASION_START_COMMAND = 2;
    /** A message waits for the receiver. */
    public static final int OCCASION_MESSAGE = 3;
    /** There will be no releases until `resume`. */
    public static final int OCCASION_PAUSE = 4;
    /** Releases go on. */
    public static final int OCCASION_RESUME = 5;
    /** The component ends, or is stopped until it is started again. */
    public static final int OCCASION_DESTROY = 6;
    /** Releases used more processor time than their cost (on_overrun = "callback"). */
    public static final int OCCASION_OVERRAN = 7;
    /** Releases missed their deadline (on_miss = "callback"). */
    public static final int OCCASION_MISSED = 8;

    /** It is recorded; the release goes on. */
    public static final int REACTION_LOG = 0;
    /** The next release is left out. */
    public static final int REACTION_SKIP = 1;
    /** The component is suspended until it is resumed. */
    public static final int REACTION_SUSPEND = 2;
    /** The component is stopped. */
    public static final int REACTION_STOP = 3;
    /** The app is told by a callback. */
    public static final int REACTION_CALLBACK = 4;

    /** Sends to it. */
    public static final int ROLE_SEND = 0;
    /** Receives from it. */
    public static final int ROLE_RECEIVE = 1;

    /** One of those who receive. */
    public static final int CHANNEL_MESSAGE = 0;
    /** Each of those who receive; stored once. */
    public static final int CHANNEL_BROADCAST = 1;
    /** The receiver, handed over and not copied. */
    public static final int CHANNEL_BULK = 2;
    /** From or to Linux processes, below all others. */
    public static final int CHANNEL_CROSS_CONTEXT = 3;

    /** 1 byte. */
    public static final int ELEMENT_BYTE = 0;
    /** 1 byte, 0 or 1. */
    public static final int ELEMENT_BOOLEAN = 1;
    /** 2 bytes, a letter. */
    public static final int ELEMENT_CHAR = 2;
    /** 2 bytes. */
    public static final int ELEMENT_SHORT = 3;
    /** 4 bytes. */
    public static final int ELEMENT_INT = 4;
    /** 4 bytes, a fraction. */
    public static final int ELEMENT_FLOAT = 5;
    /** 8 bytes. */
    public static final int ELEMENT_LONG = 6;
    /** 8 bytes, a fraction. */
    public static final int ELEMENT_DOUBLE = 7;

    /** As the element of the channel says. */
    public static final int FORM_PLAIN = 0;
    /** An intent: an action and its extras. */
    public static final int FORM_INTENT = 1;

    /** A call that waits for its reply. */
    public static final int INCOMING_CALL = 0;
    /** A request that nobody answers. */
    public static final int INCOMING_SEND = 1;
    /** A partition that was watched has ended. */
    public static final int INCOMING_DEATH = 2;

    /** Fills buffers and sends them. */
    public static final int PART_PUBLISH = 0;
    /** Takes buffers and reads them. */
    public static final int PART_SUBSCRIBE = 1;

    /** What its publisher writes in it afterwards nobody else sees. */
    public static final int OWNERSHIP_SEALED = 0;
    /** Its publisher could still write in it, and everybody agreed. */
    public static final int OWNERSHIP_TRUSTED = 1;

    /** Nothing; in rows and arguments only. */
    public static final int VALUE_NULL = 0;
    /** 1 byte, 0 or 1. */
    public static final int VALUE_BOOLEAN = 1;
    /** 4 bytes, a whole number. */
    public static final int VALUE_INT = 2;
    /** 8 bytes, a whole number. */
    public static final int VALUE_LONG = 3;
    /** 4 bytes, a fraction. */
    public static final int VALUE_FLOAT = 4;
    /** 8 bytes, a fraction. */
    public static final int VALUE_DOUBLE = 5;
    /** Its length (4 bytes), UTF-8. */
    public static final int VALUE_TEXT = 6;
    /** Their count (4 bytes), the bytes. */
    public static final int VALUE_BYTES = 7;
    /** Their count (4 bytes), 4 bytes each; in intents only. */
    public static final int VALUE_INTS = 8;
    /** Its length (4 bytes), entries; in intents only. */
    public static final int VALUE_BUNDLE = 9;

    /** There are new ones. */
    public static final int CHANGE_INSERT = 0;
    /** Some are different. */
    public static final int CHANGE_UPDATE = 1;
    /** Some are gone. */
    public static final int CHANGE_DELETE = 2;
    /** Several of these, or it is not known. */
    public static final int CHANGE_SEVERAL = 3;

    /** Arguments, and variables of the environment, each. */
    public static final int MAX_ARGS = 1024;
    /** All arguments together, and all variables together. */
    public static final int MAX_ARGS_BYTES = 131072;
    /** Frames kept in a fault record. */
    public static final int MAX_BACKTRACE_FRAMES = 32;
    /** The request or the reply of one call. */
    public static final int MAX_CALL_BYTES = 65536;
    /** Open files, sockets and streams of one partition. */
    public static final int MAX_DESCRIPTORS = 256;
    /** Events kept for an app that has not asked for them. */
    public static final int MAX_EVENTS = 1024;
    /** From a polite stop to a forced one. */
    public static final int MAX_GRACE_MS = 2000;
    /** Interfaces of others that one partition has found. */
    public static final int MAX_HANDLES = 256;
    /** An app image. */
    public static final int MAX_IMAGE_BYTES = 268435456;
    /** Core instances of one component. */
    public static final int MAX_INSTANCES = 30;
    /** Records of one partition kept for `terrace logs`. */
    public static final int MAX_JOURNAL_BYTES = 262144;
    /** A name inside an app: of a channel, an interface, a component. */
    public static final int MAX_LABEL_BYTES = 128;
    /** One log record; longer text is cut. */
    public static final int MAX_LOG_BYTES = 1024;
    /** Records of one partition not yet read by the journal. */
    public static final int MAX_LOG_RING_BYTES = 16384;
    /** A manifest. */
    public static final int MAX_MANIFEST_BYTES = 1048576;
    /** Linear memories of one partition. */
    public static final int MAX_MEMORIES = 4;
    /** Channels that one partition has open. */
    public static final int MAX_MESSAGE_CHANNELS = 64;
    /** Bytes that one call copies into or out of a message. */
    public static final int MAX_MESSAGE_COPY_BYTES = 262144;
    /** Slots of one channel that one partition has obtained or taken, and not yet sent or released. */
    public static final int MAX_MESSAGE_HELD = 2;
    /** Slots of all channels of one process. */
    public static final int MAX_MESSAGES_BYTES = 268435456;
    /** A partition's or app's name. */
    public static final int MAX_NAME_BYTES = 64;
    /** Partitions of one process. */
    public static final int MAX_PARTITIONS = 12000;
    /** Arguments of one call. */
    public static final int MAX_PROVIDER_ARGUMENTS = 64;
    /** Queries that one partition has not closed. */
    public static final int MAX_PROVIDER_CURSORS = 8;
    /** One query or change, from when its turn comes. */
    public static final int MAX_PROVIDER_MS = 2000;
    /** A notice of a change, at most: messages of a channel for notices have room for it. */
    public static final int MAX_PROVIDER_NOTICE_BYTES = 320;
    /** URIs that one partition observes. */
    public static final int MAX_PROVIDER_OBSERVATIONS = 16;
    /** The rows of one query; ask for fewer with `limit`. */
    public static final int MAX_PROVIDER_ROWS_BYTES = 4194304;
    /** The selection, the columns or the order of one query. */
    public static final int MAX_PROVIDER_TEXT_BYTES = 16384;
    /** The URI of rows of a provider. */
    public static final int MAX_PROVIDER_URI_BYTES = 256;
    /** One value of a row, and all values or arguments of one call. */
    public static final int MAX_PROVIDER_VALUE_BYTES = 1048576;
    /** The rows of all queries of one process that are not closed. */
    public static final int MAX_PROVIDERS_ROWS_BYTES = 67108864;
    /** Random bytes of one call. */
    public static final int MAX_RANDOM_BYTES = 1048576;
    /** The request of a call that nobody answers. */
    public static final int MAX_SEND_BYTES = 1024;
    /** Requests that nobody answers, waiting for one callee. */
    public static final int MAX_SEND_SLOTS = 32;
    /** Bytes that one call copies into or out of a socket. */
    public static final int MAX_SOCKET_COPY_BYTES = 16384;
    /** Wasm stack of one partition. */
    public static final int MAX_STACK_BYTES = 524288;
    /** Entries of all tables of one partition. */
    public static final int MAX_TABLE_ELEMENTS = 1000000;
    /** Where a window may begin in the memory of its user: a multiple of this. */
    public static final int MAX_WINDOW_ALIGNMENT = 65536;
    /** Buffers of one window. */
    public static final int MAX_WINDOW_BUFFERS = 64;
    /** One window: all its buffers. */
    public static final int MAX_WINDOW_BYTES = 268435456;
    /** Subscribers that one window has open at once. */
    public static final int MAX_WINDOW_SUBSCRIBERS = 32;
    /** Windows that one partition has open. */
    public static final int MAX_WINDOWS = 16;
    /** All windows of one process. */
    public static final int MAX_WINDOWS_BYTES = 1073741824;

    /** Length of a limits record in bytes. */
    public static final int SIZE_LIMITS = 56;
    /** Offset: Bytes always available to the partition. */
    public static final int LIMITS_MEMORY_GUARANTEED = 0;
    /** Offset: Bytes its memory never grows beyond. */
    public static final int LIMITS_MEMORY_LIMIT = 8;
    /** Offset: Bytes of its memory that exist now. */
    public static final int LIMITS_MEMORY_SIZE = 16;
    /** Offset: Processor time per period, in ns; 0 without a budget. */
    public static final int LIMITS_BUDGET_NS = 24;
    /** Offset: Period of the budget, in ns; 0 without a budget. */
    public static final int LIMITS_PERIOD_NS = 32;
    /** Offset: Time slice among equals, in ns. */
    public static final int LIMITS_SLICE_NS = 40;
    /** Offset: 1..99, larger is more important; 0 is a normal partition. */
    public static final int LIMITS_PRIORITY = 48;
    /** Offset: 0 dispatched, 1 threaded. */
    public static final int LIMITS_MODE = 52;

    /** Length of a status record in bytes. */
    public static final int SIZE_STATUS = 48;
    /** Offset: The partition. */
    public static final int STATUS_ID = 0;
    /** Offset: Processor time used, in ns. */
    public static final int STATUS_CPU_NS = 8;
    /** Offset: Bytes of memory that Linux holds for it. */
    public static final int STATUS_COMMITTED = 16;
    /** Offset: Its memory limit in bytes. */
    public static final int STATUS_MEMORY_LIMIT = 24;
    /** Offset: A state of `codes.toml`. */
    public static final int STATUS_STATE = 32;
    /** Offset: 1..99, or 0 for a normal partition. */
    public static final int STATUS_PRIORITY = 36;
    /** Offset: How often the restart policy has started it again. */
    public static final int STATUS_RESTARTS = 40;
    /** Offset: A fault of `codes.toml`; 0 for none. */
    public static final int STATUS_FAULT = 44;

    /** Length of a event record in bytes. */
    public static final int SIZE_EVENT = 32;
    /** Offset: Counts up by one; a gap is the number of events that were dropped. */
    public static final int EVENT_SEQUENCE = 0;
    /** Offset: Monotonic time in ns. */
    public static final int EVENT_AT_NS = 8;
    /** Offset: The partition it happened to. */
    public static final int EVENT_ID = 16;
    /** Offset: An event kind of `codes.toml`. */
    public static final int EVENT_KIND = 24;
    /** Offset: The fault, exit status or limit that goes with the kind. */
    public static final int EVENT_DETAIL = 28;

    /** Length of a component record in bytes. */
    public static final int SIZE_COMPONENT = 48;
    /** Offset: Bytes that live as long as the component; 0 where it is not real-time. */
    public static final int COMPONENT_PERSISTENT = 0;
    /** Offset: Bytes that live as long as one release: the most that any of its callbacks may have. */
    public static final int COMPONENT_RELEASE = 8;
    /** Offset: Bytes kept for it beyond those. */
    public static final int COMPONENT_SPARE = 16;
    /** Offset: Processor time in ns of one collection of its heap; 0 where none is declared. */
    public static final int COMPONENT_COLLECTION_NS = 24;
    /** Offset: Which it is, counted from 0: services in the order of the manifest, then receivers. */
    public static final int COMPONENT_INDEX = 32;
    /** Offset: A component kind of `codes.toml`. */
    public static final int COMPONENT_KIND = 36;
    /** Offset: How many callbacks it has: its own, then its tasks, then its receivers. */
    public static final int COMPONENT_CALLBACKS = 40;
    /** Offset: How many components the app has. */
    public static final int COMPONENT_COMPONENTS = 44;

    /** Length of a callback-terms record in bytes. */
    public static final int SIZE_CALLBACK_TERMS = 56;
    /** Offset: Time between releases in ns; 0 where it has none. */
    public static final int CALLBACK_TERMS_PERIOD_NS = 0;
    /** Offset: Time from release to completion that may pass, in ns; 0 for none. */
    public static final int CALLBACK_TERMS_DEADLINE_NS = 8;
    /** Offset: Processor time of the most costly release in ns; 0 where none is declared. */
    public static final int CALLBACK_TERMS_COST_NS = 16;
    /** Offset: When it is first released after the zero of its app, in ns. */
    public static final int CALLBACK_TERMS_START_NS = 24;
    /** Offset: Bytes that live as long as one release of it. */
    public static final int CALLBACK_TERMS_RELEASE = 32;
    /** Offset: A callback kind of `codes.toml`. */
    public static final int CALLBACK_TERMS_KIND = 40;
    /** Offset: 1..99, larger is more important; 0 is normal. */
    public static final int CALLBACK_TERMS_PRIORITY = 44;
    /** Offset: A reaction of `codes.toml` to an overrun. */
    public static final int CALLBACK_TERMS_ON_OVERRUN = 48;
    /** Offset: A reaction of `codes.toml` to a deadline miss. */
    public static final int CALLBACK_TERMS_ON_MISS = 52;

    /** Length of a release record in bytes. */
    public static final int SIZE_RELEASE = 40;
    /** Offset: Counts the releases of this callback from 0; a gap is releases that were left out. */
    public static final int RELEASE_SEQUENCE = 0;
    /** Offset: Monotonic time in ns at which it was due. */
    public static final int RELEASE_RELEASED_NS = 8;
    /** Offset: Monotonic time in ns by which it has to complete; 0 for none. */
    public static final int RELEASE_DEADLINE_NS = 16;
    /** Offset: What is to be done: an occasion of `codes.toml`. */
    public static final int RELEASE_WHAT = 24;
    /** Offset: Which callback of the component, counted from 0; 0 is its own. */
    public static final int RELEASE_CALLBACK = 28;
    /** Offset: Of an occasion `message`: bytes of the message it is for; 0 of one that came through a window. */
    public static final int RELEASE_LENGTH = 32;
    /** Offset: Of an occasion `overran` or `missed`: how many releases it is about. */
    public static final int RELEASE_COUNT = 36;

    /** Length of a channel-terms record in bytes. */
    public static final int SIZE_CHANNEL_TERMS = 32;
    /** Offset: Messages of the caller that gave way to others since it opened the channel. */
    public static final int CHANNEL_TERMS_LOST = 0;
    /** Offset: Bytes of one message at most. */
    public static final int CHANNEL_TERMS_BYTES = 8;
    /** Offset: Messages that may wait for one receiver. */
    public static final int CHANNEL_TERMS_DEPTH = 12;
    /** Offset: Messages that wait now: for the caller if it receives, else for all. */
    public static final int CHANNEL_TERMS_WAITING = 16;
    /** Offset: A channel kind of `codes.toml`. */
    public static final int CHANNEL_TERMS_KIND = 20;
    /** Offset: An element of `codes.toml`: what messages are made of. */
    public static final int CHANNEL_TERMS_ELEMENT = 24;
    /** Offset: How many receive from it now. */
    public static final int CHANNEL_TERMS_RECEIVERS = 28;

    /** Length of a letter record in bytes. */
    public static final int SIZE_LETTER = 40;
    /** Offset: Who sent it; 0: a Linux process. */
    public static final int LETTER_SENDER = 0;
    /** Offset: Monotonic time in ns at which it was sent. */
    public static final int LETTER_SENT_NS = 8;
    /** Offset: The handle to read and release it by; of `receive` the largest number, as it is released. */
    public static final int LETTER_MESSAGE = 16;
    /** Offset: Bytes it has. */
    public static final int LETTER_LENGTH = 20;
    /** Offset: What the sender calls it. */
    public static final int LETTER_KIND = 24;
    /** Offset: 1..99, larger is more important; 0 is normal. */
    public static final int LETTER_PRIORITY = 28;
    /** Offset: The caller's handle of the channel it came through. */
    public static final int LETTER_CHANNEL = 32;
    /** Offset: A form of `codes.toml`: what its bytes are. */
    public static final int LETTER_FORM = 36;

    /** Length of a incoming record in bytes. */
    public static final int SIZE_INCOMING = 32;
    /** Offset: Who calls, or sent; of a death who died. */
    public static final int INCOMING_CALLER = 0;
    /** Offset: Monotonic time in ns by which the caller wants its answer; the largest number for none. */
    public static final int INCOMING_DEADLINE_NS = 8;
    /** Offset: An occasion of a callee, of `codes.toml`. */
    public static final int INCOMING_WHAT = 16;
    /** Offset: Which interface, as `offer` numbered it; of a death the handle that was watched. */
    public static final int INCOMING_TARGET = 20;
    /** Offset: What of it: the number that the caller gave. */
    public static final int INCOMING_METHOD = 24;
    /** Offset: Bytes of the request. */
    public static final int INCOMING_LENGTH = 28;

    /** Length of a window-terms record in bytes. */
    public static final int SIZE_WINDOW_TERMS = 32;
    /** Offset: Bytes of memory that it takes in the caller's: its buffers, one after the other. */
    public static final int WINDOW_TERMS_BYTES = 0;
    /** Offset: Bytes from the beginning of one buffer to that of the next. */
    public static final int WINDOW_TERMS_STRIDE = 8;
    /** Offset: Bytes that a buffer holds at most. */
    public static final int WINDOW_TERMS_CAPACITY = 12;
    /** Offset: How many buffers there are. */
    public static final int WINDOW_TERMS_BUFFERS = 16;
    /** Offset: The range given to `open` begins at a multiple of this. */
    public static final int WINDOW_TERMS_ALIGNMENT = 20;
    /** Offset: The range begins here or above: below lies memory that the program began with. */
    public static final int WINDOW_TERMS_FLOOR = 24;
    /** Offset: An ownership of `codes.toml`. */
    public static final int WINDOW_TERMS_OWNERSHIP = 28;

    /** Length of a parcel record in bytes. */
    public static final int SIZE_PARCEL = 16;
    /** Offset: Counts what was sent through the window up by one; a gap is what gave way to others. */
    public static final int PARCEL_SEQUENCE = 0;
    /** Offset: The buffer; its index is what is left of division by 256. */
    public static final int PARCEL_BUFFER = 8;
    /** Offset: Bytes that were sent in it. */
    public static final int PARCEL_LENGTH = 12;

    /** Append one record to the partition's log. Longer text is cut at `log-bytes`; a full log drops and counts. Never blocks. */
    @Import(module = "terrace", name = "log")
    public static native int log(int level, Address text, int textLen);

    /** Monotonic time in ns. */
    @Import(module = "terrace", name = "now")
    public static native long now();

    /** The caller's own partition id. */
    @Import(module = "terrace", name = "id")
    public static native long id();

    /** Fill `out` with a `limits` record. Returns its length, or `too-long`. */
    @Import(module = "terrace", name = "limits")
    public static native int limits(Address out, int outLen);

    /** Let others of equal priority run first. Call it in a loop while it answers `again`: the processor changes hands at the safe point in between. */
    @Import(module = "terrace", name = "yield")
    public static native int yieldNow();

    /** Rest until the monotonic time `until` in ns. Call it in a loop while it answers `again`. Answers `ok` once the time has come, `stopping` as soon as a stop was asked for. */
    @Import(module = "terrace", name = "sleep_until")
    public static native int sleepUntil(long until);

    /** 1 once a polite stop was asked for, else 0. */
    @Import(module = "terrace", name = "stop_requested")
    public static native int stopRequested();

    /** End the partition with this status. Does not return. */
    @Import(module = "terrace", name = "exit")
    public static native void exit(int status);

    /** End the partition with the fault `uncaught`: an error of its own that nothing in it handles. `what` says which, in one line, cut at `log-bytes`. Does not return. */
    @Import(module = "terrace", name = "fail")
    public static native void fail(Address what, int whatLen);

    /** Create a partition of an installed app. Returns its id, or a negative code. */
    @Import(module = "terrace_control", name = "create")
    public static native long controlCreate(Address app, int appLen, Address name, int nameLen);

    /** Start a partition that is installed, stopped or faulted. */
    @Import(module = "terrace_control", name = "start")
    public static native int controlStart(long id);

    /** Let a partition use no processor, from its next safe point on. */
    @Import(module = "terrace_control", name = "suspend")
    public static native int controlSuspend(long id);

    /** Let a suspended partition go on. */
    @Import(module = "terrace_control", name = "resume")
    public static native int controlResume(long id);

    /** Ask politely; forced after the grace time. */
    @Import(module = "terrace_control", name = "stop")
    public static native int controlStop(long id);

    /** End a partition by force, wherever it stands. */
    @Import(module = "terrace_control", name = "kill")
    public static native int controlKill(long id);

    /** End a partition and start it again. */
    @Import(module = "terrace_control", name = "restart")
    public static native int controlRestart(long id);

    /** Change one limit of a partition; `what` is a limit of `codes.toml`. */
    @Import(module = "terrace_control", name = "set_limit")
    public static native int controlSetLimit(long id, int what, long value);

    /** Ask a partition to give memory back; `level` is a trim level of `codes.toml`. */
    @Import(module = "terrace_control", name = "trim")
    public static native int controlTrim(long id, int level);

    /** Fill `out` with partition ids, 8 bytes each. Returns how many there are in all. */
    @Import(module = "terrace_control", name = "list")
    public static native int controlList(Address out, int outLen);

    /** Fill `out` with a `status` record. Returns its length. */
    @Import(module = "terrace_control", name = "status")
    public static native int controlStatus(long id, Address out, int outLen);

    /** The partition's name. Returns its length. */
    @Import(module = "terrace_control", name = "name")
    public static native int controlName(long id, Address out, int outLen);

    /** Fill `out` with the next `event` record since this partition last asked. Returns its length, `timeout` when `until` passed without one, `again` to be called once more, `stopping` once a stop was asked for. */
    @Import(module = "terrace_control", name = "next_event")
    public static native int controlNextEvent(long until, Address out, int outLen);

    /** Fill `out` with a `component` record: which component this instance is. Returns its length. */
    @Import(module = "terrace_realtime", name = "component")
    public static native int realtimeComponent(Address out, int outLen);

    /** Fill `out` with a `callback-terms` record. Callback 0 is the component's own (creation, start command, or for a receiver its messages). Returns its length. */
    @Import(module = "terrace_realtime", name = "callback")
    public static native int realtimeCallback(int index, Address out, int outLen);

    /** The name of a callback, as the manifest has it. Returns its length. */
    @Import(module = "terrace_realtime", name = "name")
    public static native int realtimeName(int index, Address out, int outLen);

    /** Complete the release that runs, if one does; then rest until a callback is due, at most until the monotonic time `until` in ns, and fill `out` with a `release` record. Returns its length; `again` to be called once more with the same arguments; `timeout` when `until` passed first; `stopping` once the component has been destroyed because the app stops. */
    @Import(module = "terrace_realtime", name = "next")
    public static native int realtimeNext(long until, Address out, int outLen);

    /** Complete the release that runs. What follows, up to `next`, is part of none: the place for a collection, or for a reset of the memory of the release. */
    @Import(module = "terrace_realtime", name = "complete")
    public static native int realtimeComplete();

    /** Monotonic time in ns of the next release of this component, as far as it is known now: before now when one is due, the largest number when there is none. */
    @Import(module = "terrace_realtime", name = "due")
    public static native long realtimeDue();

    /** Run at this priority until the release completes: 1..99, or 0 for normal; not above the most important callback of the component. Call it in a loop while it answers `again`. */
    @Import(module = "terrace_realtime", name = "set_priority")
    public static native int realtimeSetPriority(int level);

    /** Start a stopped service of this app: creation, start command, then what is nested in it. */
    @Import(module = "terrace_realtime", name = "start")
    public static native int realtimeStart(Address service, int serviceLen);

    /** Stop a service of this app after the release that runs, with all that is nested in it. */
    @Import(module = "terrace_realtime", name = "stop")
    public static native int realtimeStop(Address service, int serviceLen);

    /** Let a service of this app have no releases, with all that is nested in it. */
    @Import(module = "terrace_realtime", name = "pause")
    public static native int realtimePause(Address service, int serviceLen);

    /** Let a paused or suspended service of this app have releases again. */
    @Import(module = "terrace_realtime", name = "resume")
    public static native int realtimeResume(Address service, int serviceLen);

    /** Enter the shared resource of this name, as `uses` of the manifest declares it: nobody else that uses it runs until `leave`. Call it in a loop while it answers `again`. */
    @Import(module = "terrace_realtime", name = "enter")
    public static native int realtimeEnter(Address shared, int sharedLen);

    /** Leave the resource that was entered last. */
    @Import(module = "terrace_realtime", name = "leave")
    public static native int realtimeLeave();

    /** Of the message that the release which runs is for: fill `out` with its `letter` record, and `data` with its first bytes, as many as there is room for and `message-copy-bytes` at most. Returns the length of the record; `not-found` where the release is for none, or for one that came through a window. Until the release completes the rest can be had by `read` of the interface `message`. */
    @Import(module = "terrace_realtime", name = "message")
    public static native int realtimeMessage(Address out, int outLen, Address data, int dataLen);

    /** Open a channel in a role of `codes.toml`. Returns its handle, the same one each time; `undeclared`, `unpermitted`, `no-memory`, or `full` with `message-channels` open. Makes the slots that the caller needs: not for a release of a real-time component. */
    @Import(module = "terrace_message", name = "open")
    public static native int messageOpen(Address channel, int channelLen, int role);

    /** Give a channel up, with what is held of it, and what waits for the caller alone. */
    @Import(module = "terrace_message", name = "close")
    public static native int messageClose(int channel);

    /** Fill `out` with a `channel-terms` record. Returns its length. */
    @Import(module = "terrace_message", name = "describe")
    public static native int messageDescribe(int channel, Address out, int outLen);

    /** Take an empty slot of a channel that the caller opened to send. Returns its handle, or `held` while the caller has `message-held` of them that are neither sent nor released. */
    @Import(module = "terrace_message", name = "obtain")
    public static native int messageObtain(int channel);

    /** Copy into a slot that was obtained, from `offset` on; not beyond where it has been filled so far (`invalid`) or its end (`too-long`). Returns the bytes copied: at most `message-copy-bytes`. */
    @Import(module = "terrace_message", name = "fill")
    public static native int messageFill(int message, int offset, Address data, int dataLen);

    /** Send the first `length` bytes of a slot that was obtained: `invalid` beyond what was filled. `kind` is what the sender calls it, for `remove`. `priority` is the sender's own, or a lower one; what lies above counts as the sender's own. Delivered at the monotonic time `at` in ns, or now if that has passed. Returns in how many queues it waits, for a broadcast possibly none; `crowded` when it had to be refused everywhere. The slot is given up either way. */
    @Import(module = "terrace_message", name = "send")
    public static native int messageSend(int message, int length, int kind, int priority, long at);

    /** `obtain`, `fill` and `send` of at most `message-copy-bytes`. */
    @Import(module = "terrace_message", name = "post")
    public static native int messagePost(int channel, Address data, int dataLen, int kind, int priority, long at);

    /** Take the next message from a channel that the caller opened to receive, or with the largest number for `channel` from whichever has the most important: by the order of the channel, then as they came. Fill `out` with a `letter` record and return its length. `again` to be called once more with the same arguments, `timeout` when `until` passed first, `stopping` once a stop was asked for and nothing waits, `held` while the caller has `message-held` of this channel that it has not released. */
    @Import(module = "terrace_message", name = "take")
    public static native int messageTake(int channel, long until, Address out, int outLen);

    /** Copy from a message that was taken, from `offset` on. Returns the bytes copied: at most `message-copy-bytes`, 0 at its end. */
    @Import(module = "terrace_message", name = "read")
    public static native int messageRead(int message, int offset, Address out, int outLen);

    /** Give back a message that was taken, or a slot that was obtained and not sent. */
    @Import(module = "terrace_message", name = "release")
    public static native int messageRelease(int message);

    /** `take`, `read` and `release` of a message that fits into `data` and into `message-copy-bytes`; for a longer one `too-long`, and it waits on. Returns as `take` does. */
    @Import(module = "terrace_message", name = "receive")
    public static native int messageReceive(int channel, long until, Address out, int outLen, Address data, int dataLen);

    /** Remove what waits and is of this kind: of a channel that the caller sends to its own messages, of one it receives from those for it. Returns how many. */
    @Import(module = "terrace_message", name = "remove")
    public static native int messageRemove(int channel, int kind);

    /** How many messages of the caller gave way to others since it last asked. */
    @Import(module = "terrace_message", name = "lost")
    public static native int messageLost(int channel);

    /** As `post`, of an intent: an action and extras, in the form that the book defines; `invalid` for what is not in that form. */
    @Import(module = "terrace_message", name = "intent")
    public static native int messageIntent(int channel, Address data, int dataLen, int kind, int priority, long at);

    /** From now on deliver to the caller, of the intents of a broadcast, only those with one of these actions, a zero byte between them; empty: all. What is no intent comes as before. Not for a release of a real-time component. */
    @Import(module = "terrace_message", name = "filter")
    public static native int messageFilter(int channel, Address actions, int actionsLen);

    /** Answer an interface that the manifest declares under `[[export]]`, from now on. Returns its number, counted from 0 in the order of the manifest. */
    @Import(module = "terrace_call", name = "offer")
    public static native int callOffer(Address name, int nameLen);

    /** Look an interface up: `PARTITION/INTERFACE`, `APP/INTERFACE` (the partition of that app that offered it first), or `INTERFACE` of the caller's own app. Returns a handle; `not-found` while nobody offers it, `denied` if its manifest does not name the caller. */
    @Import(module = "terrace_call", name = "find")
    public static native int callFind(Address name, int nameLen);

    /** Give a handle back. What was watched with it is not any more. */
    @Import(module = "terrace_call", name = "close")
    public static native int callClose(int handle);

    /** Call, and wait for the reply, at most until the monotonic time `until` in ns. Call it in a loop with the same arguments while it answers `again`. Returns the length of the reply; `timeout`, `dead`, `cycle`, `request-too-long`, `reply-too-long`. */
    @Import(module = "terrace_call", name = "call")
    public static native int callCall(int handle, int method, Address request, int requestLen, Address reply, int replyLen, long until);

    /** Send a request that nobody answers. It is queued; `full` when the callee's queue is. */
    @Import(module = "terrace_call", name = "send")
    public static native int callSend(int handle, int method, Address request, int requestLen);

    /** Rest until somebody calls, sends or has died, at most until the monotonic time `until` in ns. Fills `out` with an `incoming` record and `request` with the request. Call it in a loop with the same arguments while it answers `again`. Returns the length of the record; `timeout`, `stopping`, or `wrong-state` while a call waits for its reply. */
    @Import(module = "terrace_call", name = "accept")
    public static native int callAccept(long until, Address out, int outLen, Address request, int requestLen);

    /** Answer the call that was accepted. `reply-too-long` when it does not fit in the caller's buffer: the caller is told the same. The caller goes on when this partition rests next. */
    @Import(module = "terrace_call", name = "reply")
    public static native int callReply(Address reply, int replyLen);

    /** Have `accept` tell when the partition behind this handle has ended. */
    @Import(module = "terrace_call", name = "watch")
    public static native int callWatch(int handle);

    /** Fill `out` with a `window-terms` record: what memory the caller has to have ready. Returns its length; `not-found` while no partition of the app lives that declares the channel. */
    @Import(module = "terrace_window", name = "describe")
    public static native int windowDescribe(Address channel, int channelLen, Address out, int outLen);

    /** Map a window over `memory`, bytes of the caller that no allocator gives to anybody else: as `window-terms` says, else `misplaced`. What was there is lost. `part` is a part of `codes.toml`. Returns the window; `denied` when the channel does not permit it, `occupied` when it has its publisher or no room for another subscriber. Call it in a loop while it answers `again`. Not for a release of a real-time component. */
    @Import(module = "terrace_window", name = "open")
    public static native int windowOpen(Address channel, int channelLen, int part, Address memory, int memoryLen);

    /** Take a free buffer of a window opened to publish. Returns the buffer; what is in it is what the caller itself left there, or zeros. Call it in a loop while it answers `again`; `timeout` when none became free until the monotonic time `until` in ns, `stopping` once a stop was asked for. */
    @Import(module = "terrace_window", name = "obtain")
    public static native int windowObtain(int window, long until);

    /** Send the first `length` bytes of a buffer that was obtained. Returns to how many subscribers; `unheard` when there is none, and the buffer stays with the caller. */
    @Import(module = "terrace_window", name = "send")
    public static native int windowSend(int window, int buffer, int length);

    /** Take what was sent first of a window opened to subscribe, and fill `out` with a `parcel` record. Returns its length; `again`, `timeout` and `stopping` as `obtain` does; `held-up` while the caller holds as many buffers as it may: all but one, or the only one. */
    @Import(module = "terrace_window", name = "take")
    public static native int windowTake(int window, long until, Address out, int outLen);

    /** Give back a buffer that was taken, or one that was obtained and not sent. */
    @Import(module = "terrace_window", name = "release")
    public static native int windowRelease(int window, int buffer);

    /** Close a window: its range is memory of the caller again, of zeros. What it held is free. */
    @Import(module = "terrace_window", name = "close")
    public static native int windowClose(int window);

    /** Ask for rows. `columns` are names of columns with commas between, or `count(*)` and `count`, `min`, `max`, `sum`, `avg` of a column; empty: `id` and all others. `selection` is an expression of SQL over the columns, or empty for all rows. `order` is names of columns with commas between, each perhaps with `desc` after it; or empty. At most `limit` rows, or all for 0. The rows are as they were at this moment, whatever happens to the table later. Returns a cursor; `not-found` for no such provider or table, `denied`, `invalid`, `timeout`, `too-long` for more rows than one query may have. */
    @Import(module = "terrace_provider", name = "query")
    public static native int providerQuery(Address uri, int uriLen, Address columns, int columnsLen, Address selection, int selectionLen, Address arguments, int argumentsLen, Address order, int orderLen, int limit);

    /** Fill `rows` with the next whole rows of a cursor. Returns how many bytes; 0 after the last one; `too-long` when the next row does not fit. */
    @Import(module = "terrace_provider", name = "next")
    public static native int providerNext(int cursor, Address rows, int rowsLen);

    /** Give a cursor back. */
    @Import(module = "terrace_provider", name = "close")
    public static native int providerClose(int cursor);

    /** Add a row. Returns its id; `conflict`, `full` when the provider has reached its limit. */
    @Import(module = "terrace_provider", name = "insert")
    public static native long providerInsert(Address uri, int uriLen, Address values, int valuesLen);

    /** Change rows. Returns how many. */
    @Import(module = "terrace_provider", name = "update")
    public static native long providerUpdate(Address uri, int uriLen, Address values, int valuesLen, Address selection, int selectionLen, Address arguments, int argumentsLen);

    /** Remove rows. Returns how many. */
    @Import(module = "terrace_provider", name = "delete")
    public static native long providerDelete(Address uri, int uriLen, Address selection, int selectionLen, Address arguments, int argumentsLen);

    /** Run what the manifest declares under `[[provider.call]]`: all its statements, or none. `uri` is `content://PROVIDER/CALL`. Returns a cursor over what the last statement selected. */
    @Import(module = "terrace_provider", name = "call")
    public static native int providerCall(Address uri, int uriLen, Address arguments, int argumentsLen);

    /** Have changes of rows told: an intent with the action `terrace.changed` comes to a channel that the caller may send to and receive from, with `uri` (text), `change` (int, a change of `codes.toml`) and `rows` (long). `uri` may also be `content://PROVIDER`. A notice for which the channel has no room is told with the next one. Returns an observation. */
    @Import(module = "terrace_provider", name = "observe")
    public static native int providerObserve(Address uri, int uriLen, Address channel, int channelLen);

    /** Have them told no more. */
    @Import(module = "terrace_provider", name = "unobserve")
    public static native int providerUnobserve(int observation);

    /** Listen at a granted address: `127.0.0.1:80`, `[::1]:80`. Returns a handle; `denied`, `in-use`, `full` with too many descriptors. */
    @Import(module = "terrace_socket", name = "listen")
    public static native int socketListen(Address address, int addressLen);

    /** Begin a connection to a granted address. Returns a handle; `denied`, `refused`, `full`. */
    @Import(module = "terrace_socket", name = "connect")
    public static native int socketConnect(Address address, int addressLen);

    /** `ok` once the connection that was begun stands, `again` until then, `refused`. */
    @Import(module = "terrace_socket", name = "connected")
    public static native int socketConnected(int handle);

    /** Take a connection that came to a listener. Returns a handle; `again`, `full`. */
    @Import(module = "terrace_socket", name = "accept")
    public static native int socketAccept(int listener);

    /** Copy what came, at most `socket-copy-bytes`. Returns the length, 0 at the end of what the other side sends; `again`, `reset`. */
    @Import(module = "terrace_socket", name = "receive")
    public static native int socketReceive(int handle, Address out, int outLen);

    /** Send. Returns how many bytes were taken, at most `socket-copy-bytes`; `again`, `reset`. */
    @Import(module = "terrace_socket", name = "send")
    public static native int socketSend(int handle, Address data, int dataLen);

    /** Nothing more will be sent. */
    @Import(module = "terrace_socket", name = "shut")
    public static native int socketShut(int handle);

    /** The address of this side (`which` 0) or the other one (1), as text. Returns its length. */
    @Import(module = "terrace_socket", name = "address")
    public static native int socketAddress(int handle, int which, Address out, int outLen);

    /** Give a socket back. */
    @Import(module = "terrace_socket", name = "close")
    public static native int socketClose(int handle);
}
