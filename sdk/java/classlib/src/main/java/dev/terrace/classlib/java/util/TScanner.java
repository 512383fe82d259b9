package dev.terrace.classlib.java.util;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.InputMismatchException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code java.util.Scanner}; numbers are those of the locale en-US. */
public final class TScanner implements Iterator<String>, Closeable {
    private static final int CHUNK = 1024;
    private static final Pattern WHITESPACE = Pattern.compile("\\s+");
    private static final Pattern LINE = Pattern.compile("\r\n|[\n\r\u2028\u2029\u0085]");
    private static final Pattern GROUPED = Pattern.compile("[-+]?[0-9]{1,3}(,[0-9]{3})+");
    private static final Pattern DECIMAL = Pattern.compile(
            "[-+]?(([0-9]+|[0-9]{1,3}(,[0-9]{3})+)\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?|[-+]?(NaN|Infinity)");

    private final Reader source;
    private final StringBuilder text = new StringBuilder();
    private int position;
    private boolean ended;
    private boolean closed;
    private IOException failure;
    private Pattern delimiter = WHITESPACE;
    private Locale locale = Locale.US;
    private int radix = 10;
    private MatchResult last;
    private int tokenEnd;

    public TScanner(Readable source) {
        this.source = source instanceof Reader ? (Reader) source : reader(Objects.requireNonNull(source, "source"));
    }

    public TScanner(InputStream source) {
        this(source, StandardCharsets.UTF_8);
    }

    public TScanner(InputStream source, String charset) {
        this(source, Charset.forName(charset));
    }

    public TScanner(InputStream source, Charset charset) {
        this.source = new InputStreamReader(Objects.requireNonNull(source, "source"), charset);
    }

    public TScanner(File source) throws FileNotFoundException {
        this(new FileInputStream(source));
    }

    public TScanner(File source, String charset) throws FileNotFoundException {
        this(new FileInputStream(source), charset);
    }

    public TScanner(Path source) throws IOException {
        this(Files.newInputStream(source));
    }

    public TScanner(Path source, String charset) throws IOException {
        this(Files.newInputStream(source), charset);
    }

    public TScanner(String source) {
        this.source = new StringReader(Objects.requireNonNull(source, "source"));
    }

    private static Reader reader(Readable source) {
        return new Reader() {
            @Override
            public int read(char[] into, int from, int count) throws IOException {
                return source.read(java.nio.CharBuffer.wrap(into, from, count));
            }

            @Override
            public void close() throws IOException {
                if (source instanceof Closeable) {
                    ((Closeable) source).close();
                }
            }
        };
    }

    /** Reads more. False at the end. */
    private boolean fill() {
        if (ended) {
            return false;
        }
        char[] chunk = new char[CHUNK];
        try {
            int count = source.read(chunk, 0, chunk.length);
            ended = count < 0;
            text.append(chunk, 0, Math.max(0, count));
        } catch (IOException e) {
            failure = e;
            ended = true;
        }
        return !ended;
    }

    /** Every look at the text begins here, and what is behind it is forgotten. */
    private void begin() {
        if (closed) {
            throw new IllegalStateException("Scanner closed");
        }
        if (position > CHUNK && position > text.length() / 2) {
            text.delete(0, position);
            position = 0;
        }
    }

    /** Where the token after the delimiters begins; -1 if there is none. */
    private int tokenStart() {
        while (true) {
            Matcher matcher = delimiter.matcher(text);
            matcher.region(position, text.length());
            boolean skips = matcher.lookingAt();
            int start = skips ? matcher.end() : position;
            boolean mayBeLonger = matcher.hitEnd() || start == text.length();
            if (!mayBeLonger || !fill()) {
                return start == text.length() ? -1 : start;
            }
        }
    }

    /** The next token, which stays; null if there is none. Sets where it ends. */
    private String peek() {
        begin();
        int start = tokenStart();
        if (start < 0) {
            return null;
        }
        while (true) {
            Matcher matcher = delimiter.matcher(text);
            boolean found = matcher.find(start);
            if (found && matcher.end() == start) {
                found = matcher.find();
            }
            boolean certain = found && (!matcher.hitEnd() || matcher.end() < text.length());
            if (certain || !fill()) {
                tokenEnd = found ? matcher.start() : text.length();
                return text.substring(start, tokenEnd);
            }
            start = tokenStart();
        }
    }

    private String take(Pattern pattern) {
        String token = peek();
        if (token == null) {
            throw new NoSuchElementException();
        }
        Matcher matcher = pattern == null ? null : pattern.matcher(token);
        if (matcher != null && !matcher.matches()) {
            throw new InputMismatchException();
        }
        last = matcher;
        position = tokenEnd;
        return token;
    }

    @Override
    public boolean hasNext() {
        return peek() != null;
    }

    @Override
    public String next() {
        return take(null);
    }

    public boolean hasNext(Pattern pattern) {
        String token = peek();
        return token != null && pattern.matcher(token).matches();
    }

    public boolean hasNext(String pattern) {
        return hasNext(Pattern.compile(pattern));
    }

    public String next(Pattern pattern) {
        return take(Objects.requireNonNull(pattern));
    }

    public String next(String pattern) {
        return next(Pattern.compile(pattern));
    }

    private Matcher lineEnd() {
        begin();
        while (true) {
            Matcher matcher = LINE.matcher(text);
            boolean found = matcher.find(position);
            boolean certain = found && !(matcher.end() == text.length() && text.charAt(matcher.start()) == '\r');
            if (certain || !fill()) {
                return found ? matcher : null;
            }
        }
    }

    public boolean hasNextLine() {
        return lineEnd() != null || position < text.length();
    }

    public String nextLine() {
        Matcher end = lineEnd();
        if (end == null && position == text.length()) {
            throw new NoSuchElementException("No line found");
        }
        String line = text.substring(position, end == null ? text.length() : end.start());
        position = end == null ? text.length() : end.end();
        return line;
    }

    /** A number of a token; the token stays if it is none. */
    private interface Reading<T> {
        T of(String digits);
    }

    private static boolean isInteger(String token, int radix) {
        int from = token.startsWith("-") || token.startsWith("+") ? 1 : 0;
        for (int i = from; i < token.length(); i++) {
            if (Character.digit(token.charAt(i), radix) < 0) {
                return GROUPED.matcher(token).matches();
            }
        }
        return from < token.length();
    }

    /** A radix of 0 stands for a number that may have a fraction. */
    private static boolean isNumber(String token, int radix) {
        return radix == 0 ? DECIMAL.matcher(token).matches() : isInteger(token, radix);
    }

    private <T> T number(int radix, Reading<T> reading) {
        String token = peek();
        if (token == null) {
            throw new NoSuchElementException();
        }
        if (!isNumber(token, radix)) {
            throw new InputMismatchException();
        }
        try {
            T value = reading.of(token.replace(",", ""));
            position = tokenEnd;
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    private boolean hasNumber(int radix, Reading<?> reading) {
        String token = peek();
        if (token == null || !isNumber(token, radix)) {
            return false;
        }
        try {
            reading.of(token.replace(",", ""));
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    public int nextInt() {
        return number(radix, digits -> Integer.parseInt(digits, radix));
    }

    public int nextInt(int radix) {
        return number(radix, digits -> Integer.parseInt(digits, radix));
    }

    public boolean hasNextInt() {
        return hasNumber(radix, digits -> Integer.parseInt(digits, radix));
    }

    public boolean hasNextInt(int radix) {
        return hasNumber(radix, digits -> Integer.parseInt(digits, radix));
    }

    public long nextLong() {
        return number(radix, digits -> Long.parseLong(digits, radix));
    }

    public long nextLong(int radix) {
        return number(radix, digits -> Long.parseLong(digits, radix));
    }

    public boolean hasNextLong() {
        return hasNumber(radix, digits -> Long.parseLong(digits, radix));
    }

    public boolean hasNextLong(int radix) {
        return hasNumber(radix, digits -> Long.parseLong(digits, radix));
    }

    public short nextShort() {
        return number(radix, digits -> Short.parseShort(digits, radix));
    }

    public boolean hasNextShort() {
        return hasNumber(radix, digits -> Short.parseShort(digits, radix));
    }

    public byte nextByte() {
        return number(radix, digits -> Byte.parseByte(digits, radix));
    }

    public boolean hasNextByte() {
        return hasNumber(radix, digits -> Byte.parseByte(digits, radix));
    }

    public BigInteger nextBigInteger() {
        return number(radix, digits -> new BigInteger(digits, radix));
    }

    public boolean hasNextBigInteger() {
        return hasNumber(radix, digits -> new BigInteger(digits, radix));
    }

    public double nextDouble() {
        return number(0, Double::parseDouble);
    }

    public boolean hasNextDouble() {
        return hasNumber(0, Double::parseDouble);
    }

    public float nextFloat() {
        return number(0, Float::parseFloat);
    }

    public boolean hasNextFloat() {
        return hasNumber(0, Float::parseFloat);
    }

    public BigDecimal nextBigDecimal() {
        return number(0, BigDecimal::new);
    }

    public boolean hasNextBigDecimal() {
        return hasNumber(0, BigDecimal::new);
    }

    public boolean nextBoolean() {
        String token = peek();
        if (token == null) {
            throw new NoSuchElementException();
        }
        if (!hasNextBoolean()) {
            throw new InputMismatchException();
        }
        position = tokenEnd;
        return token.equalsIgnoreCase("true");
    }

    public boolean hasNextBoolean() {
        String token = peek();
        return "true".equalsIgnoreCase(token) || "false".equalsIgnoreCase(token);
    }

    public String findInLine(String pattern) {
        return findInLine(Pattern.compile(pattern));
    }

    public String findInLine(Pattern pattern) {
        Matcher end = lineEnd();
        return find(pattern, end == null ? text.length() : end.start());
    }

    public String findWithinHorizon(String pattern, int horizon) {
        return findWithinHorizon(Pattern.compile(pattern), horizon);
    }

    public String findWithinHorizon(Pattern pattern, int horizon) {
        begin();
        while ((horizon == 0 || text.length() - position < horizon) && fill()) {
            continue;
        }
        return find(pattern, horizon == 0 ? text.length() : Math.min(text.length(), position + horizon));
    }

    private String find(Pattern pattern, int end) {
        Matcher matcher = pattern.matcher(text);
        matcher.region(position, end);
        if (!matcher.find()) {
            return null;
        }
        last = matcher.toMatchResult();
        position = matcher.end();
        return last.group();
    }

    public TScanner skip(String pattern) {
        return skip(Pattern.compile(pattern));
    }

    public TScanner skip(Pattern pattern) {
        begin();
        while (true) {
            Matcher matcher = pattern.matcher(text);
            matcher.region(position, text.length());
            boolean found = matcher.lookingAt();
            if (!matcher.hitEnd() || !fill()) {
                if (!found) {
                    throw new NoSuchElementException();
                }
                position = matcher.end();
                last = matcher.toMatchResult();
                return this;
            }
        }
    }

    public Stream<String> tokens() {
        List<String> all = new ArrayList<>();
        while (hasNext()) {
            all.add(next());
        }
        return all.stream();
    }

    public MatchResult match() {
        if (last == null) {
            throw new IllegalStateException("No match result available");
        }
        return last;
    }

    public Pattern delimiter() {
        return delimiter;
    }

    public TScanner useDelimiter(Pattern pattern) {
        delimiter = pattern;
        return this;
    }

    public TScanner useDelimiter(String pattern) {
        return useDelimiter(Pattern.compile(pattern));
    }

    public Locale locale() {
        return locale;
    }

    public TScanner useLocale(Locale locale) {
        this.locale = Objects.requireNonNull(locale);
        return this;
    }

    public int radix() {
        return radix;
    }

    public TScanner useRadix(int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw new IllegalArgumentException("radix:" + radix);
        }
        this.radix = radix;
        return this;
    }

    public TScanner reset() {
        delimiter = WHITESPACE;
        locale = Locale.US;
        radix = 10;
        return this;
    }

    public IOException ioException() {
        return failure;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                source.close();
            } catch (IOException e) {
                failure = e;
            }
        }
    }
}
