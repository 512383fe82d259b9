package dev.terrace.classlib.java.net;

import java.util.Objects;

/** As OpenJDK's. A name that is no address and not localhost stays unresolved. */
public class TInetSocketAddress extends TSocketAddress {
    private static final long serialVersionUID = 1;

    private final String host;
    private final TInetAddress address;
    private final int port;

    public TInetSocketAddress(int port) {
        this(new TInet4Address(null, new byte[TInet4Address.LENGTH]), port);
    }

    public TInetSocketAddress(TInetAddress address, int port) {
        this(null, address == null ? new TInet4Address(null, new byte[TInet4Address.LENGTH]) : address, port);
    }

    public TInetSocketAddress(String host, int port) {
        this(host, resolved(host), port);
    }

    private TInetSocketAddress(String host, TInetAddress address, int port) {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("port out of range:" + port);
        }
        this.host = host;
        this.address = address;
        this.port = port;
    }

    public static TInetSocketAddress createUnresolved(String host, int port) {
        return new TInetSocketAddress(Objects.requireNonNull(host), null, port);
    }

    private static TInetAddress resolved(String host) {
        try {
            return TInetAddress.getByName(Objects.requireNonNull(host, "hostname can't be null"));
        } catch (TUnknownHostException e) {
            return null;
        }
    }

    public final int getPort() {
        return port;
    }

    public final TInetAddress getAddress() {
        return address;
    }

    public final String getHostName() {
        return address == null ? host : address.getHostName();
    }

    public final String getHostString() {
        return host != null ? host : address.getHostName();
    }

    public final boolean isUnresolved() {
        return address == null;
    }

    /** As the guest interface takes it. */
    String text() {
        String text = address.getHostAddress();
        return (address instanceof TInet6Address ? "[" + text + "]" : text) + ":" + port;
    }

    /** As the guest interface tells it. */
    static TInetSocketAddress of(String text) throws TUnknownHostException {
        int colon = text.lastIndexOf(':');
        return new TInetSocketAddress(TInetAddress.getByName(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public final boolean equals(Object object) {
        if (!(object instanceof TInetSocketAddress other) || port != other.port) {
            return false;
        }
        return address == null ? other.address == null && host.equalsIgnoreCase(other.host) : address.equals(other.address);
    }

    @Override
    public final int hashCode() {
        return (address == null ? host.toLowerCase().hashCode() : address.hashCode()) + port;
    }

    @Override
    public String toString() {
        return address == null ? host + "/<unresolved>:" + port
                : address instanceof TInet6Address ? address.toString().replace("/", "/[") + "]:" + port : address + ":" + port;
    }
}
