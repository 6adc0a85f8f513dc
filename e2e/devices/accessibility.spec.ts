import { AxeBuilder } from "@axe-core/playwright";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { expect, formOf, latte, notices, open, submitOf, test } from "../fixtures.ts";

const long = {
  ...latte,
  name: "Endless ".repeat(60),
  chef: "x".repeat(600),
  details: "word ".repeat(900),
  photo: "/dead.jpg",
};

test.use({ catalogue: { coffees: [latte, emptyFields, long] }, expected: { console: /404|412|failed|ERR_/ } });

test("the levels of headings never skip one, on any page and in any of its states @own", async ({ page, shop }) => {
  test.slow();
  const [first] = await shop.list();
  const id = first?._id ?? "";
  const details = addresses.coffeeDetails(id);
  const missing = addresses.coffeeDetails("0".repeat(24));
  const forms = [addresses.addNewCoffee, addresses.updateCoffee(id)];
  const paths = [
    "/",
    "/?q=latte",
    "/?q=none+such",
    "/?board",
    "/#changes",
    `${details}#changes`,
    details,
    missing,
    ...forms,
  ];
  for (const path of [...paths, "/nowhere"]) {
    await open(page, path);
    if (path.endsWith("#changes")) await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    // Including headings that are hidden from screen readers.
    const levels = await page
      .locator("h1, h2, h3, h4, h5, h6")
      .evaluateAll((headings) => headings.map(({ localName }) => Number(localName.slice(1))));
    const skips = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    expect(skips, `${path}: ${levels.join(" ")}`).toEqual([]);
    expect(levels[0]).toBe(1);
  }
});

for (const [condition, media] of [
  ["forced colours", { forcedColors: "active" }],
  ["print", { media: "print" }],
] as const) {
  test(`axe finds nothing on any screen in ${condition}`, async ({ page, shop }) => {
    test.slow();
    await page.emulateMedia(media);
    const [first] = await shop.list();
    const paths = [addresses.coffeeDetails(first?._id ?? ""), addresses.updateCoffee(first?._id ?? "")];
    for (const path of [addresses.home, addresses.addNewCoffee, ...paths, "/nowhere"]) {
      await open(page, path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [375, 1280]) {
    const tag = colorScheme === "light" && width === 375 ? "@quick" : [];
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test(`axe finds nothing on any screen in ${colorScheme} at ${width}`, { tag }, async ({ page, shop }) => {
        test.slow();
        const ids = (await shop.list()).map(({ _id }) => _id);
        const details = ids.map(addresses.coffeeDetails);
        const update = addresses.updateCoffee(ids[0] ?? "");
        for (const path of [addresses.home, addresses.addNewCoffee, ...details, update, "/nowhere"]) {
          await open(page, path);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        }
      });

      test(
        `axe finds nothing on a page with a notice in ${colorScheme} at ${width}`,
        { tag: "@extras" },
        async ({ page }) => {
          await open(page, addresses.addNewCoffee);
          await page.route("**/coffee", (route) => route.abort());
          await submitOf(page).click();
          await expect(notices(page)).toContainText("coffee was added");
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id }) => id)).toEqual([]);
        },
      );

      test(`@own axe finds nothing on the changes or on an edit conflict, in ${colorScheme} at ${width}`, async ({
        page,
        shop,
        request,
      }) => {
        const [{ _id } = { _id: "" }] = await shop.list();
        // Without its stream, the page learns of the other edit only from the reply to its own.
        await page.route("**/-/changes/stream**", () => {});
        await open(page, addresses.updateCoffee(_id));
        await request.put(`/coffee/${_id}`, { data: { ...latte, taste: "Smoke", details: long.details } });
        await formOf(page).getByLabel("Taste").fill("Caramel");
        await submitOf(page).click();
        await formOf(page).getByRole("button", { name: "Use this instead for Taste" }).waitFor();
        const clash = await new AxeBuilder({ page }).analyze();
        await request.put(`/-/changes/4/undo`);
        await page.goto("/#changes");
        await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(5);
        const changes = await new AxeBuilder({ page }).analyze();
        const violations = [...clash.violations, ...changes.violations];
        expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
      });
    });
  }
}
