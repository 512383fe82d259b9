package library;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What threads share: maps, queues, atomics and locks of other kinds. */
final class Shared {
    private Shared() {
    }

    static void run() throws Exception {
        maps();
        sorted();
        queues();
        handing();
        atomics();
        units();
        locks();
        phases();
    }

    private static void maps() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 200; i++) {
            map.merge("key" + i * 31 % 97, i, Integer::sum);
        }
        System.out.println(map);
        System.out.println(map.keySet() + " " + map.values());
        System.out.println(map.reduceValuesToLong(1, Integer::longValue, 0, Long::sum) + " " + map.mappingCount() + " "
                + map.search(Long.MAX_VALUE, (k, v) -> v > 300 ? k : null) + " " + map.reduceKeys(1, (a, b) -> a.compareTo(b) > 0 ? a : b));
        map.computeIfPresent("key1", (k, v) -> null);
        map.compute("new", (k, v) -> v == null ? 1 : v + 1);
        map.computeIfAbsent("newer", String::length);
        map.replaceAll((k, v) -> v % 10);
        System.out.println(map.get("key1") + " " + map.putIfAbsent("new", 9) + " " + map.remove("newer", 4) + map.remove("newer", 5));
        for (Iterator<Map.Entry<String, Integer>> all = map.entrySet().iterator(); all.hasNext();) {
            if (all.next().getValue() != 3) {
                all.remove();
            }
        }
        System.out.println(map + " " + new ConcurrentHashMap<>(Map.of("one", 1)));
        int seen = 0;
        for (String key : map.keySet()) {
            map.put(key + "+", 1);
            seen++;
        }
        System.out.println(seen >= 9);
        ConcurrentHashMap.KeySetView<Object, Boolean> set = ConcurrentHashMap.newKeySet();
        System.out.println(set.add("x") + " " + set.add("x") + " " + set);
        try {
            map.put("null", null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        ConcurrentHashMap<Integer, Integer> many = new ConcurrentHashMap<>(3);
        for (int i = 0; i < 3_000; i++) {
            many.put(i * 7_919, i);
        }
        System.out.println(many.keySet().hashCode() + " " + new ArrayList<>(many.values()).subList(0, 40).hashCode());
    }

    private static void sorted() {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(map + " " + map.headMap("jumps") + " " + map.descendingMap() + " " + map.ceilingKey("g"));
        for (String key : map.keySet()) {
            if (key.length() == 3) {
                map.remove(key);
                map.put("z" + key, 1);
            }
        }
        System.out.println(map.firstEntry() + " " + map.pollLastEntry() + " " + map);
        NavigableMap<String, Integer> part = new TreeMap<>(map).subMap("fox", false, "zdog", true);
        for (String key : "a fox g over zdog zz".split(" ")) {
            System.out.print(part.lowerKey(key) + part.floorKey(key) + part.ceilingKey(key) + part.higherEntry(key) + " "
                    + part.descendingMap().lowerKey(key) + part.descendingMap().ceilingEntry(key) + " ");
        }
        System.out.println(new TreeMap<String, Integer>().headMap("a", true).isEmpty());
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(List.of(5, 1, 9, 3));
        System.out.println(set + " " + set.higher(3) + " " + set.descendingSet() + " " + set.subSet(2, 9) + " " + set.first());
    }

    private static void queues() throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    queue.put(i);
                }
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum = sum * 3 + queue.take();
        }
        producer.join();
        System.out.println(sum + " " + queue.poll(2, TimeUnit.MILLISECONDS) + " " + queue.remainingCapacity());
        System.out.println(queue.offer(1) + " " + queue.offer(2) + " " + queue.offer(3) + " " + queue.offer(4) + " "
                + queue.offer(4, 1, TimeUnit.MILLISECONDS) + " " + queue + " " + queue.contains(2));
        try {
            queue.add(9);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> drained = new ArrayList<>();
        System.out.println(queue.drainTo(drained, 2) + " " + drained + " " + queue);
        PriorityBlockingQueue<String> ranked = new PriorityBlockingQueue<>(4, (a, b) -> b.compareTo(a));
        ranked.addAll(List.of("b", "d", "a", "c"));
        System.out.println(ranked.take() + ranked.take() + ranked.take() + ranked.poll() + ranked.poll());
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(List.of(1, 2, 3));
        deque.putFirst(0);
        System.out.println(deque + " " + deque.takeLast() + " " + deque.pollFirst() + " " + deque.peekLast());
        LinkedBlockingQueue<Integer> linked = new LinkedBlockingQueue<>();
        Thread taker = new Thread(() -> {
            try {
                linked.take();
            } catch (InterruptedException e) {
                System.out.println("taker " + e + " " + Thread.currentThread().isInterrupted());
            }
        });
        taker.start();
        taker.interrupt();
        taker.join();
        ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        for (Integer item : free) {
            if (item < 3) {
                free.add(item + 10);
            }
            free.remove(2);
        }
        System.out.println(free + " " + free.poll() + " " + free.size());
        ConcurrentLinkedDeque<Integer> both = new ConcurrentLinkedDeque<>(free);
        both.addFirst(7);
        both.descendingIterator().forEachRemaining(i -> System.out.print(i + " "));
        System.out.println(both.pollLast() + " " + both);
        CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(List.of(3, 1, 3, 2));
        for (Integer item : set) {
            set.remove(item - 1);
        }
        System.out.println(set);
    }

    private static void handing() throws Exception {
        SynchronousQueue<String> direct = new SynchronousQueue<>();
        System.out.println(direct.offer("nobody") + " " + direct.poll() + " " + direct.poll(1, TimeUnit.MILLISECONDS));
        Thread giver = new Thread(() -> {
            try {
                direct.put("one");
                direct.put("two");
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        giver.start();
        System.out.println(direct.take() + " " + direct.take());
        giver.join();
        Exchanger<String> exchanger = new Exchanger<>();
        String[] got = new String[1];
        Thread other = new Thread(() -> {
            try {
                got[0] = exchanger.exchange("theirs");
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        other.start();
        System.out.println(exchanger.exchange("mine"));
        other.join();
        System.out.println(got[0]);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        ExecutorCompletionService<Integer> done = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 10; i++) {
            int number = i;
            done.submit(() -> number * number);
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += done.take().get();
        }
        System.out.println(sum + " " + done.poll() + " " + pool.invokeAny(List.of(() -> "any"))
                + " " + pool.invokeAll(List.of(() -> 1, () -> 2)).size());
        System.out.println(pool.shutdownNow() + " " + pool.isShutdown());
    }

    private static void atomics() {
        AtomicInteger number = new AtomicInteger(5);
        System.out.println(number.compareAndExchange(5, 6) + " " + number.compareAndExchange(5, 7) + " " + number.getPlain() + " "
                + number.weakCompareAndSetPlain(6, 8) + " " + number.updateAndGet(v -> v * 2) + " " + number.getAcquire());
        AtomicBoolean flag = new AtomicBoolean();
        System.out.println(flag.compareAndExchange(false, true) + " " + flag.getOpaque());
        AtomicIntegerArray numbers = new AtomicIntegerArray(new int[] {1, 2, 3});
        System.out.println(numbers.incrementAndGet(1) + " " + numbers.getAndAdd(2, 5) + " " + numbers
                + " " + numbers.accumulateAndGet(0, 10, Math::max) + " " + numbers.length());
        AtomicReferenceArray<String> words = new AtomicReferenceArray<>(2);
        System.out.println(words.compareAndSet(0, null, "a") + " " + words.updateAndGet(0, w -> w + "b") + " " + words);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 1);
        int[] stamp = new int[1];
        System.out.println(stamped.compareAndSet("a", "b", 1, 2) + " " + stamped.compareAndSet("b", "c", 1, 2) + " "
                + stamped.get(stamp) + stamp[0]);
        LongAdder adder = new LongAdder();
        LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
        for (int i = 0; i < 10; i++) {
            adder.add(i);
            most.accumulate(i * 7 % 10);
        }
        System.out.println(adder + " " + adder.sumThenReset() + " " + adder.sum() + " " + most.get());
    }

    private static void units() {
        for (TimeUnit unit : TimeUnit.values()) {
            System.out.println(unit + " " + unit.toNanos(Long.MAX_VALUE / 1000) + " " + unit.toDays(-1_000_000_007)
                    + " " + unit.convert(90_061, TimeUnit.SECONDS) + " " + unit.convert(Duration.ofMillis(-123_456_789))
                    + " " + unit.toChronoUnit() + " " + TimeUnit.of(unit.toChronoUnit()) + " " + unit.toMillis(Long.MIN_VALUE));
        }
    }

    private static void locks() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        List<String> seen = new ArrayList<>();
        lock.readLock().lock();
        lock.readLock().lock();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            seen.add("written");
            lock.writeLock().unlock();
        });
        writer.start();
        while (!lock.hasQueuedThreads()) {
            Thread.sleep(1);
        }
        seen.add("read " + lock.getReadHoldCount() + " " + lock.isWriteLocked() + " " + lock.writeLock().tryLock());
        lock.readLock().unlock();
        lock.readLock().unlock();
        writer.join();
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        System.out.println(seen + " " + lock.getReadLockCount() + " " + lock.isWriteLocked());
        try {
            lock.writeLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        Thread parked = new Thread(() -> {
            LockSupport.park();
            System.out.println("unparked");
        });
        parked.start();
        LockSupport.unpark(parked);
        parked.join();
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println(Thread.interrupted());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1_000);
        System.out.println("not stuck");
    }

    private static void phases() throws Exception {
        int[] ended = new int[1];
        Phaser phaser = new Phaser(4) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                ended[0]++;
                return phase == 2 || registered == 0;
            }
        };
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (!phaser.isTerminated()) {
                    phaser.arriveAndAwaitAdvance();
                }
            });
            threads[i].start();
        }
        int[] phases = new int[3];
        for (int i = 0; i < phases.length; i++) {
            phases[i] = phaser.arriveAndAwaitAdvance();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        phases[2] &= Integer.MAX_VALUE;
        System.out.println(Arrays.toString(phases) + " " + ended[0] + " " + phaser.isTerminated() + " " + phaser.getRegisteredParties());
    }
}
