import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { seededRandom } from "../../../../test/seeded-random.ts";
import { drawPicture } from "./draw-picture.ts";
import { pictureSize } from "../picture-size.ts";
import type { Picture } from "../picture.ts";

const grey = "#777777";
const picture: Picture = {
  shopName: "Niceties",
  colours: {
    paper: "#ffffff",
    card: grey,
    ink: grey,
    soft: grey,
    link: grey,
    rule: grey,
    gold: grey,
    cream: grey,
    hero: grey,
    "on-hero": grey,
  },
  language: "en",
  photo: undefined,
  words: { kind: "coffee", name: "Flat White", taste: "", price: "280" },
};

/** A photo of random pixels, which no compression makes small. */
function noise(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  const { below } = seededRandom(1);
  for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : below(256);
  context.putImageData(image, 0, 0);
  return canvas.toBuffer("image/png");
}

test("a picture of any photo is below 300,000 bytes, and 1200 by 630", async () => {
  for (const words of [picture.words, { kind: "home", address: "" } as const]) {
    const jpeg = await drawPicture({ ...picture, words, photo: noise(1_200, 630) });
    expect(jpeg.byteLength).toBeLessThan(300_000);
    expect(pictureSize(jpeg)).toEqual({ width: 1_200, height: 630 });
  }
});

test("a truncated photo is left out, and the rest of the picture is drawn", async () => {
  const broken = Buffer.concat([noise(90, 90).subarray(0, 60), Buffer.alloc(300)]);
  expect(pictureSize(broken)).toEqual({ width: 90, height: 90 });
  expect(await drawPicture({ ...picture, photo: broken })).toEqual(await drawPicture(picture));
});
