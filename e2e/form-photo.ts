import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, formOf, idle } from "./fixtures.ts";

/* What the tests of the forms' photo share. */

export const flatWhite = "public/photographs/flat-white.jpg";
export const field = (page: Page, label: string) => formOf(page).getByLabel(label, { exact: true });
export const chooser = (page: Page) => page.getByLabel("Choose a photo");
export const status = (page: Page) => page.locator(".photo-field").getByRole("status");
export const preview = (page: Page) => page.locator(".card-preview img");
export const button = (page: Page, name: string) => formOf(page).getByRole("button", { name });

/** Resolves once the page has loaded the code that it needs without the network. */
export async function offlineCodeLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return ["/photo-store-", "/unsent-coffees-"].every((part) => names.some((name) => name.includes(part)));
  });
  await idle(page);
}

/** Holds uploads back until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise: gate, resolve } = Promise.withResolvers<void>();
  await page.route("**/-/photos", async (route) => {
    await gate;
    await route.continue().catch(() => {}); // the page may have ended the upload
  });
  return resolve;
}

/** Resolves once the photo is uploaded and its address is in the field. The shop takes seconds on a busy machine. */
export async function uploaded(page: Page): Promise<void> {
  const address = /^\/-\/photos\/[\da-f]{64}-\d+x\d+-[\da-f]{6}\.jpg(#|$)/;
  await expect(field(page, "Photo")).toHaveValue(address, { timeout: 30_000 });
}

/** Records what the page sends by XMLHttpRequest: Playwright cannot read the bytes of a file. */
export async function recordSent(page: Page) {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- each call gets its request
    XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
      apply(send, request, [body]: [XMLHttpRequestBodyInit]) {
        if (body instanceof Blob) Object.assign(window, { sentPhoto: body });
        Reflect.apply(send, request, [body]);
      },
    });
  });
  /** The photo that was sent last. */
  return async () => {
    const { type, base64 } = await page.evaluate(async () => {
      const photo = await new Promise<Blob>((resolve) => {
        const look = () =>
          "sentPhoto" in window && window.sentPhoto instanceof Blob ? resolve(window.sentPhoto) : setTimeout(look, 50);
        look();
      });
      const bytes = new Uint8Array(await photo.arrayBuffer());
      Reflect.deleteProperty(window, "sentPhoto");
      return { type: photo.type, base64: btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("")) };
    });
    return { type, bytes: Buffer.from(base64, "base64") };
  };
}

/** A JPEG of this size, red above and blue below, stored lying on its side as phones do. */
export async function photoOnItsSide(width: number, height: number) {
  const blue = { create: { width: height / 2, height: width, channels: 3, background: "#00f" } } as const;
  const buffer = await sharp({ create: { width: height, height: width, channels: 3, background: "#f00" } })
    .composite([{ input: blue, gravity: "east" }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
  return { name: "a.jpg", mimeType: "image/jpeg", buffer };
}

/** "red", "blue" or another colour at a place of a picture, in parts of its width and height. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > 200 && blue < 50 ? "red" : blue > 200 && red < 50 ? "blue" : `${red} ${blue}`;
}
