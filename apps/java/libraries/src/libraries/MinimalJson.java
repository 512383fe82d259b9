package libraries;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;
import com.eclipsesource.json.WriterConfig;

/** minimal-json: parse, change, print. */
final class MinimalJson {
    private MinimalJson() {}

    static void run() {
        JsonObject object = Json.parse("{\"a\": [1, 2.5e3, true], \"b\": {\"c\": \"d\\u00e9\"}}").asObject();
        object.get("a").asArray().add(Json.value("new"));
        object.set("sum", object.get("a").asArray().get(1).asDouble() + 1);
        System.out.println(object.toString(WriterConfig.PRETTY_PRINT));
        for (JsonObject.Member member : object) {
            JsonValue value = member.getValue();
            System.out.println(member.getName() + " " + value.isArray() + " " + value.isObject());
        }
        try {
            Json.parse("[1,,2]");
        } catch (ParseException e) {
            System.out.println(e.getMessage());
        }
    }
}
