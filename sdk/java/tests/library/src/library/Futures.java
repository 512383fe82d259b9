package library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** CompletableFuture and what is forked and joined. Nothing here depends on which thread is quicker. */
final class Futures {
    private Futures() {
    }

    static void run() throws Exception {
        order();
        failures();
        two();
        asynchronous();
        times();
        forked();
    }

    /** The order in which dependents run is OpenJDK's: the last added first, and what they settle after. */
    private static void order() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        StringBuilder seen = new StringBuilder();
        CompletableFuture<Integer> next = first.thenApply(v -> {
            seen.append("a").append(v);
            return v + 1;
        });
        next.thenAccept(v -> seen.append(" b").append(v));
        next.thenRun(() -> seen.append(" c"));
        first.thenApply(v -> {
            seen.append(" d");
            return v;
        }).thenApply(v -> {
            seen.append(" e");
            return v;
        }).thenRun(() -> seen.append(" f"));
        first.whenComplete((v, e) -> seen.append(" g").append(v).append(e));
        System.out.println(first.getNumberOfDependents() + " " + first.isDone() + " " + first.getNow(-1));
        System.out.println(first.complete(1) + " " + first.complete(2) + " " + seen + " " + first.join());
        CompletableFuture<Integer> chain = new CompletableFuture<>();
        CompletableFuture<Integer> end = chain;
        for (int i = 0; i < 2_000; i++) {
            end = end.thenApply(v -> v + 1);
        }
        chain.complete(0);
        System.out.println(end.join());
    }

    private static void failures() throws Exception {
        CompletableFuture<String> failed = new CompletableFuture<>();
        CompletableFuture<Integer> length = failed.thenApply(String::length);
        CompletableFuture<String> rescued = failed.exceptionally(e -> "rescued from " + e);
        CompletableFuture<String> later = length.thenApply(n -> "n" + n).exceptionally(e -> "later " + e);
        CompletableFuture<String> handled = length.handle((v, e) -> v + " " + e.getClass().getSimpleName() + " " + e.getCause());
        failed.completeExceptionally(new IllegalStateException("on purpose"));
        System.out.println(rescued.join() + " / " + later.join() + " / " + handled.join());
        System.out.println(length.isCompletedExceptionally() + " " + length.isDone() + " " + length.isCancelled());
        try {
            length.join();
        } catch (CompletionException e) {
            System.out.println(e);
        }
        try {
            length.get();
        } catch (ExecutionException e) {
            System.out.println(e + " caused by " + e.getCause());
        }
        try {
            CompletableFuture.supplyAsync(() -> Integer.parseInt("no number")).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getClass());
        }
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> dependent = cancelled.thenApply(v -> v);
        System.out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + dependent.isCancelled());
        try {
            cancelled.join();
        } catch (CancellationException e) {
            System.out.println(e);
        }
        try {
            dependent.join();
        } catch (CompletionException e) {
            System.out.println(e);
        }
        System.out.println(CompletableFuture.failedFuture(new RuntimeException("x"))
                .exceptionallyCompose(e -> CompletableFuture.completedFuture("composed " + e.getMessage())).join());
        CompletableFuture<Object> thrown = CompletableFuture.completedFuture(1).whenComplete((v, e) -> {
            throw new IllegalArgumentException("in whenComplete");
        }).thenApply(v -> v);
        System.out.println(thrown.handle((v, e) -> v + " " + e).join());
    }

    private static void two() {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Integer> sum = a.thenCombine(b, Integer::sum);
        CompletableFuture<String> either = a.applyToEither(b, v -> "first " + v);
        CompletableFuture<Void> all = CompletableFuture.allOf(a, b, sum);
        CompletableFuture<Object> any = CompletableFuture.anyOf(a, b);
        List<String> seen = new ArrayList<>();
        a.runAfterBoth(b, () -> seen.add("both"));
        a.acceptEither(b, v -> seen.add("either " + v));
        a.thenAcceptBoth(b, (x, y) -> seen.add(x + "+" + y));
        b.complete(20);
        System.out.println(sum.isDone() + " " + all.isDone() + " " + any.join() + " " + either.join() + " " + seen);
        a.complete(1);
        System.out.println(sum.join() + " " + all.isDone() + " " + all.join() + " " + seen);
        System.out.println(a.thenCompose(v -> b.thenApply(w -> v * w)).join());
        CompletableFuture<Integer> bad = CompletableFuture.failedFuture(new IllegalStateException("bad"));
        System.out.println(CompletableFuture.allOf(a, bad, b).handle((v, e) -> v + " " + e).join());
        CompletionStage<Integer> stage = a.minimalCompletionStage();
        try {
            ((CompletableFuture<Integer>) stage).complete(3);
        } catch (UnsupportedOperationException e) {
            System.out.println("minimal " + stage.toCompletableFuture().join());
        }
    }

    private static void asynchronous() throws Exception {
        CompletableFuture<String> greeting = CompletableFuture.supplyAsync(() -> "hello")
                .thenApplyAsync(v -> v + " from afar").thenCombineAsync(CompletableFuture.supplyAsync(() -> "!"), String::concat);
        System.out.println(greeting.get(10, TimeUnit.SECONDS));
        List<CompletableFuture<Integer>> squares = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            int number = i;
            squares.add(CompletableFuture.supplyAsync(() -> {
                Thread.yield();
                return number * number;
            }));
        }
        CompletableFuture.allOf(squares.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(squares.stream().mapToInt(CompletableFuture::join).sum());
        Executor direct = Runnable::run;
        System.out.println(CompletableFuture.runAsync(() -> { }, direct).thenApplyAsync(v -> Thread.currentThread().getName(), direct).join());
    }

    private static void times() throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        try {
            never.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
        System.out.println(new CompletableFuture<String>().completeOnTimeout("in the end", 3, TimeUnit.MILLISECONDS).join());
        try {
            new CompletableFuture<String>().orTimeout(3, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(e);
        }
        long start = System.nanoTime();
        CompletableFuture.runAsync(() -> { }, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS)).join();
        System.out.println(System.nanoTime() - start >= 5_000_000);
    }

    private static final class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 100) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += i;
                }
                return sum;
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    private static final class Sort extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final int[] items;
        private final int from;
        private final int to;

        Sort(int[] items, int from, int to) {
            this.items = items;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 16) {
                Arrays.sort(items, from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Sort(items, from, middle), new Sort(items, middle, to));
            int[] merged = new int[to - from];
            int left = from;
            int right = middle;
            for (int i = 0; i < merged.length; i++) {
                merged[i] = right >= to || left < middle && items[left] <= items[right] ? items[left++] : items[right++];
            }
            System.arraycopy(merged, 0, items, from, merged.length);
        }
    }

    private static void forked() throws Exception {
        System.out.println(ForkJoinPool.commonPool().invoke(new Sum(0, 100_000)));
        ForkJoinPool pool = new ForkJoinPool(2);
        int[] items = new int[1_000];
        for (int i = 0; i < items.length; i++) {
            items[i] = i * 7_919 % 1_009;
        }
        pool.invoke(new Sort(items, 0, items.length));
        System.out.println(Arrays.hashCode(items) + " " + items[0] + " " + items[999]);
        ForkJoinTask<String> task = pool.submit(() -> "called");
        System.out.println(task.get() + " " + task.isCompletedNormally());
        ForkJoinTask<Object> bad = pool.submit(() -> {
            throw new IllegalStateException("in a task");
        });
        try {
            bad.join();
        } catch (RuntimeException e) {
            System.out.println(e.getClass() + " " + bad.isCompletedAbnormally());
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }
}
