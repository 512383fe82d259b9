package android.content;

import android.os.Bundle;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/** What is to be done, or what has happened: an action, a component it is meant for, and values. */
public class Intent implements Cloneable {
    public static final String ACTION_MAIN = "android.intent.action.MAIN";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String ACTION_BOOT_COMPLETED = "android.intent.action.BOOT_COMPLETED";
    public static final int FLAG_ACTIVITY_NEW_TASK = 0x10000000;

    private String action;
    private String type;
    private String packageName;
    private ComponentName component;
    private Set<String> categories;
    private Bundle extras;
    private int flags;

    public Intent() {
    }

    public Intent(String action) {
        this.action = action;
    }

    public Intent(Intent other) {
        action = other.action;
        type = other.type;
        packageName = other.packageName;
        component = other.component;
        categories = other.categories == null ? null : new LinkedHashSet<>(other.categories);
        extras = other.extras == null ? null : new Bundle(other.extras);
        flags = other.flags;
    }

    public Intent(Context context, Class<?> type) {
        component = new ComponentName(context, type);
    }

    /** Is it for the same purpose: all but the extras and the flags? */
    public boolean filterEquals(Intent other) {
        return other != null && Objects.equals(action, other.action) && Objects.equals(type, other.type)
                && Objects.equals(packageName, other.packageName) && Objects.equals(component, other.component)
                && Objects.equals(categories, other.categories);
    }

    public String getAction() {
        return action;
    }

    public Intent setAction(String action) {
        this.action = action;
        return this;
    }

    public String getType() {
        return type;
    }

    public Intent setType(String type) {
        this.type = type;
        return this;
    }

    public String getPackage() {
        return packageName;
    }

    public Intent setPackage(String name) {
        packageName = name;
        return this;
    }

    public ComponentName getComponent() {
        return component;
    }

    public Intent setComponent(ComponentName component) {
        this.component = component;
        return this;
    }

    public Intent setClass(Context context, Class<?> type) {
        component = new ComponentName(context, type);
        return this;
    }

    public Intent setClassName(Context context, String name) {
        component = new ComponentName(context, name);
        return this;
    }

    public Intent setClassName(String packageName, String name) {
        component = new ComponentName(packageName, name);
        return this;
    }

    public int getFlags() {
        return flags;
    }

    public Intent setFlags(int flags) {
        this.flags = flags;
        return this;
    }

    public Intent addFlags(int more) {
        flags |= more;
        return this;
    }

    public Intent addCategory(String category) {
        if (categories == null) {
            categories = new LinkedHashSet<>();
        }
        categories.add(category);
        return this;
    }

    public boolean hasCategory(String category) {
        return categories != null && categories.contains(category);
    }

    public Set<String> getCategories() {
        return categories;
    }

    public Bundle getExtras() {
        return extras == null ? null : new Bundle(extras);
    }

    public boolean hasExtra(String name) {
        return extras != null && extras.containsKey(name);
    }

    public void removeExtra(String name) {
        if (extras != null) {
            extras.remove(name);
        }
    }

    public Intent putExtras(Bundle more) {
        extras().putAll(more);
        return this;
    }

    public Intent putExtras(Intent from) {
        if (from.extras != null) {
            extras().putAll(from.extras);
        }
        return this;
    }

    public Intent replaceExtras(Bundle values) {
        extras = values == null ? null : new Bundle(values);
        return this;
    }

    private Bundle extras() {
        if (extras == null) {
            extras = new Bundle();
        }
        return extras;
    }

    private Bundle read() {
        return extras == null ? Bundle.EMPTY : extras;
    }

    @Override
    public Object clone() {
        return new Intent(this);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Intent {");
        if (action != null) {
            text.append(" act=").append(action);
        }
        if (component != null) {
            text.append(" cmp=").append(component.flattenToShortString());
        }
        if (extras != null) {
            text.append(" (has extras)");
        }
        return text.append(" }").toString();
    }

    public Intent putExtra(String name, boolean value) {
        extras().putBoolean(name, value);
        return this;
    }

    public boolean getBooleanExtra(String name, boolean otherwise) {
        return read().getBoolean(name, otherwise);
    }

    public Intent putExtra(String name, boolean[] value) {
        extras().putBooleanArray(name, value);
        return this;
    }

    public boolean[] getBooleanArrayExtra(String name) {
        return read().getBooleanArray(name);
    }

    public Intent putExtra(String name, byte value) {
        extras().putByte(name, value);
        return this;
    }

    public byte getByteExtra(String name, byte otherwise) {
        return read().getByte(name, otherwise);
    }

    public Intent putExtra(String name, byte[] value) {
        extras().putByteArray(name, value);
        return this;
    }

    public byte[] getByteArrayExtra(String name) {
        return read().getByteArray(name);
    }

    public Intent putExtra(String name, char value) {
        extras().putChar(name, value);
        return this;
    }

    public char getCharExtra(String name, char otherwise) {
        return read().getChar(name, otherwise);
    }

    public Intent putExtra(String name, char[] value) {
        extras().putCharArray(name, value);
        return this;
    }

    public char[] getCharArrayExtra(String name) {
        return read().getCharArray(name);
    }

    public Intent putExtra(String name, short value) {
        extras().putShort(name, value);
        return this;
    }

    public short getShortExtra(String name, short otherwise) {
        return read().getShort(name, otherwise);
    }

    public Intent putExtra(String name, short[] value) {
        extras().putShortArray(name, value);
        return this;
    }

    public short[] getShortArrayExtra(String name) {
        return read().getShortArray(name);
    }

    public Intent putExtra(String name, int value) {
        extras().putInt(name, value);
        return this;
    }

    public int getIntExtra(String name, int otherwise) {
        return read().getInt(name, otherwise);
    }

    public Intent putExtra(String name, int[] value) {
        extras().putIntArray(name, value);
        return this;
    }

    public int[] getIntArrayExtra(String name) {
        return read().getIntArray(name);
    }

    public Intent putExtra(String name, long value) {
        extras().putLong(name, value);
        return this;
    }

    public long getLongExtra(String name, long otherwise) {
        return read().getLong(name, otherwise);
    }

    public Intent putExtra(String name, long[] value) {
        extras().putLongArray(name, value);
        return this;
    }

    public long[] getLongArrayExtra(String name) {
        return read().getLongArray(name);
    }

    public Intent putExtra(String name, float value) {
        extras().putFloat(name, value);
        return this;
    }

    public float getFloatExtra(String name, float otherwise) {
        return read().getFloat(name, otherwise);
    }

    public Intent putExtra(String name, float[] value) {
        extras().putFloatArray(name, value);
        return this;
    }

    public float[] getFloatArrayExtra(String name) {
        return read().getFloatArray(name);
    }

    public Intent putExtra(String name, double value) {
        extras().putDouble(name, value);
        return this;
    }

    public double getDoubleExtra(String name, double otherwise) {
        return read().getDouble(name, otherwise);
    }

    public Intent putExtra(String name, double[] value) {
        extras().putDoubleArray(name, value);
        return this;
    }

    public double[] getDoubleArrayExtra(String name) {
        return read().getDoubleArray(name);
    }

    public Intent putExtra(String name, String value) {
        extras().putString(name, value);
        return this;
    }

    public String getStringExtra(String name) {
        return read().getString(name);
    }

    public Intent putExtra(String name, String[] value) {
        extras().putStringArray(name, value);
        return this;
    }

    public String[] getStringArrayExtra(String name) {
        return read().getStringArray(name);
    }

    public Intent putExtra(String name, Bundle value) {
        extras().putBundle(name, value);
        return this;
    }

    public Bundle getBundleExtra(String name) {
        return read().getBundle(name);
    }

    public Intent putExtra(String name, java.io.Serializable value) {
        extras().putSerializable(name, value);
        return this;
    }

    public java.io.Serializable getSerializableExtra(String name) {
        return read().getSerializable(name);
    }
}
