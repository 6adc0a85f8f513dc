import { expect, test } from "vitest";
import { unreachablePage } from "./unreachable-page.ts";

const home = `<!DOCTYPE html><html lang="en"><head><title>Corner Cup</title><link rel="preload" href="/a.woff2" as="font"/>
<link rel="stylesheet" href="/assets/root.css"/><style>:root { --color-gold: #123456 }</style><script>start()</script></head>
<body><header>Corner Cup</header><main id="page" tabindex="-1"><h1>Coffees</h1></main><footer>©</footer>
<script type="module">import "/assets/entry.js"</script></body></html>`;

const listed = [
  { _id: "1", name: '<b>"Latte" & co</b>' },
  { _id: "2", name: " \u200b" },
];

test("the unreachable page has the shop's header, footer and styles, and no scripts", () => {
  const page = unreachablePage(home, "en", "", listed);
  for (const part of ["<header>Corner Cup</header>", "<footer>©</footer>", "/assets/root.css", "#123456"])
    expect(page).toContain(part);
  for (const part of ["<script", "preload", "Coffees"]) expect(page).not.toContain(part);
});

function headings(page: string) {
  return [...page.matchAll(/<(h\d) [^>]*>([^<]+)</g)].map(([, level, text]) => [level, text]);
}

test("the unreachable page has a heading in each language, the requested one first", () => {
  const [english, bangla] = ["We can't reach the shop", "দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না"];
  expect(headings(unreachablePage(home, "en", "", listed))).toEqual([
    ["h1", english],
    ["h2", bangla],
  ]);
  expect(headings(unreachablePage(home, "bn", "?lang=bn", listed))).toEqual([
    ["h1", bangla],
    ["h2", english],
  ]);
});

test("the unreachable page links to home and to listed coffees with a name, which it escapes", () => {
  const page = unreachablePage(home, "bn", "?lang=bn", listed);
  expect(page).toContain('<a href="/?lang=bn">মূল পাতা, কফির তালিকাসহ</a>');
  expect(page.match(/coffee-details/g)).toHaveLength(1);
  expect(page).toContain("&#60;b&#62;&#34;Latte&#34; &#38; co&#60;/b&#62;");
});

test("the unreachable page needs no cached document of the shop", () => {
  expect(unreachablePage("", "en", "", [])).toContain("<h1 ");
});
