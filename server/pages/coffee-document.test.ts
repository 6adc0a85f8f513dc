import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";

async function documentAt(shop: TestShop, place: number, query = ""): Promise<string> {
  const { coffees } = await shop.store.list();
  return (await fetch(`${shop.url}/coffee-details/${coffees[place]?.id}${query}`)).text();
}

function wordsOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, "");
}

/** The headings of a page's main part with their levels, such as "h2 Latte". */
function headingsOf(html: string): readonly string[] {
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return Array.from(main.matchAll(/<(h\d)[^>]*>(.*?)<\/h\d>/gs), ([, level = "", words = ""]) =>
    `${level} ${wordsOf(words)}`.trim(),
  );
}

test("the document of a coffee has its name as a heading, its neighbours and similar coffees", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const html = await documentAt(shop, 2);
  expect(headingsOf(html)).toEqual([
    "h1 Niceties",
    "h2 Nolen Gur Latte",
    "h2 More like this",
    "h3 Cardamom Mocha",
    "h3 Dudh Malai Coffee",
  ]);
  expect(wordsOf(html)).toContain("Previous coffee: টং দোকানের কালো কফি");
  expect(wordsOf(html)).toContain("Next coffee: Tumbler Filter Coffee");
  const last = await documentAt(shop, sampleCoffees.length - 1, "?lang=bn");
  expect(wordsOf(last)).toContain("আগের কফি: মিষ্টি দই আফোগাতো");
  expect(last).not.toContain('rel="next"');
});

test.for(["", " \u200b\u2060"])(
  "a coffee named %j is called Unnamed coffee in its title, headings and links",
  async (name) => {
    await using shop = await openTestShop({
      firstCoffees: [{ ...emptyFields, name }, sampleCoffees[0] ?? emptyFields],
    });
    const html = await documentAt(shop, 0);
    expect(html).toContain("<title>Unnamed coffee · Niceties</title>");
    expect(headingsOf(html)).toEqual(["h1 Niceties", "h2 Unnamed coffee"]);
    expect(wordsOf(await documentAt(shop, 1))).toContain("Previous coffee: unnamed coffee");
    expect(headingsOf(await (await fetch(shop.url)).text())).toContain("h3 Unnamed coffee");
  },
);

test("with extras off, a coffee's document has its name as a heading, without neighbours or an edit link", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees, environment: { EXTRAS: "off" } });
  const html = await documentAt(shop, 2);
  expect(headingsOf(html)).toEqual(["h1 Niceties", "h2 Nolen Gur Latte"]);
  expect(html).not.toContain('class="around');
  expect(html).not.toContain("/update-coffee/");
});
