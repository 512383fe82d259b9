package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * {@code java.util.concurrent.CompletableFuture}.
 *
 * <p>What depends on a future runs when it is settled, the last that was added first, as in OpenJDK; what that settles
 * in turn comes after, so that a long chain needs no deep stack.
 */
public class TCompletableFuture<T> implements Future<T>, TCompletionStage<T> {
    private final WaitQueue waiting = new WaitQueue();
    private boolean settled;
    private T value;
    private Throwable failure;
    private Dependent dependents;

    /** Marks what runs asynchronously. */
    public interface AsynchronousCompletionTask {
    }

    /** What is to happen once. Lists of them are stacks. */
    private static final class Dependent {
        final Executor executor;
        final Runnable action;
        final TCompletableFuture<?> target;
        Dependent next;
        boolean fired;

        Dependent(Executor executor, Runnable action, TCompletableFuture<?> target) {
            this.executor = executor;
            this.action = action;
            this.target = target;
        }

        /** Answers whether the target may now be settled, with dependents that have not been told. */
        void fire() {
            if (fired) {
                return;
            }
            fired = true;
            if (executor == null) {
                action.run();
                return;
            }
            try {
                executor.execute(() -> {
                    action.run();
                    target.tell();
                });
            } catch (Throwable e) {
                target.fail(wrapped(e));
            }
        }
    }

    public TCompletableFuture() {
    }

    private boolean settle(T result) {
        if (settled) {
            return false;
        }
        settled = true;
        value = result;
        waiting.wakeAll();
        return true;
    }

    private boolean fail(Throwable e) {
        if (settled) {
            return false;
        }
        settled = true;
        failure = e;
        waiting.wakeAll();
        return true;
    }

    /** Runs what depends on this, and on what that settles. */
    final void tell() {
        TCompletableFuture<?> at = this;
        while (true) {
            if (!at.settled || at.dependents == null) {
                if (at == this || dependents == null) {
                    return;
                }
                at = this;
            }
            Dependent first = at.dependents;
            at.dependents = first.next;
            if (at != this && first.next != null) {
                first.next = dependents;
                dependents = first;
                continue;
            }
            first.next = null;
            first.fire();
            at = first.target == null ? this : first.target;
        }
    }

    private static CompletionException wrapped(Throwable e) {
        return e instanceof CompletionException ? (CompletionException) e : new CompletionException(e);
    }

    private static Executor checked(Executor executor) {
        return Objects.requireNonNull(executor);
    }

    private void depend(Executor executor, TCompletableFuture<?> target, Runnable action) {
        Dependent dependent = new Dependent(executor, action, target);
        if (settled) {
            dependent.fire();
            target.tell();
        } else {
            push(dependent);
        }
    }

    private void push(Dependent dependent) {
        dependent.next = dependents;
        dependents = dependent;
    }

    private <U> TCompletableFuture<U> then(Executor executor, BiConsumer<TCompletableFuture<U>, T> action) {
        TCompletableFuture<U> target = newIncompleteFuture();
        depend(executor, target, () -> {
            if (failure != null) {
                target.fail(wrapped(failure));
            } else {
                guarded(target, () -> action.accept(target, value));
            }
        });
        return target;
    }

    private static void guarded(TCompletableFuture<?> target, Runnable action) {
        if (target.settled) {
            return;
        }
        try {
            action.run();
        } catch (Throwable e) {
            target.fail(wrapped(e));
        }
    }

    private <U, V> TCompletableFuture<V> both(Executor executor, TCompletionStage<? extends U> stage,
            BiConsumer<TCompletableFuture<V>, U> action) {
        @SuppressWarnings("unchecked")
        TCompletableFuture<U> other = (TCompletableFuture<U>) stage.toCompletableFuture();
        TCompletableFuture<V> target = newIncompleteFuture();
        Runnable body = () -> {
            Throwable e = failure != null ? failure : other.failure;
            if (e != null) {
                target.fail(wrapped(e));
            } else {
                guarded(target, () -> action.accept(target, other.value));
            }
        };
        if (settled || other == this) {
            other.depend(executor, target, body);
        } else if (other.settled) {
            depend(executor, target, body);
        } else {
            Dependent last = new Dependent(executor, body, target);
            Runnable check = () -> {
                if (settled && other.settled) {
                    last.fire();
                }
            };
            push(new Dependent(null, check, target));
            other.push(new Dependent(null, check, target));
        }
        return target;
    }

    private <U> TCompletableFuture<U> either(Executor executor, TCompletionStage<?> stage,
            BiConsumer<TCompletableFuture<U>, Object> action) {
        TCompletableFuture<?> other = stage.toCompletableFuture();
        TCompletableFuture<U> target = newIncompleteFuture();
        Runnable body = () -> {
            TCompletableFuture<?> first = settled ? this : other;
            if (first.failure != null) {
                target.fail(wrapped(first.failure));
            } else {
                guarded(target, () -> action.accept(target, first.value));
            }
        };
        if (settled || other == this) {
            depend(executor, target, body);
        } else if (other.settled) {
            other.depend(executor, target, body);
        } else {
            Dependent once = new Dependent(executor, body, target);
            push(new Dependent(null, once::fire, target));
            other.push(new Dependent(null, once::fire, target));
        }
        return target;
    }

    /** What another one says, it says. */
    private static <T> void follow(TCompletableFuture<T> target, TCompletableFuture<T> source) {
        Runnable body = () -> {
            if (source.failure != null) {
                target.fail(wrapped(source.failure));
            } else {
                target.settle(source.value);
            }
        };
        if (source.settled) {
            body.run();
        } else {
            source.push(new Dependent(null, body, target));
        }
    }

    // Begin.

    public static <U> TCompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return supplyAsync(supplier, ForkJoinPool.commonPool());
    }

    public static <U> TCompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        Objects.requireNonNull(supplier);
        return new TCompletableFuture<U>().completeAsync(supplier, executor);
    }

    public static TCompletableFuture<Void> runAsync(Runnable action) {
        return runAsync(action, ForkJoinPool.commonPool());
    }

    public static TCompletableFuture<Void> runAsync(Runnable action, Executor executor) {
        Objects.requireNonNull(action);
        return supplyAsync(() -> {
            action.run();
            return null;
        }, executor);
    }

    public static <U> TCompletableFuture<U> completedFuture(U value) {
        TCompletableFuture<U> future = new TCompletableFuture<>();
        future.settle(value);
        return future;
    }

    public static <U> TCompletableFuture<U> failedFuture(Throwable e) {
        TCompletableFuture<U> future = new TCompletableFuture<>();
        future.fail(Objects.requireNonNull(e));
        return future;
    }

    public static <U> TCompletionStage<U> completedStage(U value) {
        return completedFuture(value).minimalCompletionStage();
    }

    public static <U> TCompletionStage<U> failedStage(Throwable e) {
        return TCompletableFuture.<U>failedFuture(e).minimalCompletionStage();
    }

    public static TCompletableFuture<Void> allOf(TCompletableFuture<?>... all) {
        TCompletableFuture<Void> done = completedFuture(null);
        for (TCompletableFuture<?> one : all) {
            done = done.runAfterBoth(one, () -> { });
        }
        return done;
    }

    public static TCompletableFuture<Object> anyOf(TCompletableFuture<?>... all) {
        TCompletableFuture<Object> target = new TCompletableFuture<>();
        for (TCompletableFuture<?> one : all) {
            if (one.settled) {
                tellOf(one, target);
                return target;
            }
        }
        for (TCompletableFuture<?> one : all) {
            one.push(new Dependent(null, () -> tellOf(one, target), target));
        }
        return target;
    }

    private static void tellOf(TCompletableFuture<?> one, TCompletableFuture<Object> target) {
        if (one.failure != null) {
            target.fail(wrapped(one.failure));
        } else {
            target.settle(one.value);
        }
    }

    // Settle.

    public boolean complete(T result) {
        boolean first = settle(result);
        tell();
        return first;
    }

    public boolean completeExceptionally(Throwable e) {
        boolean first = fail(Objects.requireNonNull(e));
        tell();
        return first;
    }

    public TCompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }

    public TCompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        Objects.requireNonNull(supplier);
        checked(executor).execute(() -> {
            guarded(this, () -> settle(supplier.get()));
            tell();
        });
        return this;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean first = fail(new CancellationException());
        tell();
        return first || isCancelled();
    }

    public void obtrudeValue(T result) {
        settled = true;
        failure = null;
        value = result;
        waiting.wakeAll();
        tell();
    }

    public void obtrudeException(Throwable e) {
        settled = true;
        value = null;
        failure = Objects.requireNonNull(e);
        waiting.wakeAll();
        tell();
    }

    public TCompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        later(timeout, unit, () -> completeExceptionally(new TimeoutException()));
        return this;
    }

    public TCompletableFuture<T> completeOnTimeout(T result, long timeout, TimeUnit unit) {
        later(timeout, unit, () -> complete(result));
        return this;
    }

    /** Unless it is settled before. */
    private void later(long timeout, TimeUnit unit, Runnable action) {
        Deadline deadline = Deadline.in(timeout, unit);
        if (settled) {
            return;
        }
        daemon(() -> {
            try {
                while (!settled && waiting.await(deadline)) {
                    continue;
                }
            } catch (InterruptedException e) {
                return;
            }
            if (!settled) {
                action.run();
            }
        });
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "CompletableFutureDelayScheduler");
        thread.setDaemon(true);
        thread.start();
    }

    public static Executor delayedExecutor(long delay, TimeUnit unit) {
        return delayedExecutor(delay, unit, ForkJoinPool.commonPool());
    }

    public static Executor delayedExecutor(long delay, TimeUnit unit, Executor executor) {
        checked(executor);
        return task -> {
            Deadline deadline = Deadline.in(delay, unit);
            daemon(() -> {
                try {
                    new WaitQueue().await(deadline);
                    executor.execute(task);
                } catch (InterruptedException e) {
                    return;
                }
            });
        };
    }

    // Ask.

    @Override
    public boolean isDone() {
        return settled;
    }

    @Override
    public boolean isCancelled() {
        return failure instanceof CancellationException;
    }

    public boolean isCompletedExceptionally() {
        return failure != null;
    }

    public int getNumberOfDependents() {
        int count = 0;
        for (Dependent at = dependents; at != null; at = at.next) {
            count++;
        }
        return count;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        while (!settled) {
            waiting.await(Deadline.NEVER);
        }
        return report();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Deadline deadline = Deadline.in(timeout, unit);
        Interrupts.check();
        while (!settled) {
            if (!waiting.await(deadline)) {
                throw new TimeoutException();
            }
        }
        return report();
    }

    private T report() throws ExecutionException {
        if (failure instanceof CancellationException) {
            throw (CancellationException) failure;
        }
        if (failure != null) {
            boolean inside = failure instanceof CompletionException && failure.getCause() != null;
            throw new ExecutionException(inside ? failure.getCause() : failure);
        }
        return value;
    }

    public T join() {
        while (!settled) {
            waiting.awaitUninterruptibly();
        }
        return now();
    }

    private T now() {
        if (failure instanceof CancellationException) {
            throw (CancellationException) failure;
        }
        if (failure != null) {
            throw wrapped(failure);
        }
        return value;
    }

    public T getNow(T absent) {
        return settled ? now() : absent;
    }

    @Override
    public TCompletableFuture<T> toCompletableFuture() {
        return this;
    }

    public <U> TCompletableFuture<U> newIncompleteFuture() {
        return new TCompletableFuture<>();
    }

    public Executor defaultExecutor() {
        return ForkJoinPool.commonPool();
    }

    public TCompletableFuture<T> copy() {
        return then(null, TCompletableFuture::settle);
    }

    public TCompletionStage<T> minimalCompletionStage() {
        TCompletableFuture<T> stage = new Minimal<>();
        depend(null, stage, () -> {
            if (failure != null) {
                stage.fail(wrapped(failure));
            } else {
                stage.settle(value);
            }
        });
        return stage;
    }

    @Override
    public String toString() {
        String state = !settled ? dependents == null ? "[Not completed]"
                : "[Not completed, " + getNumberOfDependents() + " dependents]"
                : failure != null ? "[Completed exceptionally: " + failure + "]" : "[Completed normally]";
        return super.toString() + state;
    }

    // One source.

    private <U> TCompletableFuture<U> apply(Executor executor, Function<? super T, ? extends U> f) {
        Objects.requireNonNull(f);
        return then(executor, (target, v) -> target.settle(f.apply(v)));
    }

    @Override
    public <U> TCompletableFuture<U> thenApply(Function<? super T, ? extends U> f) {
        return apply(null, f);
    }

    @Override
    public <U> TCompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f) {
        return apply(defaultExecutor(), f);
    }

    @Override
    public <U> TCompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f, Executor executor) {
        return apply(checked(executor), f);
    }

    private TCompletableFuture<Void> accept(Executor executor, Consumer<? super T> f) {
        Objects.requireNonNull(f);
        return then(executor, (target, v) -> {
            f.accept(v);
            target.settle(null);
        });
    }

    @Override
    public TCompletableFuture<Void> thenAccept(Consumer<? super T> f) {
        return accept(null, f);
    }

    @Override
    public TCompletableFuture<Void> thenAcceptAsync(Consumer<? super T> f) {
        return accept(defaultExecutor(), f);
    }

    @Override
    public TCompletableFuture<Void> thenAcceptAsync(Consumer<? super T> f, Executor executor) {
        return accept(checked(executor), f);
    }

    private static <A> Consumer<A> ignoring(Runnable f) {
        Objects.requireNonNull(f);
        return v -> f.run();
    }

    @Override
    public TCompletableFuture<Void> thenRun(Runnable f) {
        return accept(null, ignoring(f));
    }

    @Override
    public TCompletableFuture<Void> thenRunAsync(Runnable f) {
        return accept(defaultExecutor(), ignoring(f));
    }

    @Override
    public TCompletableFuture<Void> thenRunAsync(Runnable f, Executor executor) {
        return accept(checked(executor), ignoring(f));
    }

    private <U> TCompletableFuture<U> compose(Executor executor, Function<? super T, ? extends TCompletionStage<U>> f) {
        Objects.requireNonNull(f);
        return then(executor, (target, v) -> follow(target, f.apply(v).toCompletableFuture()));
    }

    @Override
    public <U> TCompletableFuture<U> thenCompose(Function<? super T, ? extends TCompletionStage<U>> f) {
        return compose(null, f);
    }

    @Override
    public <U> TCompletableFuture<U> thenComposeAsync(Function<? super T, ? extends TCompletionStage<U>> f) {
        return compose(defaultExecutor(), f);
    }

    @Override
    public <U> TCompletableFuture<U> thenComposeAsync(Function<? super T, ? extends TCompletionStage<U>> f,
            Executor executor) {
        return compose(checked(executor), f);
    }

    private <U> TCompletableFuture<U> handled(Executor executor, BiFunction<? super T, Throwable, ? extends U> f) {
        Objects.requireNonNull(f);
        TCompletableFuture<U> target = newIncompleteFuture();
        depend(executor, target, () -> guarded(target, () -> target.settle(f.apply(value, failure))));
        return target;
    }

    @Override
    public <U> TCompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> f) {
        return handled(null, f);
    }

    @Override
    public <U> TCompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f) {
        return handled(defaultExecutor(), f);
    }

    @Override
    public <U> TCompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f, Executor executor) {
        return handled(checked(executor), f);
    }

    private TCompletableFuture<T> watched(Executor executor, BiConsumer<? super T, ? super Throwable> f) {
        Objects.requireNonNull(f);
        TCompletableFuture<T> target = newIncompleteFuture();
        depend(executor, target, () -> {
            if (!target.settled) {
                watch(target, f);
            }
        });
        return target;
    }

    private void watch(TCompletableFuture<T> target, BiConsumer<? super T, ? super Throwable> f) {
        Throwable e = failure;
        try {
            f.accept(value, failure);
        } catch (Throwable second) {
            if (e == null) {
                e = second;
            } else if (e != second) {
                e.addSuppressed(second);
            }
        }
        if (e == null) {
            target.settle(value);
        } else {
            target.fail(wrapped(e));
        }
    }

    @Override
    public TCompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> f) {
        return watched(null, f);
    }

    @Override
    public TCompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f) {
        return watched(defaultExecutor(), f);
    }

    @Override
    public TCompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f, Executor executor) {
        return watched(checked(executor), f);
    }

    private TCompletableFuture<T> rescued(Executor executor, Function<Throwable, ? extends TCompletionStage<T>> f) {
        TCompletableFuture<T> target = newIncompleteFuture();
        depend(executor, target, () -> guarded(target, () -> {
            if (failure == null) {
                target.settle(value);
            } else {
                follow(target, f.apply(failure).toCompletableFuture());
            }
        }));
        return target;
    }

    private static <T> Function<Throwable, TCompletionStage<T>> asStage(Function<Throwable, ? extends T> f) {
        Objects.requireNonNull(f);
        return e -> completedFuture(f.apply(e));
    }

    @Override
    public TCompletableFuture<T> exceptionally(Function<Throwable, ? extends T> f) {
        return rescued(null, asStage(f));
    }

    @Override
    public TCompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> f) {
        return rescued(defaultExecutor(), asStage(f));
    }

    @Override
    public TCompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> f, Executor executor) {
        return rescued(checked(executor), asStage(f));
    }

    @Override
    public TCompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends TCompletionStage<T>> f) {
        return rescued(null, Objects.requireNonNull(f));
    }

    @Override
    public TCompletableFuture<T> exceptionallyComposeAsync(Function<Throwable, ? extends TCompletionStage<T>> f) {
        return rescued(defaultExecutor(), Objects.requireNonNull(f));
    }

    @Override
    public TCompletableFuture<T> exceptionallyComposeAsync(Function<Throwable, ? extends TCompletionStage<T>> f,
            Executor executor) {
        return rescued(checked(executor), Objects.requireNonNull(f));
    }

    // Two sources.

    private <U, V> TCompletableFuture<V> combine(Executor executor, TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f) {
        Objects.requireNonNull(f);
        return this.<U, V>both(executor, other, (target, u) -> target.settle(f.apply(value, u)));
    }

    @Override
    public <U, V> TCompletableFuture<V> thenCombine(TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f) {
        return combine(null, other, f);
    }

    @Override
    public <U, V> TCompletableFuture<V> thenCombineAsync(TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f) {
        return combine(defaultExecutor(), other, f);
    }

    @Override
    public <U, V> TCompletableFuture<V> thenCombineAsync(TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f, Executor executor) {
        return combine(checked(executor), other, f);
    }

    private <U> TCompletableFuture<Void> acceptBoth(Executor executor, TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f) {
        Objects.requireNonNull(f);
        return this.<U, Void>both(executor, other, (target, u) -> {
            f.accept(value, u);
            target.settle(null);
        });
    }

    @Override
    public <U> TCompletableFuture<Void> thenAcceptBoth(TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f) {
        return acceptBoth(null, other, f);
    }

    @Override
    public <U> TCompletableFuture<Void> thenAcceptBothAsync(TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f) {
        return acceptBoth(defaultExecutor(), other, f);
    }

    @Override
    public <U> TCompletableFuture<Void> thenAcceptBothAsync(TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f, Executor executor) {
        return acceptBoth(checked(executor), other, f);
    }

    private static <A, B> BiConsumer<A, B> ignoringBoth(Runnable f) {
        Objects.requireNonNull(f);
        return (a, b) -> f.run();
    }

    @Override
    public TCompletableFuture<Void> runAfterBoth(TCompletionStage<?> other, Runnable f) {
        return acceptBoth(null, other, ignoringBoth(f));
    }

    @Override
    public TCompletableFuture<Void> runAfterBothAsync(TCompletionStage<?> other, Runnable f) {
        return acceptBoth(defaultExecutor(), other, ignoringBoth(f));
    }

    @Override
    public TCompletableFuture<Void> runAfterBothAsync(TCompletionStage<?> other, Runnable f, Executor executor) {
        return acceptBoth(checked(executor), other, ignoringBoth(f));
    }

    @SuppressWarnings("unchecked")
    private <U> TCompletableFuture<U> applyEither(Executor executor, TCompletionStage<? extends T> other,
            Function<? super T, U> f) {
        Objects.requireNonNull(f);
        return this.<U>either(executor, other, (target, v) -> target.settle(f.apply((T) v)));
    }

    @Override
    public <U> TCompletableFuture<U> applyToEither(TCompletionStage<? extends T> other, Function<? super T, U> f) {
        return applyEither(null, other, f);
    }

    @Override
    public <U> TCompletableFuture<U> applyToEitherAsync(TCompletionStage<? extends T> other, Function<? super T, U> f) {
        return applyEither(defaultExecutor(), other, f);
    }

    @Override
    public <U> TCompletableFuture<U> applyToEitherAsync(TCompletionStage<? extends T> other, Function<? super T, U> f,
            Executor executor) {
        return applyEither(checked(executor), other, f);
    }

    private TCompletableFuture<Void> eitherDone(Executor executor, TCompletionStage<?> other, Consumer<Object> f) {
        return this.<Void>either(executor, other, (target, v) -> {
            f.accept(v);
            target.settle(null);
        });
    }

    @SuppressWarnings("unchecked")
    private static <A> Consumer<Object> ofAny(Consumer<? super A> f) {
        Objects.requireNonNull(f);
        return v -> f.accept((A) v);
    }

    @Override
    public TCompletableFuture<Void> acceptEither(TCompletionStage<? extends T> other, Consumer<? super T> f) {
        return eitherDone(null, other, ofAny(f));
    }

    @Override
    public TCompletableFuture<Void> acceptEitherAsync(TCompletionStage<? extends T> other, Consumer<? super T> f) {
        return eitherDone(defaultExecutor(), other, ofAny(f));
    }

    @Override
    public TCompletableFuture<Void> acceptEitherAsync(TCompletionStage<? extends T> other, Consumer<? super T> f,
            Executor executor) {
        return eitherDone(checked(executor), other, ofAny(f));
    }

    @Override
    public TCompletableFuture<Void> runAfterEither(TCompletionStage<?> other, Runnable f) {
        return eitherDone(null, other, ignoring(f));
    }

    @Override
    public TCompletableFuture<Void> runAfterEitherAsync(TCompletionStage<?> other, Runnable f) {
        return eitherDone(defaultExecutor(), other, ignoring(f));
    }

    @Override
    public TCompletableFuture<Void> runAfterEitherAsync(TCompletionStage<?> other, Runnable f, Executor executor) {
        return eitherDone(checked(executor), other, ignoring(f));
    }

    /** One that only others can settle. */
    private static final class Minimal<T> extends TCompletableFuture<T> {
        @Override
        public <U> TCompletableFuture<U> newIncompleteFuture() {
            return new Minimal<>();
        }

        @Override
        public boolean complete(T result) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean completeExceptionally(Throwable e) {
            throw new UnsupportedOperationException();
        }

        @Override
        public T get() {
            throw new UnsupportedOperationException();
        }

        @Override
        public T get(long timeout, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public T join() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isDone() {
            throw new UnsupportedOperationException();
        }

        @Override
        public TCompletableFuture<T> toCompletableFuture() {
            TCompletableFuture<T> future = new TCompletableFuture<>();
            whenComplete((v, e) -> {
                if (e != null) {
                    future.completeExceptionally(e);
                } else {
                    future.complete(v);
                }
            });
            return future;
        }
    }
}
