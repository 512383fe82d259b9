package http;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;

/** Usage: `PORT FOLDER [REQUESTS]`: serve a folder on loopback. */
public final class Main {
    private static final int CLIENTS = 16;
    private static final int PATIENCE_MS = 2_000;

    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length < 2 || args.length > 3) {
            System.err.println("usage: http PORT FOLDER [REQUESTS]");
            System.exit(2);
        }
        long requests = args.length == 3 ? Long.parseLong(args[2]) : Long.MAX_VALUE;
        Site site = new Site(new File(args[1]));
        try (ServerSocket server = new ServerSocket(
                Integer.parseInt(args[0]), CLIENTS, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            System.out.println("http: http://127.0.0.1:" + server.getLocalPort() + "/");
            serve(server, site, requests);
        } catch (IOException e) {
            System.err.println("http: 127.0.0.1:" + args[0] + ": " + e.getMessage()
                + "; is it free, and in `network` of the manifest?");
            System.exit(1);
        }
    }

    private static void serve(ServerSocket server, Site site, long requests) throws IOException, InterruptedException {
        Semaphore places = new Semaphore(CLIENTS);
        for (long left = requests; left > 0; left--) {
            places.acquire();
            Socket socket = server.accept();
            new Thread(() -> {
                try {
                    attend(socket, site);
                } finally {
                    places.release();
                }
            }).start();
        }
        places.acquire(CLIENTS);
    }

    /** One request. Whatever the client does, only its own connection ends. */
    private static void attend(Socket socket, Site site) {
        try (socket) {
            socket.setSoTimeout(PATIENCE_MS);
            Response response = respond(socket, site);
            response.write(socket.getOutputStream());
        } catch (IOException e) {
            site.broken();
        }
    }

    private static Response respond(Socket socket, Site site) throws IOException {
        try {
            return site.answer(Request.read(socket.getInputStream()));
        } catch (HttpException e) {
            return site.refused(e);
        } catch (java.net.SocketTimeoutException e) {
            return site.refused(new HttpException(408, "no whole request came within " + PATIENCE_MS + " ms"));
        }
    }
}
