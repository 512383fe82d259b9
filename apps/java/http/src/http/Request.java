package http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A request as RFC 9112 has it, within limits.
 *
 * <p>R1: the head has at most HEAD_BYTES, the body BODY_BYTES. R2: the path begins with / and has no
 * empty part, `.` or `..`: it cannot leave the folder.
 */
record Request(String method, String path, Map<String, String> headers, byte[] body) {
    private static final int HEAD_BYTES = 8 << 10;
    private static final int BODY_BYTES = 64 << 10;

    static Request read(InputStream in) throws IOException, HttpException {
        String[] lines = head(in).split("\r\n");
        String[] words = lines[0].split(" ");
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new HttpException(400, "the first line is no request of HTTP/1");
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new HttpException(400, "line " + (i + 1) + " is no header");
            }
            headers.put(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), lines[i].substring(colon + 1).trim());
        }
        return new Request(words[0], path(words[1]), headers, body(in, headers.get("content-length")));
    }

    private static String head(InputStream in) throws IOException, HttpException {
        StringBuilder head = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client left");
            }
            head.append((char) next);
            int length = head.length();
            if (next == '\n' && length >= 4 && head.charAt(length - 3) == '\n') {
                return head.substring(0, length - 4);
            }
            if (length > HEAD_BYTES) {
                throw new HttpException(431, "the head has more than " + HEAD_BYTES + " bytes");
            }
        }
    }

    private static byte[] body(InputStream in, String declared) throws IOException, HttpException {
        int length;
        try {
            length = declared == null ? 0 : Integer.parseInt(declared);
        } catch (NumberFormatException e) {
            throw new HttpException(400, "Content-Length is " + declared);
        }
        if (length < 0 || length > BODY_BYTES) {
            throw new HttpException(413, "the body has " + length + " bytes, at most " + BODY_BYTES + " are taken");
        }
        byte[] body = new byte[length];
        for (int at = 0; at < length; ) {
            int count = in.read(body, at, length - at);
            if (count < 0) {
                throw new IOException("the client left");
            }
            at += count;
        }
        return body;
    }

    /** Decoded, without what follows a question mark. */
    private static String path(String target) throws HttpException {
        int question = target.indexOf('?');
        String path = decoded(question < 0 ? target : target.substring(0, question));
        if (!path.startsWith("/")) {
            throw new HttpException(400, "the path does not begin with /");
        }
        for (String part : path.substring(1).split("/", -1)) {
            boolean last = path.endsWith("/") && part.isEmpty();
            if (part.equals(".") || part.equals("..") || part.isEmpty() && !last && path.length() > 1 || part.indexOf(0) >= 0) {
                throw new HttpException(400, "the path has an empty part, a dot or two dots");
            }
        }
        return path;
    }

    private static String decoded(String text) throws HttpException {
        byte[] bytes = new byte[text.length()];
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
                if (low < 0) {
                    throw new HttpException(400, "% is not followed by two hexadecimal digits");
                }
                bytes[count++] = (byte) (high * 16 + low);
                i += 2;
            } else {
                bytes[count++] = (byte) c;
            }
        }
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
    }
}
