import { addresses } from "../app/addresses.ts";
import { cardOf, expect, latte, open, test } from "./fixtures.ts";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const photos = {
  "a path of our own": latte.photo,
  "an image in the address": pixel,
  "a dead link": "/photos/nothing-here.jpg",
  "no photo": "",
  "words that are no address": "a nice picture",
  "a script": "javascript:alert(1)",
  "a page in the address": "data:text/html,<script>alert(1)</script>",
  "another host without a scheme": "//photos.example/a.jpg",
  "another scheme": "ftp://photos.example/a.jpg",
};
const coffees = Object.entries(photos).map(([name, photo]) => ({ ...latte, name, photo }));

test.use({ catalogue: { coffees }, expected: { console: /404/ } });

for (const name of ["a path of our own", "an image in the address"] as const) {
  test(`a photo that is ${name} is shown`, async ({ page }) => {
    await open(page, addresses.home);
    const photo = cardOf(page, name).getByRole("img", { name: `Photo of ${name}` });
    await photo.scrollIntoViewIfNeeded();
    await expect(photo).toHaveAttribute("src", photos[name]);
    await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
  });
}

for (const name of Object.keys(photos).slice(2)) {
  test(`a photo that is ${name} shows the drawn cup in its place`, async ({ page }) => {
    await open(page, addresses.home);
    await cardOf(page, name).scrollIntoViewIfNeeded();
    await expect(cardOf(page, name).getByRole("img", { name: "No photo" })).toBeVisible();
    await expect(cardOf(page, name).getByRole("img")).toHaveCount(1);
  });
}

test("the photo's text is kept as it is, whatever is shown", async ({ shop }) => {
  expect((await shop.list()).map(({ photo }) => photo)).toEqual(Object.values(photos));
});

test("cards keep one shape, whatever the photo", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, addresses.home);
  const heights = await page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.clientHeight));
  expect(new Set(heights).size).toBe(1);
  const frames = page.getByRole("article").locator(".photo-frame");
  const shapes = await frames.evaluateAll((all) =>
    all.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight),
  );
  for (const shape of shapes) expect(shape).toBeCloseTo(4 / 5, 1);
});

test("the detail page shows the drawn cup for a dead link too", async ({ page, shop }) => {
  const dead = (await shop.list()).find(({ name }) => name === "a dead link");
  await open(page, addresses.coffeeDetails(dead?._id ?? ""));
  await expect(page.getByRole("main").getByRole("img", { name: "No photo" })).toBeVisible();
});
