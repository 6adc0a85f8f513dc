import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { textFields } from "../../catalogue/fields.ts";
import { coffeeText, fieldsOf, type StoredFields } from "../../catalogue/coffee-text.ts";
import { describeRowFault } from "./check-rows.ts";
import { coffeesIn } from "../../test/coffees-in-file.ts";
import { hostileCoffees } from "../../test/hostile-coffees.ts";
import { readHtml, writeHtml, type ShopShown } from "./html-format.ts";

const id = "6b0170fbc7b3dc984a466fbf";
const shop: ShopShown = {
  shopName: "Corner <b>Cup</b>",
  at: new Date("2026-11-21T10:00:00Z"),
  palette: { light: new Map([["paper", "#fffdf8"]]), dark: new Map([["paper", "#101010"]]) },
  photographs: new Map([["/photographs/flat-white.jpg", new Uint8Array([1, 2, 3])]]),
  publicUrl: "https://shop.example",
};

function pageOf(...coffees: readonly Partial<StoredFields>[]): string {
  const whole = coffees.map((fields, index) => ({
    id: (index + 1).toString(16).padStart(24, "0"),
    text: coffeeText({ ...fieldsOf(coffeeText(emptyFields)), ...fields }),
  }));
  return [...writeHtml(whole, shop)].join("");
}

/** The visible part of the page, without its style and its data. */
function shownOf(page: string): string {
  return page.replace(/<style>.*?<\/style>/s, "").replace(/<script .*<\/script>/s, "");
}

function tagsOf(page: string): readonly string[] {
  return shownOf(page).match(/<[^>]*>/g) ?? [];
}

/** A tag without the parts that may differ between coffees. */
function shapeOf(tag: string): string {
  return tag.replace(/"[^"]*"/g, '""').replace(' lang=""', "");
}

test("the page has the shop's name, the count and the time", () => {
  const page = pageOf({}, {});
  expect(page).toContain("<title>The coffees of Corner &lt;b&gt;Cup&lt;/b&gt;</title>");
  expect(page).toContain("<span>Corner &lt;b&gt;Cup&lt;/b&gt;</span>");
  expect(page).toContain('2 coffees, as&nbsp;of <time datetime="2026-11-21T10:00:00.000Z">21 November 2026');
  expect(pageOf({})).toContain("<p>1 coffee, as&nbsp;of");
});

test("each coffee shows all its fields, and a price to the digit", () => {
  const texts = Object.fromEntries(textFields.map((field) => [field, `the ${field}`]));
  const shown = shownOf(pageOf({ ...texts, price: JSON.rawJSON("250.00") }));
  for (const field of textFields) expect(shown).toContain(`the ${field}<`);
  expect(shown).toContain("250.00 <span>Taka</span>");
});

test("a coffee with a blank name is shown as Unnamed coffee", () => {
  expect(shownOf(pageOf({ name: " \n" }))).toContain("<h2>Unnamed coffee</h2>");
});

test("only Bangla texts have a lang attribute", () => {
  const shown = shownOf(pageOf({ name: "টং", chef: "Nusrat", taste: "কড়া" }));
  expect(shown).toContain('<h2 lang="bn">টং</h2>');
  expect(shown).toContain('<dd lang="bn">কড়া</dd>');
  expect(shown).toContain("<dd>Nusrat</dd>");
});

test("the policy forbids all requests and scripts, and lets in the one style by its hash", () => {
  const page = pageOf({});
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-${hash}';`,
  );
  expect(style).not.toMatch(/url\(|@import/);
});

test("no stored text adds a tag, a handler or an outside address to the page", () => {
  for (const field of textFields) {
    const plain = tagsOf(pageOf(...hostileCoffees(300, 5).map(() => ({ [field]: "plain" }))));
    const hostile = tagsOf(pageOf(...hostileCoffees(300, 5).map(({ text }) => ({ [field]: fieldsOf(text).name }))));
    expect(hostile.map(shapeOf)).toEqual(plain.map(shapeOf));
    for (const tag of hostile) {
      expect(tag).not.toMatch(/\s(on\w+|src|srcset|style|action|formaction|background)=/i);
      for (const [, address = ""] of tag.matchAll(/\shref="([^"]*)"/g))
        expect(address).toMatch(/^(#|data:(,|image\/))/);
    }
  }
});

test.for(["</script>", "<script>alert(1)</script>", "<!--<script>", "</SCRIPT ", "</style>", "]]>"])(
  "the text %j cannot end the data or start a script",
  (text) => {
    const page = pageOf(Object.fromEntries(textFields.map((field) => [field, text])));
    expect(page.match(/<script/gi)).toEqual(["<script"]);
    expect(page.match(/<\/script/gi)).toEqual(["</script"]);
    expect(page.match(/<!--/g)).toBeNull();
    expect(coffeesIn(readHtml(page))).toMatchObject([{ name: text, photo: text }]);
  },
);

test("a photograph of the shop is in the page once, however many coffees show it", () => {
  const page = pageOf(...Array.from({ length: 5 }, () => ({ photo: "/photographs/flat-white.jpg" })));
  expect(page.match(/data:image\/webp;base64,AQID/g)).toHaveLength(1);
  expect(page.match(/<use href="#picture-1"\/>/g)).toHaveLength(5);
  expect(shownOf(page)).not.toContain("/photographs/flat-white.jpg");
});

test("a photograph under the shop's whole address is in the page as well", () => {
  const page = pageOf({ photo: "https://shop.example/photographs/flat-white.jpg" });
  expect(page.match(/data:image\/webp;base64,AQID/g)).toHaveLength(1);
});

test("a photograph that no coffee shows is left out", () => {
  expect(pageOf({ photo: "" })).not.toContain("data:image/webp");
});

test("a photo with a data: URL is shown", () => {
  const page = pageOf({ photo: ' data:image/png;base64,"x ' });
  expect(page).toContain('<image href="data:image/png;base64,&quot;x"');
  expect(page).toContain('<use href="#picture-1"/>');
});

test.for([
  "https://pictures.example/a.jpg",
  "//pictures.example/a.jpg",
  "/photographs/unknown.jpg",
  "/photographs/../flat-white.jpg",
  "javascript:alert(1)",
  "data:text/html,x",
])("the photo %j is replaced by the drawn cup, and its address is shown as text", (photo) => {
  const page = pageOf({ photo });
  expect(page).toContain('aria-label="No photo"><use href="#cup"/>');
  expect(page).toContain(`<dt>Photo</dt><dd>${photo}</dd>`);
  expect(page).not.toContain("<image");
});

test("the page has the shop's light colours, and its dark ones on dark screens only", () => {
  const page = pageOf({});
  expect(page).toMatch(/:root \{[^}]*--paper: #fffdf8;[^}]*--ink: #2b1a14;/);
  expect(page).toMatch(
    /@media screen and \(prefers-color-scheme: dark\) \{ :root \{[^}]*--paper: #101010;[^}]*--ink: #f3e9dc;/,
  );
});

test("a fault names the line of the page that the coffee stands in", () => {
  const page = pageOf({ name: "first" }, { name: "second" });
  const line = 1 + page.split("\n").findIndex((text) => text.includes('"name":"second"'));
  const read = readHtml(page.replace('"name":"second"', '"name":5'));
  expect("faults" in read && read.faults.map(describeRowFault)).toEqual([`Row 2 (line ${line}): name must be text.`]);
});

test.for(["", "<p>Hello</p>", `<script type="application/json" id="coffees">[{"_id":"${id}"}]`])(
  "%j is refused as a page without coffees",
  (text) => {
    expect(readHtml(text)).toEqual({
      faults: [{ field: "", message: "holds no coffees to read; take a page that was exported from a shop" }],
    });
  },
);
