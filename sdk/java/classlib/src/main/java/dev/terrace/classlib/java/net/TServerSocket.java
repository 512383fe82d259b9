package dev.terrace.classlib.java.net;

import java.io.Closeable;
import java.io.IOException;

/** {@code java.net.ServerSocket} at an address that the manifest grants. */
public class TServerSocket implements Closeable {
    private THandle handle;
    private TInetSocketAddress local;
    private boolean closed;
    private int patience;

    public TServerSocket() throws IOException {
    }

    public TServerSocket(int port) throws IOException {
        this(port, 0, null);
    }

    public TServerSocket(int port, int backlog) throws IOException {
        this(port, backlog, null);
    }

    public TServerSocket(int port, int backlog, TInetAddress address) throws IOException {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("Port value out of range: " + port);
        }
        bind(new TInetSocketAddress(address, port), backlog);
    }

    public void bind(TSocketAddress address) throws IOException {
        bind(address, 0);
    }

    /** How many may wait is the host's to say. */
    public void bind(TSocketAddress address, int backlog) throws IOException {
        if (closed) {
            throw new TSocketException("Socket is closed");
        }
        if (handle != null) {
            throw new TSocketException("Already bound");
        }
        TInetSocketAddress wanted = TSocket.resolved(address == null ? new TInetSocketAddress(0) : address);
        handle = THandle.listen(wanted);
        local = new TInetSocketAddress(wanted.getAddress(), handle.local().getPort());
    }

    public TSocket accept() throws IOException {
        if (closed) {
            throw new TSocketException("Socket is closed");
        }
        if (handle == null) {
            throw new TSocketException("Socket is not bound yet");
        }
        return new TSocket(handle.accept(patience));
    }

    @Override
    public void close() throws IOException {
        closed = true;
        if (handle != null) {
            handle.close();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isBound() {
        return handle != null;
    }

    public int getLocalPort() {
        return handle == null ? -1 : local.getPort();
    }

    public TInetAddress getInetAddress() {
        return handle == null ? null : local.getAddress();
    }

    public TSocketAddress getLocalSocketAddress() {
        return handle == null ? null : local;
    }

    public void setSoTimeout(int millis) throws TSocketException {
        patience = TSocket.patience(millis, closed);
    }

    public int getSoTimeout() throws IOException {
        return patience;
    }

    @Override
    public String toString() {
        return handle == null ? "ServerSocket[unbound]"
                : "ServerSocket[addr=" + local.getAddress() + ",localport=" + local.getPort() + "]";
    }
}
