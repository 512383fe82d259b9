package http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is sent back; the connection ends after it. */
final class Response {
    private static final Map<Integer, String> REASONS = Map.of(
        200, "OK", 206, "Partial Content", 304, "Not Modified", 400, "Bad Request", 404, "Not Found",
        405, "Method Not Allowed", 408, "Request Timeout", 413, "Content Too Large", 416, "Range Not Satisfiable",
        431, "Request Header Fields Too Large");

    final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private byte[] body;
    private boolean bodyless;

    Response(int status, String type, byte[] body) {
        this.status = status;
        this.body = body;
        headers.put("Content-Type", type);
    }

    static Response text(int status, String type, String text) {
        return new Response(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    Response with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** The head alone, as HEAD asks for. */
    Response withoutBody() {
        bodyless = true;
        return this;
    }

    void write(OutputStream out) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(' ').append(REASONS.get(status));
        head.append("\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\nConnection: close\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!bodyless) {
            out.write(body);
        }
        out.flush();
    }
}
