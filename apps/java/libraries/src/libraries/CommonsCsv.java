package libraries;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/** commons-csv: quoted fields in, quoted fields out. */
final class CommonsCsv {
    private CommonsCsv() {}

    static void run() throws IOException {
        String text = "name,says\nAnna,\"hello, \"\"world\"\"\"\nBob,\"two\nlines\"\n";
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build();
        try (CSVParser parser = CSVParser.parse(new StringReader(text), format)) {
            for (CSVRecord row : parser) {
                System.out.println(row.getRecordNumber() + ": " + row.get("name") + " = " + row.get("says"));
            }
        }
        StringWriter out = new StringWriter();
        try (CSVPrinter printer = new CSVPrinter(out, CSVFormat.RFC4180)) {
            printer.printRecord("a", "b,c", 1.5, null);
        }
        System.out.print(out);
    }
}
