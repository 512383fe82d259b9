package dev.terrace.classlib.java.util.concurrent;

import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** {@code java.util.concurrent.CompletionStage}. */
public interface TCompletionStage<T> {
    <U> TCompletionStage<U> thenApply(Function<? super T, ? extends U> f);

    <U> TCompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> f);

    <U> TCompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> f, Executor executor);

    TCompletionStage<Void> thenAccept(Consumer<? super T> f);

    TCompletionStage<Void> thenAcceptAsync(Consumer<? super T> f);

    TCompletionStage<Void> thenAcceptAsync(Consumer<? super T> f, Executor executor);

    TCompletionStage<Void> thenRun(Runnable f);

    TCompletionStage<Void> thenRunAsync(Runnable f);

    TCompletionStage<Void> thenRunAsync(Runnable f, Executor executor);

    <U, V> TCompletionStage<V> thenCombine(TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f);

    <U, V> TCompletionStage<V> thenCombineAsync(TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f);

    <U, V> TCompletionStage<V> thenCombineAsync(TCompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> f, Executor executor);

    <U> TCompletionStage<Void> thenAcceptBoth(TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f);

    <U> TCompletionStage<Void> thenAcceptBothAsync(TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f);

    <U> TCompletionStage<Void> thenAcceptBothAsync(TCompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> f, Executor executor);

    TCompletionStage<Void> runAfterBoth(TCompletionStage<?> other, Runnable f);

    TCompletionStage<Void> runAfterBothAsync(TCompletionStage<?> other, Runnable f);

    TCompletionStage<Void> runAfterBothAsync(TCompletionStage<?> other, Runnable f, Executor executor);

    <U> TCompletionStage<U> applyToEither(TCompletionStage<? extends T> other, Function<? super T, U> f);

    <U> TCompletionStage<U> applyToEitherAsync(TCompletionStage<? extends T> other, Function<? super T, U> f);

    <U> TCompletionStage<U> applyToEitherAsync(TCompletionStage<? extends T> other, Function<? super T, U> f,
            Executor executor);

    TCompletionStage<Void> acceptEither(TCompletionStage<? extends T> other, Consumer<? super T> f);

    TCompletionStage<Void> acceptEitherAsync(TCompletionStage<? extends T> other, Consumer<? super T> f);

    TCompletionStage<Void> acceptEitherAsync(TCompletionStage<? extends T> other, Consumer<? super T> f,
            Executor executor);

    TCompletionStage<Void> runAfterEither(TCompletionStage<?> other, Runnable f);

    TCompletionStage<Void> runAfterEitherAsync(TCompletionStage<?> other, Runnable f);

    TCompletionStage<Void> runAfterEitherAsync(TCompletionStage<?> other, Runnable f, Executor executor);

    <U> TCompletionStage<U> thenCompose(Function<? super T, ? extends TCompletionStage<U>> f);

    <U> TCompletionStage<U> thenComposeAsync(Function<? super T, ? extends TCompletionStage<U>> f);

    <U> TCompletionStage<U> thenComposeAsync(Function<? super T, ? extends TCompletionStage<U>> f, Executor executor);

    <U> TCompletionStage<U> handle(BiFunction<? super T, Throwable, ? extends U> f);

    <U> TCompletionStage<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f);

    <U> TCompletionStage<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f, Executor executor);

    TCompletionStage<T> whenComplete(BiConsumer<? super T, ? super Throwable> f);

    TCompletionStage<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f);

    TCompletionStage<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f, Executor executor);

    TCompletionStage<T> exceptionally(Function<Throwable, ? extends T> f);

    default TCompletionStage<T> exceptionallyAsync(Function<Throwable, ? extends T> f) {
        return handle((value, e) -> e == null ? this : this.<T>handleAsync((v, again) -> f.apply(again)))
                .thenCompose(Function.identity());
    }

    default TCompletionStage<T> exceptionallyAsync(Function<Throwable, ? extends T> f, Executor executor) {
        return handle((value, e) -> e == null ? this : this.<T>handleAsync((v, again) -> f.apply(again), executor))
                .thenCompose(Function.identity());
    }

    default TCompletionStage<T> exceptionallyCompose(Function<Throwable, ? extends TCompletionStage<T>> f) {
        return handle((value, e) -> e == null ? this : f.apply(e)).thenCompose(Function.identity());
    }

    default TCompletionStage<T> exceptionallyComposeAsync(Function<Throwable, ? extends TCompletionStage<T>> f) {
        return handle((value, e) -> e == null ? this
                : this.handleAsync((v, again) -> f.apply(again)).thenCompose(Function.identity()))
                .thenCompose(Function.identity());
    }

    default TCompletionStage<T> exceptionallyComposeAsync(Function<Throwable, ? extends TCompletionStage<T>> f,
            Executor executor) {
        return handle((value, e) -> e == null ? this
                : this.handleAsync((v, again) -> f.apply(again), executor).thenCompose(Function.identity()))
                .thenCompose(Function.identity());
    }

    TCompletableFuture<T> toCompletableFuture();
}
