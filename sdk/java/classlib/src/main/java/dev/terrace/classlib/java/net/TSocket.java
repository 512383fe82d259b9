package dev.terrace.classlib.java.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** {@code java.net.Socket} from and to addresses that the manifest grants. */
public class TSocket implements Closeable {
    private THandle handle;
    private TInetSocketAddress local;
    private TInetSocketAddress peer;
    private boolean closed;
    private boolean inputShut;
    private boolean outputShut;
    private int patience;

    public TSocket() {
    }

    public TSocket(String host, int port) throws IOException {
        this(TInetAddress.getByName(host), port);
    }

    public TSocket(TInetAddress address, int port) throws IOException {
        connect(new TInetSocketAddress(address, port));
    }

    /** One that was accepted. */
    TSocket(THandle handle) throws IOException {
        this.handle = handle;
        local = handle.local();
        peer = handle.peer();
    }

    static TInetSocketAddress resolved(TSocketAddress address) throws IOException {
        if (!(address instanceof TInetSocketAddress known)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        if (known.isUnresolved()) {
            throw new TUnknownHostException(known.getHostName());
        }
        return known;
    }

    static int patience(int millis, boolean closed) throws TSocketException {
        if (closed) {
            throw new TSocketException("Socket is closed");
        }
        if (millis < 0) {
            throw new IllegalArgumentException("timeout can't be negative");
        }
        return millis;
    }

    public void connect(TSocketAddress address) throws IOException {
        connect(address, 0);
    }

    public void connect(TSocketAddress address, int millis) throws IOException {
        patience(millis, closed);
        if (handle != null) {
            throw new TSocketException("already connected");
        }
        try {
            peer = resolved(address);
            handle = THandle.connect(peer, millis);
            local = handle.local();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    public InputStream getInputStream() throws IOException {
        open();
        return new In();
    }

    public OutputStream getOutputStream() throws IOException {
        open();
        return new Out();
    }

    private void open() throws TSocketException {
        if (closed) {
            throw new TSocketException("Socket is closed");
        }
        if (handle == null) {
            throw new TSocketException("Socket is not connected");
        }
    }

    public void shutdownInput() throws IOException {
        open();
        inputShut = true;
    }

    public void shutdownOutput() throws IOException {
        open();
        handle.shut();
        outputShut = true;
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

    public boolean isConnected() {
        return handle != null;
    }

    public boolean isBound() {
        return handle != null;
    }

    public boolean isInputShutdown() {
        return inputShut;
    }

    public boolean isOutputShutdown() {
        return outputShut;
    }

    public TInetAddress getInetAddress() {
        return handle == null ? null : peer.getAddress();
    }

    public int getPort() {
        return handle == null ? 0 : peer.getPort();
    }

    public int getLocalPort() {
        return handle == null ? -1 : local.getPort();
    }

    public TInetAddress getLocalAddress() {
        return (handle == null ? new TInetSocketAddress(0) : local).getAddress();
    }

    public TSocketAddress getRemoteSocketAddress() {
        return handle == null ? null : peer;
    }

    public TSocketAddress getLocalSocketAddress() {
        return handle == null ? null : local;
    }

    public void setSoTimeout(int millis) throws TSocketException {
        patience = patience(millis, closed);
    }

    public int getSoTimeout() throws TSocketException {
        return patience;
    }

    @Override
    public String toString() {
        return handle == null ? "Socket[unconnected]"
                : "Socket[addr=" + peer.getAddress() + ",port=" + peer.getPort() + ",localport=" + local.getPort() + "]";
    }

    private final class In extends InputStream {
        private boolean ended;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] into, int at, int count) throws IOException {
            Objects.checkFromIndexSize(at, count, into.length);
            if (closed) {
                throw new TSocketException("Socket closed");
            }
            if (count == 0) {
                return 0;
            }
            if (inputShut || ended) {
                return -1;
            }
            int length = handle.receive(into, at, count, patience);
            ended = length == 0;
            return ended ? -1 : length;
        }

        @Override
        public void close() throws IOException {
            TSocket.this.close();
        }
    }

    private final class Out extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int at, int count) throws IOException {
            Objects.checkFromIndexSize(at, count, bytes.length);
            if (closed) {
                throw new TSocketException("Socket closed");
            }
            handle.send(bytes, at, count);
        }

        @Override
        public void close() throws IOException {
            TSocket.this.close();
        }
    }
}
