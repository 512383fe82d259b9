package markdown;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** One Markdown text. */
final class Page {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder().extensions(EXTENSIONS).build();

    private final Node document;
    private final List<Heading> headings = new ArrayList<>();
    private final List<String> links = new ArrayList<>();

    Page(String markdown) {
        document = PARSER.parse(markdown);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                headings.add(heading);
                visitChildren(heading);
            }

            @Override
            public void visit(Link link) {
                links.add(link.getDestination());
                visitChildren(link);
            }
        });
    }

    String title() {
        return headings.isEmpty() ? "no title" : text(headings.get(0));
    }

    /** Those below the title, moved in by their level. */
    List<String> headings() {
        List<String> lines = new ArrayList<>();
        headings.stream().skip(1).forEach(h -> lines.add("  ".repeat(Math.max(0, h.getLevel() - 2)) + text(h)));
        return lines;
    }

    List<String> links() {
        return links;
    }

    String html() {
        return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + escaped(title())
            + "</title></head>\n<body>\n" + RENDERER.render(document) + "</body></html>\n";
    }

    private static String text(Node node) {
        StringBuilder out = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                out.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                out.append(code.getLiteral());
            }
        });
        return out.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
