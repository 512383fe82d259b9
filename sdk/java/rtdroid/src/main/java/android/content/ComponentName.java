package android.content;

import java.util.Objects;

/** The name of a component: the package of its app, and its class. */
public final class ComponentName implements Comparable<ComponentName> {
    private final String packageName;
    private final String className;

    public ComponentName(String packageName, String className) {
        this.packageName = Objects.requireNonNull(packageName, "package name is null");
        this.className = Objects.requireNonNull(className, "class name is null");
    }

    public ComponentName(Context context, String className) {
        this(context.getPackageName(), className);
    }

    public ComponentName(Context context, Class<?> type) {
        this(context.getPackageName(), type.getName());
    }

    public String getPackageName() {
        return packageName;
    }

    public String getClassName() {
        return className;
    }

    /** The class without the package, if it is that of the app. */
    public String getShortClassName() {
        return className.startsWith(packageName + ".") ? className.substring(packageName.length()) : className;
    }

    public String flattenToString() {
        return packageName + "/" + className;
    }

    public String flattenToShortString() {
        return packageName + "/" + getShortClassName();
    }

    @Override
    public int compareTo(ComponentName other) {
        int byPackage = packageName.compareTo(other.packageName);
        return byPackage != 0 ? byPackage : className.compareTo(other.className);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ComponentName name && name.packageName.equals(packageName)
                && name.className.equals(className);
    }

    @Override
    public int hashCode() {
        return packageName.hashCode() + className.hashCode();
    }

    @Override
    public String toString() {
        return "ComponentInfo{" + flattenToString() + "}";
    }
}
