package android.os;

import java.util.HashMap;
import java.util.Set;

/** Values by name. Asking for one that is not there, or is of another type, answers the default. */
public class Bundle implements Cloneable {
    public static final Bundle EMPTY = new Bundle();

    private final HashMap<String, Object> values = new HashMap<>();

    public Bundle() {
    }

    public Bundle(int capacity) {
    }

    public Bundle(Bundle other) {
        values.putAll(other.values);
    }

    public int size() {
        return values.size();
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    public void clear() {
        values.clear();
    }

    public boolean containsKey(String key) {
        return values.containsKey(key);
    }

    public Object get(String key) {
        return values.get(key);
    }

    public void remove(String key) {
        values.remove(key);
    }

    public void putAll(Bundle other) {
        values.putAll(other.values);
    }

    public Set<String> keySet() {
        return values.keySet();
    }

    @Override
    public Object clone() {
        return new Bundle(this);
    }

    @Override
    public String toString() {
        return "Bundle[" + values + "]";
    }

    /** For {@code Intent}. */
    public void put(String key, Object value) {
        values.put(key, value);
    }

    private <T> T typed(String key, Class<T> type, T otherwise) {
        Object value = values.get(key);
        return type.isInstance(value) ? type.cast(value) : otherwise;
    }

    public void putBoolean(String key, boolean value) {
        values.put(key, value);
    }

    public boolean getBoolean(String key) {
        return getBoolean(key, false);
    }

    public boolean getBoolean(String key, boolean otherwise) {
        return typed(key, Boolean.class, otherwise);
    }

    public void putBooleanArray(String key, boolean[] value) {
        values.put(key, value);
    }

    public boolean[] getBooleanArray(String key) {
        return values.get(key) instanceof boolean[] array ? array : null;
    }

    public void putByte(String key, byte value) {
        values.put(key, value);
    }

    public byte getByte(String key) {
        return getByte(key, (byte) 0);
    }

    public byte getByte(String key, byte otherwise) {
        return typed(key, Byte.class, otherwise);
    }

    public void putByteArray(String key, byte[] value) {
        values.put(key, value);
    }

    public byte[] getByteArray(String key) {
        return values.get(key) instanceof byte[] array ? array : null;
    }

    public void putChar(String key, char value) {
        values.put(key, value);
    }

    public char getChar(String key) {
        return getChar(key, (char) 0);
    }

    public char getChar(String key, char otherwise) {
        return typed(key, Character.class, otherwise);
    }

    public void putCharArray(String key, char[] value) {
        values.put(key, value);
    }

    public char[] getCharArray(String key) {
        return values.get(key) instanceof char[] array ? array : null;
    }

    public void putShort(String key, short value) {
        values.put(key, value);
    }

    public short getShort(String key) {
        return getShort(key, (short) 0);
    }

    public short getShort(String key, short otherwise) {
        return typed(key, Short.class, otherwise);
    }

    public void putShortArray(String key, short[] value) {
        values.put(key, value);
    }

    public short[] getShortArray(String key) {
        return values.get(key) instanceof short[] array ? array : null;
    }

    public void putInt(String key, int value) {
        values.put(key, value);
    }

    public int getInt(String key) {
        return getInt(key, 0);
    }

    public int getInt(String key, int otherwise) {
        return typed(key, Integer.class, otherwise);
    }

    public void putIntArray(String key, int[] value) {
        values.put(key, value);
    }

    public int[] getIntArray(String key) {
        return values.get(key) instanceof int[] array ? array : null;
    }

    public void putLong(String key, long value) {
        values.put(key, value);
    }

    public long getLong(String key) {
        return getLong(key, 0L);
    }

    public long getLong(String key, long otherwise) {
        return typed(key, Long.class, otherwise);
    }

    public void putLongArray(String key, long[] value) {
        values.put(key, value);
    }

    public long[] getLongArray(String key) {
        return values.get(key) instanceof long[] array ? array : null;
    }

    public void putFloat(String key, float value) {
        values.put(key, value);
    }

    public float getFloat(String key) {
        return getFloat(key, 0f);
    }

    public float getFloat(String key, float otherwise) {
        return typed(key, Float.class, otherwise);
    }

    public void putFloatArray(String key, float[] value) {
        values.put(key, value);
    }

    public float[] getFloatArray(String key) {
        return values.get(key) instanceof float[] array ? array : null;
    }

    public void putDouble(String key, double value) {
        values.put(key, value);
    }

    public double getDouble(String key) {
        return getDouble(key, 0d);
    }

    public double getDouble(String key, double otherwise) {
        return typed(key, Double.class, otherwise);
    }

    public void putDoubleArray(String key, double[] value) {
        values.put(key, value);
    }

    public double[] getDoubleArray(String key) {
        return values.get(key) instanceof double[] array ? array : null;
    }

    public void putString(String key, String value) {
        values.put(key, value);
    }

    public String getString(String key) {
        return getString(key, null);
    }

    public String getString(String key, String otherwise) {
        return values.get(key) instanceof String text ? text : otherwise;
    }

    public void putStringArray(String key, String[] value) {
        values.put(key, value);
    }

    public String[] getStringArray(String key) {
        return values.get(key) instanceof String[] array ? array : null;
    }

    public void putCharSequence(String key, CharSequence value) {
        values.put(key, value);
    }

    public CharSequence getCharSequence(String key) {
        return values.get(key) instanceof CharSequence text ? text : null;
    }

    public void putBundle(String key, Bundle value) {
        values.put(key, value);
    }

    public Bundle getBundle(String key) {
        return values.get(key) instanceof Bundle bundle ? bundle : null;
    }

    public void putBinder(String key, IBinder value) {
        values.put(key, value);
    }

    public IBinder getBinder(String key) {
        return values.get(key) instanceof IBinder binder ? binder : null;
    }

    public void putSerializable(String key, java.io.Serializable value) {
        values.put(key, value);
    }

    public java.io.Serializable getSerializable(String key) {
        return values.get(key) instanceof java.io.Serializable value ? value : null;
    }
}
