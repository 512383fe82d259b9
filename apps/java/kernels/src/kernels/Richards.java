package kernels;

/**
 * Kernel: a small operating system's scheduler passes packets between tasks of six kinds, until
 * the idle task has run 10,000 times. Interface calls, linked lists, and fields of small objects.
 *
 * <p>Algorithm: Martin Richards' benchmark. Known result: 23,246 packets queued, 9,297 holds.
 */
final class Richards implements Kernel {
    private static final int IDLE_RUNS = 10_000;

    static final int IDLE = 0;
    static final int WORKER = 1;
    static final int HANDLER_A = 2;
    static final int HANDLER_B = 3;
    static final int DEVICE_A = 4;
    static final int DEVICE_B = 5;

    @Override
    public long work(int round) {
        Scheduler scheduler = new Scheduler();
        scheduler.add(IDLE, 0, null, new Idle(scheduler, IDLE_RUNS)).state = Task.RUNNING;
        Packet work = packets(2, WORKER, true);
        scheduler.add(WORKER, 1000, work, new Worker(scheduler));
        scheduler.add(HANDLER_A, 2000, packets(3, DEVICE_A, false), new Handler(scheduler));
        scheduler.add(HANDLER_B, 3000, packets(3, DEVICE_B, false), new Handler(scheduler));
        scheduler.add(DEVICE_A, 4000, null, new Device(scheduler));
        scheduler.add(DEVICE_B, 5000, null, new Device(scheduler));
        scheduler.run();
        if (scheduler.queued != 23_246 || scheduler.held != 9_297) {
            throw new IllegalStateException(scheduler.queued + " queued, " + scheduler.held
                + " held; known are 23246 and 9297");
        }
        return Sum.mix(scheduler.queued, scheduler.held);
    }

    private static Packet packets(int count, int task, boolean work) {
        Packet list = null;
        for (int i = 0; i < count; i++) {
            list = new Packet(list, task, work);
        }
        return list;
    }

    /** What tasks send each other. */
    static final class Packet {
        Packet link;
        int task;
        final boolean work;
        int datum;
        final int[] letters = new int[4];

        Packet(Packet link, int task, boolean work) {
            this.link = link;
            this.task = task;
            this.work = work;
        }

        /** This packet at the end of `list`; the list. */
        Packet behind(Packet list) {
            link = null;
            if (list == null) {
                return this;
            }
            Packet last = list;
            while (last.link != null) {
                last = last.link;
            }
            last.link = this;
            return list;
        }
    }

    /** What a task does when it runs: the task to run next. */
    interface Act {
        Task run(Packet packet);
    }

    /** A task as the scheduler sees it. */
    static final class Task {
        static final int RUNNING = 0;
        static final int RUNNABLE = 1;
        static final int SUSPENDED = 2;
        static final int HELD = 4;

        final Task link;
        final int id;
        final int priority;
        final Act act;
        Packet queue;
        int state;

        Task(Task link, int id, int priority, Packet queue, Act act) {
            this.link = link;
            this.id = id;
            this.priority = priority;
            this.queue = queue;
            this.act = act;
            state = queue == null ? SUSPENDED : SUSPENDED | RUNNABLE;
        }

        boolean mayRun() {
            return (state & HELD) == 0 && state != SUSPENDED;
        }

        Task run() {
            Packet packet = null;
            if (state == (SUSPENDED | RUNNABLE)) {
                packet = queue;
                queue = packet.link;
                state = queue == null ? RUNNING : RUNNABLE;
            }
            return act.run(packet);
        }

        /** Take a packet; the more important of this task and `sender`. */
        Task take(Packet packet, Task sender) {
            if (queue == null) {
                queue = packet;
                state |= RUNNABLE;
                return priority > sender.priority ? this : sender;
            }
            queue = packet.behind(queue);
            return sender;
        }
    }

    /** The list of tasks, the most important first. */
    static final class Scheduler {
        private final Task[] tasks = new Task[6];
        private Task list;
        private Task current;
        int queued;
        int held;

        Task add(int id, int priority, Packet queue, Act act) {
            list = new Task(list, id, priority, queue, act);
            tasks[id] = list;
            return list;
        }

        void run() {
            current = list;
            while (current != null) {
                current = current.mayRun() ? current.run() : current.link;
            }
        }

        Task release(int id) {
            Task task = tasks[id];
            task.state &= ~Task.HELD;
            return task.priority > current.priority ? task : current;
        }

        Task hold() {
            held++;
            current.state |= Task.HELD;
            return current.link;
        }

        Task suspend() {
            current.state |= Task.SUSPENDED;
            return current;
        }

        Task send(Packet packet) {
            Task task = tasks[packet.task];
            queued++;
            packet.link = null;
            packet.task = current.id;
            return task.take(packet, current);
        }
    }

    /** Releases a device each time, by a shift register. */
    static final class Idle implements Act {
        private final Scheduler scheduler;
        private int register = 1;
        private int left;

        Idle(Scheduler scheduler, int runs) {
            this.scheduler = scheduler;
            left = runs;
        }

        @Override
        public Task run(Packet packet) {
            if (--left == 0) {
                return scheduler.hold();
            }
            boolean even = (register & 1) == 0;
            register = even ? register >> 1 : (register >> 1) ^ 0xD008;
            return scheduler.release(even ? DEVICE_A : DEVICE_B);
        }
    }

    /** Holds until it is released, then sends back what it got. */
    static final class Device implements Act {
        private final Scheduler scheduler;
        private Packet pending;

        Device(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public Task run(Packet packet) {
            if (packet != null) {
                pending = packet;
                return scheduler.hold();
            }
            if (pending == null) {
                return scheduler.suspend();
            }
            Packet back = pending;
            pending = null;
            return scheduler.send(back);
        }
    }

    /** Writes letters into packets, for the two handlers in turns. */
    static final class Worker implements Act {
        private final Scheduler scheduler;
        private int handler = HANDLER_A;
        private int letter;

        Worker(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public Task run(Packet packet) {
            if (packet == null) {
                return scheduler.suspend();
            }
            handler = handler == HANDLER_A ? HANDLER_B : HANDLER_A;
            packet.task = handler;
            packet.datum = 0;
            for (int i = 0; i < packet.letters.length; i++) {
                letter = letter == 26 ? 1 : letter + 1;
                packet.letters[i] = letter;
            }
            return scheduler.send(packet);
        }
    }

    /** Passes the letters of work packets on, one by one, in device packets. */
    static final class Handler implements Act {
        private final Scheduler scheduler;
        private Packet works;
        private Packet devices;

        Handler(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public Task run(Packet packet) {
            if (packet != null) {
                accept(packet);
            }
            if (works == null) {
                return scheduler.suspend();
            }
            Packet work = works;
            if (work.datum == work.letters.length) {
                works = work.link;
                return scheduler.send(work);
            }
            if (devices == null) {
                return scheduler.suspend();
            }
            Packet device = devices;
            devices = device.link;
            device.datum = work.letters[work.datum++];
            return scheduler.send(device);
        }

        private void accept(Packet packet) {
            if (packet.work) {
                works = packet.behind(works);
            } else {
                devices = packet.behind(devices);
            }
        }
    }
}
