package http;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;

/** What is there to be asked for: the files of a folder, and two addresses of the server's own. */
final class Site {
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8",
        "md", "text/markdown; charset=utf-8", "txt", "text/plain; charset=utf-8", "css", "text/css",
        "js", "text/javascript", "json", "application/json", "png", "image/png", "svg", "image/svg+xml");
    private static final int FILE_BYTES = 4 << 20;

    private final File root;
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();

    Site(File root) {
        this.root = root;
    }

    void broken() {
        broken.incrementAndGet();
    }

    Response refused(HttpException reason) {
        refused.incrementAndGet();
        return Response.text(reason.status, "text/plain; charset=utf-8", reason.getMessage() + "\n");
    }

    Response answer(Request request) throws HttpException {
        Response response = switch (request.path()) {
            case "/-/stats" -> Response.text(200, "application/json", stats());
            case "/-/echo" -> echo(request);
            default -> file(request);
        };
        served.incrementAndGet();
        return request.method().equals("HEAD") ? response.withoutBody() : response;
    }

    private String stats() {
        return "{\"served\":" + served + ",\"refused\":" + refused + ",\"broken\":" + broken + "}\n";
    }

    private static Response echo(Request request) throws HttpException {
        if (!request.method().equals("POST")) {
            throw new HttpException(405, "/-/echo takes POST");
        }
        return new Response(200, "application/octet-stream", request.body());
    }

    private Response file(Request request) throws HttpException {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            throw new HttpException(405, "files take GET and HEAD");
        }
        File file = new File(root, request.path());
        if (file.isDirectory()) {
            return list(request.path(), file);
        }
        byte[] bytes = bytes(file, request.path());
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, bytes.length);
        String tag = '"' + Long.toHexString(sum.getValue()) + '"';
        if (tag.equals(request.headers().get("if-none-match"))) {
            return new Response(304, type(file), new byte[0]).with("ETag", tag);
        }
        String range = request.headers().get("range");
        Response response = range == null ? new Response(200, type(file), bytes) : part(file, bytes, range);
        return response.with("ETag", tag);
    }

    private static byte[] bytes(File file, String path) throws HttpException {
        byte[] bytes = new byte[(int) Math.min(file.length(), FILE_BYTES)];
        try (InputStream in = new FileInputStream(file)) {
            for (int at = 0; at < bytes.length; ) {
                int count = in.read(bytes, at, bytes.length - at);
                if (count < 0) {
                    return Arrays.copyOf(bytes, at);
                }
                at += count;
            }
            return bytes;
        } catch (IOException e) {
            throw new HttpException(404, "there is no " + path);
        }
    }

    /** `bytes=FROM-TO`, `bytes=FROM-` or `bytes=-LAST` (RFC 9110, section 14). */
    private static Response part(File file, byte[] bytes, String range) throws HttpException {
        int dash = range.indexOf('-');
        try {
            if (!range.startsWith("bytes=") || dash < 0) {
                throw new NumberFormatException(range);
            }
            String first = range.substring(6, dash);
            String second = range.substring(dash + 1);
            int from = first.isEmpty() ? Math.max(0, bytes.length - Integer.parseInt(second)) : Integer.parseInt(first);
            int to = first.isEmpty() || second.isEmpty() ? bytes.length - 1 : Math.min(Integer.parseInt(second), bytes.length - 1);
            if (from > to) {
                throw new HttpException(416, range + " of a file of " + bytes.length + " bytes");
            }
            return new Response(206, type(file), Arrays.copyOfRange(bytes, from, to + 1))
                .with("Content-Range", "bytes " + from + "-" + to + "/" + bytes.length);
        } catch (NumberFormatException e) {
            throw new HttpException(416, "`" + range + "` is no range of bytes");
        }
    }

    private static Response list(String path, File folder) {
        String base = path.endsWith("/") ? path : path + "/";
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<title>").append(escaped(path)).append("</title>\n<ul>\n");
        File[] files = folder.listFiles();
        if (files != null) {
            Arrays.sort(files);
            for (File file : files) {
                String name = escaped(file.getName()) + (file.isDirectory() ? "/" : "");
                html.append("<li><a href=\"").append(escaped(base)).append(name).append("\">").append(name).append("</a>\n");
            }
        }
        return Response.text(200, "text/html; charset=utf-8", html.append("</ul>\n").toString());
    }

    private static String type(File file) {
        String name = file.getName();
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
