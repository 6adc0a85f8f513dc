// A photo from the visitor's own device, on both forms.
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addresses } from "../../app/shop/addresses.ts";
import { parsePhotoAddress } from "../../catalogue/photo-address.ts";
import {
  button,
  chooser,
  colourAt,
  field,
  flatWhite,
  holdUploads,
  offlineCodeLoaded,
  photoOnItsSide,
  preview,
  recordSent,
  status,
  uploaded,
} from "../form-photo.ts";
import { alive, cardOf, expect, formOf, latte, notices, open, submitOf, test } from "../fixtures.ts";

test.beforeEach(() => test.slow());

/** Drops or pastes a file on the page, as from another program. */
async function give(page: Page, kind: "drop" | "paste", target: string): Promise<void> {
  await page.evaluate(
    ([base64, event, selector]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const data = new DataTransfer();
      data.items.add(new File([bytes], "a.jpg", { type: "image/jpeg" }));
      const options = { bubbles: true, cancelable: true };
      document
        .querySelector(selector)
        ?.dispatchEvent(
          event === "drop"
            ? new DragEvent("drop", { ...options, dataTransfer: data })
            : new ClipboardEvent("paste", { ...options, clipboardData: data }),
        );
    },
    [readFileSync(flatWhite).toString("base64"), kind, target] as const,
  );
}

test(
  "a chosen photo shows at once, is uploaded meanwhile, and is saved with the coffee",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.addNewCoffee);
    const letUploadsGo = await holdUploads(page);
    await chooser(page).setInputFiles(flatWhite);
    await expect(preview(page)).toHaveAttribute("src", /^blob:/);
    await expect(preview(page)).not.toHaveJSProperty("naturalWidth", 0);
    await expect(status(page)).toHaveText(/Getting the photo ready …|Uploading the photo …/);
    await field(page, "Name").fill("From my phone");
    await expect(field(page, "Photo")).toHaveValue("");
    letUploadsGo();
    await uploaded(page);
    await expect(status(page)).toHaveText("The photo is uploaded.");
    await submitOf(page).click();
    const photo = cardOf(page, "From my phone").getByRole("img");
    await expect(photo).toHaveAttribute("alt", "Photo of From my phone");
    await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
    expect(parsePhotoAddress((await shop.list()).at(-1)?.photo ?? "")).toMatchObject({ alt: "" });
  },
);

for (const [kind, target] of [
  ["drop", "h1"],
  ["paste", "body"],
  ["paste", "[name=name]"],
] as const) {
  test(`a photo can come by ${kind} on ${target}`, async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await give(page, kind, target);
    await uploaded(page);
    await expect(field(page, "Name")).toHaveValue("");
  });
}

test("the description of a photo becomes the text that replaces it", { tag: "@quick" }, async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  await field(page, "Name").fill("Leaf");
  await field(page, "Taste").fill("Milk");
  await chooser(page).setInputFiles(flatWhite);
  const description = field(page, "Describe the photo for those who can't see it");
  await expect(description).toHaveAttribute("placeholder", "For example: Leaf, Milk");
  // Some letters before the photo has its address, and some after.
  await description.pressSequentially("A leaf ");
  await uploaded(page);
  await expect(field(page, "Photo")).toHaveValue(/#alt=A%20leaf$/);
  await description.pressSequentially("in the foam");
  await expect(field(page, "Photo")).toHaveValue(/#alt=A%20leaf%20in%20the%20foam$/);
  await description.press("Enter");
  await expect(cardOf(page, "Leaf").getByRole("img")).toHaveAttribute("alt", "A leaf in the foam");

  const [, , leaf] = await shop.list();
  await open(page, addresses.updateCoffee(leaf?._id ?? ""));
  await expect(description).toHaveValue("A leaf in the foam");
  await description.fill("");
  await expect(field(page, "Photo")).toHaveValue(leaf?.photo.split("#")[0] ?? "");
});

test("the form waits for its photo, and is sent once that is uploaded", { tag: "@quick" }, async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  const letUploadsGo = await holdUploads(page);
  await chooser(page).setInputFiles(flatWhite);
  await field(page, "Name").fill("Patient");
  await submitOf(page).click();
  await expect(formOf(page)).toHaveAttribute("aria-busy", "true");
  await expect(status(page)).toHaveText("Your coffee will be sent as soon as the photo is uploaded.");
  await submitOf(page).click();
  expect(await shop.list()).toHaveLength(2);
  letUploadsGo();
  await expect(cardOf(page, "Patient")).toBeVisible({ timeout: 30_000 });
  const added = await shop.list();
  expect(added).toHaveLength(3);
  expect(added[2]?.photo).toMatch(/^\/-\/photos\//);
});

test.describe("a photo that is not uploaded", () => {
  test.use({ expected: { console: /503|4\d\d|failed|ERR_/ } });

  test("is not left out silently: a notice says why, everything stays, and trying again works", async ({
    page,
    shop,
  }) => {
    await open(page, addresses.addNewCoffee);
    const problem = { title: "No", detail: "The shop is full of photos." };
    await page.route("**/-/photos", (route) => route.fulfill({ status: 503, json: problem }));
    await chooser(page).setInputFiles(flatWhite);
    await field(page, "Name").fill("Later");
    await expect(status(page)).toHaveText("The photo wasn't uploaded. The shop is full of photos.");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("Your coffee wasn't sent, because its photo isn't uploaded.");
    await expect(formOf(page)).toHaveAttribute("aria-busy", "false");
    await expect(field(page, "Name")).toHaveValue("Later");
    expect(await shop.list()).toHaveLength(2);
    await page.unroute("**/-/photos");
    await button(page, "Try again").click();
    await uploaded(page);
    await submitOf(page).click();
    await expect(cardOf(page, "Later")).toBeVisible();
  });

  test("starts again by itself when the network is back", async ({ page, context }) => {
    await open(page, addresses.addNewCoffee);
    await field(page, "Name").fill("On the train");
    await offlineCodeLoaded(page);
    await context.setOffline(true);
    await chooser(page).setInputFiles(flatWhite);
    const words = "The photo wasn't uploaded. You're offline. It's saved in this browser.";
    await expect(status(page)).toHaveText(words);
    await context.setOffline(false);
    await uploaded(page);
  });

  test("if the browser cannot read it, goes up as it is, and the shop's reason shows", async ({ page }) => {
    const sentPhoto = await recordSent(page);
    await open(page, addresses.addNewCoffee);
    const buffer = Buffer.from("not really a photo");
    await chooser(page).setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    expect(await sentPhoto()).toEqual({ type: "image/jpeg", bytes: buffer });
    await expect(status(page)).toHaveText(/^The photo wasn't uploaded\. .{20}/, { timeout: 30_000 });
    await expect(field(page, "Photo")).toHaveValue("");
  });
});

test("Cancel ends an upload, and leaves the field as it was", { tag: "@quick" }, async ({ page, shop }) => {
  const [coffee] = await shop.list();
  await open(page, addresses.updateCoffee(coffee?._id ?? ""));
  const letUploadsGo = await holdUploads(page);
  await chooser(page).setInputFiles(flatWhite);
  await button(page, "Cancel").click();
  letUploadsGo();
  await expect(button(page, "Cancel")).toHaveCount(0);
  await expect(field(page, "Photo")).toHaveValue(latte.photo);
  await expect(preview(page)).toHaveAttribute("src", latte.photo);
  await field(page, "Taste").fill("Caramel");
  await submitOf(page).click();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list())[0]).toMatchObject({ taste: "Caramel", photo: latte.photo });
});

test("a cancelled upload for which the form waits leaves the form unsent", async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  await holdUploads(page);
  await field(page, "Name").fill("Unsure");
  await chooser(page).setInputFiles(flatWhite);
  await submitOf(page).click();
  await expect(status(page)).toHaveText("Your coffee will be sent as soon as the photo is uploaded.");
  await button(page, "Cancel").click();
  await expect(formOf(page)).toHaveAttribute("aria-busy", "false");
  expect(await shop.list()).toHaveLength(2);
});

test("a typed address, Clear and Remove photo take the place of a photo", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await chooser(page).setInputFiles(flatWhite);
  await uploaded(page);
  await button(page, "Remove photo").click();
  await expect(field(page, "Photo")).toHaveValue("");
  await expect(page.locator(".chosen-photo")).toHaveCount(0);

  const letUploadsGo = await holdUploads(page);
  await chooser(page).setInputFiles(flatWhite);
  await field(page, "Photo").fill(latte.photo);
  await field(page, "Name").fill("Typed");
  await expect(preview(page)).toHaveAttribute("src", latte.photo);
  await chooser(page).setInputFiles(flatWhite);
  await expect(preview(page)).toHaveAttribute("src", /^blob:/);
  await expect(status(page)).toHaveText("Uploading the photo …");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.locator(".chosen-photo")).toHaveCount(0);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "Photo")).toHaveValue(latte.photo);
  await expect(preview(page)).toHaveAttribute("src", /^blob:/);
  letUploadsGo();
  await uploaded(page);
});

test("an uploaded photo is part of the draft", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await chooser(page).setInputFiles(flatWhite);
  await uploaded(page);
  const address = await field(page, "Photo").inputValue();
  await page.reload();
  await expect(field(page, "Photo")).toHaveValue(address);
  await expect(page.locator(".chosen-photo").getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(button(page, "Remove photo")).toBeVisible();
});

test("a photo chosen before the scripts are there is taken up later", async ({ page }) => {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  const isAlive = alive(page);
  await page.goto(addresses.addNewCoffee, { waitUntil: "commit" });
  await chooser(page).setInputFiles(flatWhite);
  openGate();
  await isAlive;
  await uploaded(page);
});

for (const how of ["in a worker", "without OffscreenCanvas"] as const) {
  test(`a large photo is made smaller ${how}, and stands as its camera was held`, async ({ page }) => {
    if (how === "without OffscreenCanvas")
      await page.route("**/assets/shrink-worker-*.js", async (route) => {
        const reply = await route.fetch();
        await route.fulfill({ response: reply, body: `delete self.OffscreenCanvas;${await reply.text()}` });
      });
    const sentPhoto = await recordSent(page);
    await open(page, addresses.addNewCoffee);
    await chooser(page).setInputFiles(await photoOnItsSide(3_000, 2_400));
    const { type, bytes } = await sentPhoto();
    expect(type).toBe("image/webp");
    const { width, height, orientation } = await sharp(bytes).metadata();
    expect([width, height, orientation]).toEqual([2_000, 1_600, undefined]);
    expect([await colourAt(bytes, 0.5, 0.1), await colourAt(bytes, 0.5, 0.9)]).toEqual(["red", "blue"]);
    await uploaded(page);
  });
}

for (const [search, width] of [
  ["", 1_280],
  ["?lang=bn", 375],
] as const) {
  test.describe(() => {
    test.use({ expected: { console: /413|failed|ERR_/ } });

    test(`axe finds nothing in any state of the photo's field: "${search}"`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, addresses.addNewCoffee + search);
      const choose = () => page.locator(".photo-choose input").setInputFiles(flatWhite);
      const photo = page.locator(".chosen-photo");
      const buttons = photo.getByRole("button");
      const check = async (state: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`)).toEqual([]);
      };
      await check("empty");
      const letUploadsGo = await holdUploads(page);
      await choose();
      await expect(photo.getByRole("progressbar")).toBeVisible();
      await check("on its way");
      letUploadsGo();
      await expect(photo.getByRole("progressbar")).toHaveCount(0, { timeout: 30_000 });
      await check("uploaded");
      await buttons.first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await check("turned and cropped");
      await page.keyboard.press("Escape");
      await page.unroute("**/-/photos");
      for (const [state, fail] of [
        ["refused", { status: 413, json: { title: "No", detail: "Too large." } }],
        ["waiting for the network", undefined],
      ] as const) {
        await page.route("**/-/photos", (route) => (fail ? route.fulfill(fail) : route.abort()));
        await choose();
        await expect(photo.locator(".field-error")).toBeVisible();
        await expect(buttons).toHaveCount(3);
        await check(state);
        await page.unroute("**/-/photos");
      }
    });
  });
}

test("by keyboard, the focus on the button for photos can be seen", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await field(page, "Photo").focus();
  await page.keyboard.press("Tab");
  await expect(chooser(page)).toBeFocused();
  await expect(page.locator(".photo-choose .button-quiet")).toHaveCSS("outline-style", "solid");
});

test.describe("with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("the forms take no photos, and dropped files are the browser's", async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await expect(formOf(page)).toBeVisible();
    await expect(page.locator("input[type=file], .photo-field")).toHaveCount(0);
    await give(page, "paste", "body");
    await expect(field(page, "Photo")).toHaveValue("");
  });
});
