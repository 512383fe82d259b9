package dev.terrace.runtime;

import java.util.Arrays;

/** Stack traces as OpenJDK has and prints them. */
public final class Traces {
    private static final String OURS = "dev.terrace.runtime.";
    private static final String ENTRY = OURS + "Entry";

    private Traces() {
    }

    /** Leaves out, innermost first, who made the exception, and what called main or a thread's run. */
    public static StackTraceElement[] trim(StackTraceElement[] all, String exception) {
        int start = afterConstructors(all, exception);
        while (start < all.length && all[start].getClassName().startsWith(OURS)) {
            start++;
        }
        int count = 0;
        StackTraceElement[] kept = new StackTraceElement[all.length - start];
        for (int i = start; i < all.length && !isOutermost(all[i]); i++) {
            if (!isHidden(all[i])) {
                kept[count++] = all[i];
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static int afterConstructors(StackTraceElement[] all, String exception) {
        int start = 0;
        while (start < all.length && all[start].getMethodName().equals("fillInStackTrace")) {
            start++;
        }
        int end = start;
        for (int i = start; i < all.length && all[i].getMethodName().equals("<init>"); i++) {
            if (all[i].getClassName().equals(exception)) {
                end = i + 1;
            } else if (end > start) {
                break;
            }
        }
        return end;
    }

    private static boolean isOutermost(StackTraceElement frame) {
        return frame.getClassName().equals(ENTRY)
                || frame.getClassName().equals("java.lang.Thread") && frame.getMethodName().equals("runThread");
    }

    /** The classes that stand for lambdas and bridges have no source of their own. */
    private static boolean isHidden(StackTraceElement frame) {
        return frame.getClassName().contains("$lambda$") || frame.getClassName().startsWith(OURS);
    }

    /** What {@code printStackTrace} prints, with the causes and the suppressed ones. */
    public static String text(Throwable failure) {
        StringBuilder text = new StringBuilder();
        append(text, failure, new StackTraceElement[0], "", "");
        return text.toString();
    }

    private static void append(StringBuilder text, Throwable failure, StackTraceElement[] outer, String indent,
            String caption) {
        StackTraceElement[] frames = failure.getStackTrace();
        int common = common(frames, outer);
        text.append(indent).append(caption).append(failure).append('\n');
        for (int i = 0; i < frames.length - common; i++) {
            text.append(indent).append("\tat ").append(frames[i]).append('\n');
        }
        if (common > 0) {
            text.append(indent).append("\t... ").append(common).append(" more\n");
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            append(text, suppressed, frames, indent + "\t", "Suppressed: ");
        }
        if (failure.getCause() != null && failure.getCause() != failure) {
            append(text, failure.getCause(), frames, indent, "Caused by: ");
        }
    }

    private static int common(StackTraceElement[] inner, StackTraceElement[] outer) {
        int count = 0;
        while (count < inner.length && count < outer.length
                && inner[inner.length - 1 - count].equals(outer[outer.length - 1 - count])) {
            count++;
        }
        return count;
    }
}
