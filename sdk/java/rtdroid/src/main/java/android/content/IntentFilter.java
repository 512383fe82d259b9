package android.content;

import java.util.ArrayList;
import java.util.Iterator;

/** Which intents a receiver is meant for. */
public class IntentFilter {
    private final ArrayList<String> actions = new ArrayList<>();
    private final ArrayList<String> categories = new ArrayList<>();
    private int priority;

    public IntentFilter() {
    }

    public IntentFilter(String action) {
        addAction(action);
    }

    public final void addAction(String action) {
        if (!actions.contains(action)) {
            actions.add(action);
        }
    }

    public final int countActions() {
        return actions.size();
    }

    public final String getAction(int index) {
        return actions.get(index);
    }

    public final boolean hasAction(String action) {
        return action != null && actions.contains(action);
    }

    public final boolean matchAction(String action) {
        return hasAction(action);
    }

    public final Iterator<String> actionsIterator() {
        return actions.iterator();
    }

    public final void addCategory(String category) {
        if (!categories.contains(category)) {
            categories.add(category);
        }
    }

    public final boolean hasCategory(String category) {
        return categories.contains(category);
    }

    public final void setPriority(int priority) {
        this.priority = priority;
    }

    public final int getPriority() {
        return priority;
    }
}
