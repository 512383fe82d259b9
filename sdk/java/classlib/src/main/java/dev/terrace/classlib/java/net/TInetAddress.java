package dev.terrace.classlib.java.net;

import java.io.Serializable;
import java.util.Arrays;

/** {@code java.net.InetAddress}: addresses as numbers, and localhost. There is nobody to ask for another name. */
public class TInetAddress implements Serializable {
    private static final long serialVersionUID = 1;

    final byte[] bytes;
    private final String host;

    TInetAddress(String host, byte[] bytes) {
        this.host = host;
        this.bytes = bytes;
    }

    public static TInetAddress getByAddress(byte[] address) throws TUnknownHostException {
        return getByAddress(null, address);
    }

    public static TInetAddress getByAddress(String host, byte[] address) throws TUnknownHostException {
        return switch (address.length) {
            case TInet4Address.LENGTH -> new TInet4Address(host, address.clone());
            case TInet6Address.LENGTH -> new TInet6Address(host, address.clone());
            default -> throw new TUnknownHostException("addr is of illegal length");
        };
    }

    public static TInetAddress getLoopbackAddress() {
        return new TInet4Address("localhost", new byte[] {127, 0, 0, 1});
    }

    public static TInetAddress getByName(String host) throws TUnknownHostException {
        if (host == null || host.isEmpty() || host.equals("localhost")) {
            return getLoopbackAddress();
        }
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        byte[] bytes = TAddressText.read(bracketed ? host.substring(1, host.length() - 1) : host);
        if (bytes == null || bracketed && bytes.length != TInet6Address.LENGTH) {
            throw new TUnknownHostException(host + ": Name or service not known");
        }
        return getByAddress(bytes);
    }

    public static TInetAddress[] getAllByName(String host) throws TUnknownHostException {
        return new TInetAddress[] {getByName(host)};
    }

    public byte[] getAddress() {
        return bytes.clone();
    }

    public String getHostAddress() {
        return TAddressText.write(bytes);
    }

    /** Without a name, the address. */
    public String getHostName() {
        return host == null ? getHostAddress() : host;
    }

    public boolean isAnyLocalAddress() {
        for (byte part : bytes) {
            if (part != 0) {
                return false;
            }
        }
        return true;
    }

    public boolean isLoopbackAddress() {
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TInetAddress address && Arrays.equals(bytes, address.bytes);
    }

    /** Sums of signed bytes, as in OpenJDK. */
    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < bytes.length; i += 4) {
            hash += (((bytes[i] << 8) + bytes[i + 1] << 8) + bytes[i + 2] << 8) + bytes[i + 3];
        }
        return hash;
    }

    @Override
    public String toString() {
        return (host == null ? "" : host) + "/" + getHostAddress();
    }
}
