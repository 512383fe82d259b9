package dev.terrace.classlib.java.net;

import dev.terrace.Sys;
import dev.terrace.concurrent.Nap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;
import org.teavm.interop.Address;

/**
 * A socket of the guest interface. Calls that wait hold up only the thread that makes them.
 *
 * <p>Invariant: no call is made with the handle once it is closed, because the host may give it to another socket.
 */
final class THandle {
    private static final int ADDRESS_BYTES = 64;
    private static final int BROKEN = Integer.MAX_VALUE;

    private final int number;
    private boolean closed;

    private THandle(int number) {
        this.number = number;
    }

    static THandle listen(TInetSocketAddress address) throws IOException {
        byte[] text = address.text().getBytes(StandardCharsets.UTF_8);
        int answer = Sys.socketListen(Address.ofData(text), text.length);
        return switch (answer) {
            case Sys.CODE_IN_USE -> throw new TBindException("Address already in use");
            case Sys.CODE_DENIED -> throw new TBindException(denied(address));
            case Sys.CODE_REFUSED -> throw new TBindException("Cannot assign requested address");
            default -> made(answer);
        };
    }

    /** Waits until it stands; {@code millis} 0 for as long as it takes. */
    static THandle connect(TInetSocketAddress address, int millis) throws IOException {
        byte[] text = address.text().getBytes(StandardCharsets.UTF_8);
        int answer = Sys.socketConnect(Address.ofData(text), text.length);
        if (answer == Sys.CODE_DENIED) {
            throw new TConnectException(denied(address));
        }
        THandle handle = made(answer);
        try {
            handle.await(() -> Sys.socketConnected(handle.number), millis, "Connect timed out");
            return handle;
        } catch (IOException e) {
            handle.close();
            throw e;
        }
    }

    private static String denied(TInetSocketAddress address) {
        return "Permission denied: " + address.text() + " is not in `network` under [permissions] of the manifest";
    }

    THandle accept(int millis) throws IOException {
        return made(await(() -> Sys.socketAccept(number), millis, "Accept timed out"));
    }

    /** How many bytes came; 0 at the end. */
    int receive(byte[] into, int at, int count, int millis) throws IOException {
        return await(() -> Sys.socketReceive(number, Address.ofData(into).add(at), count), millis, "Read timed out");
    }

    void send(byte[] bytes, int at, int count) throws IOException {
        for (int sent = 0; sent < count;) {
            int from = at + sent;
            int left = count - sent;
            int taken = await(() -> told(Sys.socketSend(number, Address.ofData(bytes).add(from), left)), 0, "");
            if (taken == BROKEN) {
                throw new TSocketException("Broken pipe");
            }
            sent += taken;
        }
    }

    /** Who sends is told in other words than who receives. */
    private static int told(int answer) {
        return answer == Sys.CODE_RESET ? BROKEN : answer;
    }

    void shut() throws IOException {
        checked(Sys.socketShut(number));
    }

    TInetSocketAddress local() throws IOException {
        return address(0);
    }

    TInetSocketAddress peer() throws IOException {
        return address(1);
    }

    private TInetSocketAddress address(int which) throws IOException {
        byte[] text = new byte[ADDRESS_BYTES];
        int length = checked(Sys.socketAddress(number, which, Address.ofData(text), text.length));
        return TInetSocketAddress.of(new String(text, 0, length, StandardCharsets.UTF_8));
    }

    void close() {
        if (!closed) {
            closed = true;
            Sys.socketClose(number);
        }
    }

    private int await(IntSupplier call, int millis, String late) throws IOException {
        long end = System.nanoTime() + millis * 1_000_000L;
        Nap nap = new Nap();
        while (true) {
            if (closed) {
                throw new TSocketException("Socket closed");
            }
            int answer = call.getAsInt();
            if (answer != Sys.CODE_AGAIN) {
                return checked(answer);
            }
            if (millis > 0 && System.nanoTime() - end >= 0) {
                throw new TSocketTimeoutException(late);
            }
            nap.take();
        }
    }

    private static THandle made(int answer) throws IOException {
        return new THandle(checked(answer));
    }

    private static int checked(int answer) throws IOException {
        if (answer >= 0) {
            return answer;
        }
        throw switch (answer) {
            case Sys.CODE_REFUSED -> new TConnectException("Connection refused");
            case Sys.CODE_RESET -> new TSocketException("Connection reset");
            case Sys.CODE_FULL -> new TSocketException("Too many open files");
            default -> new TSocketException("code " + answer + " of the guest interface");
        };
    }
}
