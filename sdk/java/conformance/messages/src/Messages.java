import dev.terrace.Bundle;
import dev.terrace.Intent;
import dev.terrace.Letter;
import dev.terrace.Looper;
import dev.terrace.Provider;
import dev.terrace.Receiver;
import dev.terrace.Refused;
import dev.terrace.Sender;
import dev.terrace.Sys;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Do the calls for messages keep their promises? One line per check, the same lines in every
 * language: sdk/conformance-messages.expected.
 */
public final class Messages {
    private static final int LONG = 300_000;

    private interface Check {
        /** The failure that names what was found, or null. */
        String run() throws Refused;
    }

    private interface Act {
        void run() throws Refused;
    }

    private final Sender sender = new Sender("loop");
    private final Receiver receiver = new Receiver("loop");
    private boolean failed;

    private Messages() throws Refused {
    }

    public static void main(String[] args) throws Refused {
        System.exit(new Messages().all() ? 0 : 1);
    }

    private boolean all() {
        check("undeclared", () -> expect(code(() -> new Sender("nothing")) == Sys.CODE_UNDECLARED, "opened"));
        check("send-receive", this::sendReceive);
        check("long", this::longer);
        check("too-long", () -> {
            int code = code(() -> sender.send(new byte[LONG + 1]));
            return expect(code == Sys.CODE_TOO_LONG, code);
        });
        check("crowded", this::crowded);
        check("remove", () -> {
            String counts = sender.remove(4) + " " + sender.remove(3) + " " + sender.remove(3);
            return expect(counts.equals("0 3 0"), counts);
        });
        check("lost", () -> expect(sender.lost() == 0, "lost"));
        check("later", this::later);
        check("timeout", () -> {
            int code = code(() -> receiver.receive(new byte[8], Sys.now() + 2_000_000));
            return expect(code == Sys.CODE_TIMEOUT, code);
        });
        check("broadcast", this::broadcast);
        check("looper", this::looper);
        check("intent", this::intent);
        check("provider", this::provider);
        check("refused", this::refused);
        check("observe", this::observe);
        return !failed;
    }

    private void check(String name, Check check) {
        String found;
        try {
            found = check.run();
        } catch (Refused refused) {
            found = refused.toString();
        }
        failed |= found != null;
        System.out.println(found == null ? "ok " + name : "fail " + name + ": " + found);
    }

    private static String expect(boolean good, Object found) {
        return good ? null : String.valueOf(found);
    }

    private static int code(Act act) {
        try {
            act.run();
            return Sys.CODE_OK;
        } catch (Refused refused) {
            return refused.code;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Letter letter, byte[] data) {
        return new String(data, 0, letter.length, StandardCharsets.UTF_8);
    }

    private String sendReceive() throws Refused {
        int queues = sender.post(bytes("hello"), 7, Sender.OWN_PRIORITY, 0);
        byte[] data = new byte[8];
        Letter letter = receiver.receive(data, Receiver.NEVER);
        boolean good = queues == 1 && text(letter, data).equals("hello") && letter.kind == 7
            && letter.priority == 0 && letter.sender == Sys.id();
        return expect(good, queues + " " + text(letter, data) + " " + letter.kind);
    }

    private String longer() throws Refused {
        byte[] data = new byte[LONG];
        for (int i = 0; i < LONG; i++) {
            data[i] = (byte) (i % 251);
        }
        int queues = sender.send(data);
        int code = code(() -> receiver.receive(new byte[8], Receiver.NEVER));
        byte[][] back = new byte[1][];
        Looper looper = new Looper();
        looper.on("loop", (letter, bytes) -> back[0] = Arrays.copyOf(bytes, letter.length));
        looper.turn(Receiver.NEVER);
        boolean good = queues == 1 && code == Sys.CODE_TOO_LONG && Arrays.equals(data, back[0]);
        return expect(good, queues + " " + code);
    }

    private String crowded() throws Refused {
        for (int i = 0; i < 3; i++) {
            sender.post(bytes("x"), 3, Sender.OWN_PRIORITY, 0);
        }
        int code = code(() -> sender.post(bytes("x"), 3, Sender.OWN_PRIORITY, 0));
        return expect(code == Sys.CODE_CROWDED, code);
    }

    private String later() throws Refused {
        long at = Sys.now() + 5_000_000;
        sender.post(bytes("later"), 0, Sender.OWN_PRIORITY, at);
        receiver.receive(new byte[8], Receiver.NEVER);
        long came = Sys.now();
        return expect(came >= at, at + " " + came);
    }

    private String broadcast() throws Refused {
        Sender news = new Sender("news");
        int alone = news.send(bytes("to nobody"));
        Receiver ears = new Receiver("news");
        int heard = news.send(bytes("to one"));
        Letter letter = ears.receive(new byte[16], Receiver.NEVER);
        ears.close();
        return expect(alone == 0 && heard == 1 && letter.length == 6, alone + " " + heard);
    }

    private String looper() throws Refused {
        StringBuilder heard = new StringBuilder();
        Looper looper = new Looper();
        for (String channel : new String[] {"loop", "news"}) {
            looper.on(channel, (letter, data) -> heard.append(channel).append('=').append(text(letter, data)).append(' '));
        }
        Sender news = new Sender("news");
        sender.send(bytes("a"));
        news.send(bytes("b"));
        sender.send(bytes("c"));
        int turns = 0;
        while (code(() -> looper.turn(Sys.now())) == Sys.CODE_OK) {
            turns++;
        }
        boolean good = turns == 3 && heard.toString().equals("loop=a news=b loop=c ");
        return expect(good, turns + " " + heard);
    }

    private static final String NOTE = "content://notes/note";

    private String intent() throws Refused {
        Bundle extras = new Bundle().put("who", "you").put("at", 1L << 40).put("half", 0.5).put("few", -7)
            .put("yes", true).put("raw", new byte[] {0, -1}).put("inner", new Bundle().put("deep", -1L));
        Sender to = new Sender("changes");
        Receiver from = new Receiver("changes");
        int sent = to.announce(new Intent("go", extras), 0, Sender.OWN_PRIORITY, 0);
        byte[] data = new byte[400];
        Letter letter = from.receive(data, Receiver.NEVER);
        Intent read = Intent.read(data, letter.length);
        Bundle found = read.extras;
        boolean good = sent == 1 && read.action.equals("go") && "you".equals(found.get("who"))
            && Long.valueOf(1L << 40).equals(found.get("at")) && Double.valueOf(0.5).equals(found.get("half"))
            && Integer.valueOf(-7).equals(found.get("few")) && Boolean.TRUE.equals(found.get("yes"))
            && Arrays.equals(new byte[] {0, -1}, (byte[]) found.get("raw")) && found.get("none") == null
            && Long.valueOf(-1).equals(((Bundle) found.get("inner")).get("deep"));
        return expect(good, read.action + " " + letter.length);
    }

    private static long add(String title, long size) throws Refused {
        return Provider.insert(NOTE, new Bundle().put("title", title).put("size", size));
    }

    private String provider() throws Refused {
        StringBuilder found = new StringBuilder();
        for (String title : new String[] {"a", "b", "c"}) {
            found.append(add(title, title.charAt(0)));
        }
        try (Provider.Cursor rows =
                Provider.query(NOTE, "title, size, weight", "size > ?1", "size desc", 0, (long) 'a')) {
            for (Object[] row = rows.next(); row != null; row = rows.next()) {
                found.append(Arrays.toString(row));
            }
        }
        found.append(Provider.update("content://notes/note/2", new Bundle().put("weight", 0.5), ""));
        found.append(Provider.delete(NOTE, "weight is null and title <> ?1", "a"));
        try (Provider.Cursor count = Provider.call("content://notes/count")) {
            found.append(Arrays.toString(count.next()));
        }
        return expect(found.toString().equals("123[c, 99, null][b, 98, null]11[2]"), found);
    }

    private String refused() {
        int nobody = code(() -> Provider.query("content://nobody/note", "", "", "", 0));
        int dots = code(() -> Provider.query("content://notes/../note", "", "", "", 0));
        int bad = code(() -> Provider.query(NOTE, "", "1) OR (1", "", 0));
        int conflict = code(() -> Provider.insert(NOTE, new Bundle().put("size", 1)));
        boolean good = nobody == Sys.CODE_NOT_FOUND && dots == Sys.CODE_INVALID && bad == Sys.CODE_INVALID
            && conflict == Sys.CODE_CONFLICT;
        return expect(good, nobody + " " + dots + " " + bad + " " + conflict);
    }

    private String observe() throws Refused {
        Receiver from = new Receiver("changes");
        int observation = Provider.observe(NOTE, "changes");
        long id = add("new", 0);
        byte[] data = new byte[400];
        Letter letter = from.receive(data, Receiver.NEVER);
        Intent read = Intent.read(data, letter.length);
        boolean good = read.action.equals("terrace.changed") && (NOTE + "/" + id).equals(read.extras.get("uri"))
            && Integer.valueOf(Sys.CHANGE_INSERT).equals(read.extras.get("change"))
            && Long.valueOf(1).equals(read.extras.get("rows"));
        Provider.unobserve(observation);
        add("newer", 0);
        int silent = code(() -> from.receive(data, Sys.now()));
        return expect(good && silent == Sys.CODE_TIMEOUT, read.action + " " + silent);
    }
}
