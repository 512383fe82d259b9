import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** A server and its clients in one program, at the port of the argument. */
public final class Main {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static int port;

    public static void main(String[] args) throws Exception {
        port = Integer.parseInt(args[0]);
        addresses();
        refusals();
        ServerSocket server = new ServerSocket(port, 20, HERE);
        System.out.println(server.isBound() + " " + (server.getLocalPort() == port) + " " + server.getInetAddress());
        late(server);
        lines(server);
        many(server);
        large(server);
        halves(server);
        closing(server);
    }

    private static void addresses() throws Exception {
        for (String name : new String[] {"127.0.0.1", "0.0.0.0", "::1", "2001:db8::ff00:42:8329", "1:2:3:4:5:6:7:8", "localhost", "300.1.1.1", "1:::2", "[::1]"}) {
            try {
                InetAddress address = InetAddress.getByName(name);
                System.out.println(address + " " + address.getHostAddress() + " " + address.isLoopbackAddress() + address.isAnyLocalAddress()
                        + address.getAddress().length + " " + address.hashCode());
            } catch (UnknownHostException e) {
                System.out.println("unknown " + name);
            }
        }
        InetSocketAddress one = new InetSocketAddress("127.0.0.1", 80);
        System.out.println(one + " " + one.equals(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 80)) + " " + one.hashCode() + " "
                + InetSocketAddress.createUnresolved("nowhere", 1).isUnresolved() + " " + new InetSocketAddress(9).getPort());
        try {
            System.out.println(new InetSocketAddress("127.0.0.1", 70000));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void refusals() throws IOException {
        try {
            new Socket(HERE, port);
        } catch (ConnectException e) {
            System.out.println(e.getMessage());
        }
        Socket none = new Socket();
        System.out.println(none.isConnected() + " " + none.isBound() + none.isClosed() + none.getPort() + none.getLocalPort() + " " + none);
        try {
            none.getInputStream();
        } catch (SocketException e) {
            System.out.println(e.getMessage());
        }
        try (ServerSocket one = new ServerSocket(port, 1, HERE)) {
            new ServerSocket(port, 1, HERE).close();
        } catch (IOException e) {
            System.out.println(e.getClass().getName());
        }
    }

    private static void late(ServerSocket server) throws IOException {
        server.setSoTimeout(30);
        try {
            server.accept();
        } catch (SocketTimeoutException e) {
            System.out.println(e.getMessage() + " " + server.getSoTimeout());
        }
        server.setSoTimeout(0);
        try (Socket client = new Socket(HERE, port); Socket served = server.accept()) {
            client.setSoTimeout(20);
            client.getInputStream().read();
        } catch (SocketTimeoutException e) {
            System.out.println(e.getMessage());
        }
    }

    private static Thread thread(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        thread.start();
        return thread;
    }

    private interface Body {
        void run() throws Exception;
    }

    private static void lines(ServerSocket server) throws Exception {
        Thread answering = thread(() -> {
            try (Socket served = server.accept()) {
                BufferedReader in = new BufferedReader(new InputStreamReader(served.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(new OutputStreamWriter(served.getOutputStream(), StandardCharsets.UTF_8), true);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    out.println("<" + line + ">");
                }
            }
        });
        try (Socket client = new Socket("localhost", port)) {
            PrintWriter out = new PrintWriter(new OutputStreamWriter(client.getOutputStream(), StandardCharsets.UTF_8), true);
            BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            for (String line : new String[] {"first", "", "gr\u00fc\u00dfe"}) {
                out.println(line);
                System.out.println(in.readLine());
            }
            System.out.println(client.isConnected() + " " + (client.getPort() == port) + " " + client.getInetAddress().getHostAddress());
        }
        answering.join();
    }

    private static void many(ServerSocket server) throws Exception {
        List<Thread> all = new ArrayList<>();
        int[] sum = new int[1];
        for (int i = 1; i <= 20; i++) {
            int number = i;
            all.add(thread(() -> {
                try (Socket client = new Socket(HERE, port)) {
                    client.getOutputStream().write(number);
                    int answer = client.getInputStream().read();
                    synchronized (sum) {
                        sum[0] += answer;
                    }
                }
            }));
            all.add(thread(() -> {
                try (Socket served = server.accept()) {
                    served.getOutputStream().write(served.getInputStream().read() * 2);
                }
            }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(sum[0]);
    }

    private static void large(ServerSocket server) throws Exception {
        byte[] data = new byte[3_000_000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31 + i / 1000);
        }
        Thread sending = thread(() -> {
            try (Socket served = server.accept()) {
                served.getOutputStream().write(data);
            }
        });
        CRC32 sum = new CRC32();
        int count = 0;
        try (Socket client = new Socket(HERE, port)) {
            InputStream in = client.getInputStream();
            byte[] part = new byte[70_000];
            for (int length = in.read(part); length >= 0; length = in.read(part)) {
                sum.update(part, 0, length);
                count += length;
            }
        }
        sending.join();
        System.out.println(count + " " + sum.getValue());
    }

    private static void halves(ServerSocket server) throws Exception {
        Thread answering = thread(() -> {
            try (Socket served = server.accept()) {
                int length = served.getInputStream().readAllBytes().length;
                served.getOutputStream().write(("had " + length).getBytes(StandardCharsets.US_ASCII));
            }
        });
        try (Socket client = new Socket(HERE, port)) {
            OutputStream out = client.getOutputStream();
            out.write(new byte[12345]);
            client.shutdownOutput();
            System.out.println(client.isOutputShutdown() + " " + new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            try {
                out.write(1);
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
        }
        answering.join();
    }

    private static void closing(ServerSocket server) throws Exception {
        Thread waiting = thread(() -> {
            try {
                server.accept();
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
        });
        Thread.sleep(20);
        server.close();
        waiting.join();
        System.out.println(server.isClosed());
        try {
            server.accept();
        } catch (SocketException e) {
            System.out.println(e.getMessage());
        }
    }
}
