package libraries;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;

/** jsoup: HTML as it is found, queried by CSS selectors. */
final class Soup {
    private Soup() {}

    static void run() {
        Document document = Jsoup.parse("<title>A &amp; B</title><p class=x>One<p>Two <b>bold<i>both</b> italic</i>"
            + "<ul><li><a href='/a'>first</a><li><a href='b?c=1&d'>second</a></ul>", "http://host/dir/");
        System.out.println(document.title());
        for (Element link : document.select("ul > li a[href]")) {
            System.out.println(link.text() + " -> " + link.absUrl("href"));
        }
        System.out.println(document.select("p.x + p").outerHtml());
        System.out.println(Jsoup.clean("<b onclick=x()>safe</b><script>bad()</script>", Safelist.basic()));
        System.out.println(document.body().html());
    }
}
