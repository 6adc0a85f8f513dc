import { recordOf, textFields } from "../catalogue/fields.ts";
import type { IdentifiedCoffee } from "../catalogue/coffee-store.ts";
import { coffeeText, type ExactPrice } from "../catalogue/coffee-text.ts";
import { seededRandom } from "./seeded-random.ts";

const signs = "\"'`,;|\t\r\n =+-@＝＋－＠\\/<>&{}[]:$#%";
const controls =
  "\u0001\u0008\u000b\u000c\u001b\u007f\u0085\u00a0\u00ad\u200b\u200d\u200e\u202e\u2028\u2029\u2060\ufeff\ufffe";
const letters = "\u3000😀𝄞e\u0301éÅটং দোকানের কালো কফি";
const formulas = [
  "=1+1",
  '=HYPERLINK("https://shop.example")',
  "@SUM(A1)",
  "+1-1|cmd",
  "-2",
  "＝1",
  ";=",
  ";'+",
  "\t@",
  "'=",
];
const quotes = [
  "''",
  '""',
  '",="',
  "\r\n",
  "\n\n",
  "  ",
  "sep=;",
  "\\u003c",
  "${name}",
  "$&",
  "$1",
  "//a",
  "/*",
  "%00",
];
const markup = [
  "</script>",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
];
const words = ["Dudh Malai", "250", "true", "null", "&lt;", "&#13;", "&amp;amp;", "javascript:alert(1)", "__proto__"];
const json = ['{"$oid":"x"}', '"price":5', '"_id":"'];

/** Pieces of text that a format may handle wrongly. Each may be at the start, at the end and next to any other. */
const pieces = [...Array.from(signs + controls + letters), ...formulas, ...quotes, ...markup, ...words, ...json];

/** Prices as a client may send them: JSON numbers in all notations, and texts of a number input. */
const numbers = [
  "0",
  "250",
  "250.00",
  "0.10",
  "1e3",
  "1E-7",
  "-0",
  "-0.0",
  "12345678901234567890",
  "0.1234567890123456789",
];
const farNumbers = [
  "1e-400",
  "0e99999",
  "2147483648",
  "9007199254740993",
  "1.7976931348623157e308",
  `0.${"7".repeat(998)}`,
];
const numericTexts = ["", "0", "250", "012.50", ".5", "5.", "1e3", "-0", "12345678901234567890", "00"];

const prices: readonly ExactPrice[] = [
  ...[...numbers, ...farNumbers].map((digits) => JSON.rawJSON(digits)),
  ...numericTexts,
];

/** Coffees that a store accepts and that are hard to write to a file. The same seed gives the same coffees. */
export function hostileCoffees(count: number, seed: number): IdentifiedCoffee[] {
  const { below, pick } = seededRandom(seed);
  const text = () => Array.from({ length: below(6) }, () => pick(pieces)).join("");
  const photo = () => pick([text(), "/photographs/flat-white.jpg", " data:image/png;base64,AA== "]);
  return Array.from({ length: count }, (_, index) => {
    return {
      id: (index + 1).toString(16).padStart(24, "0"),
      text: coffeeText({ ...recordOf(textFields, text), photo: photo(), price: pick(prices) }),
    };
  });
}
