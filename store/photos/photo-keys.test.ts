import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { photoAddress } from "../../catalogue/photo-address.ts";
import { copyId, photoKeysIn } from "./photo-keys.ts";

const latte = "https://photos.example/latte.jpg";
const sha256 = (text: string) => hash("sha256", text);

test("addresses of one photo that are written differently have one copy", () => {
  for (const address of [` ${latte} `, `${latte}#alt=A%20latte`, "HTTPS://Photos.example:443/x/../latte.jpg"])
    expect(copyId(address)).toBe(sha256(latte));
  expect(copyId(`${latte}?size=2`)).not.toBe(sha256(latte));
});

test.for(["", "latte", "/photographs/latte.jpg", "data:image/png;base64,AAAA", "ftp://photos.example/latte.jpg"])(
  "nothing is copied from %j",
  (address) => expect(copyId(address)).toBeUndefined(),
);

test("a coffee's text names the photo that it shows, and no address in another field", () => {
  const kept = { id: "a".repeat(64), width: 4, height: 3, colour: "c8a27f" };
  const textOf = (photo: string) => coffeeText({ ...emptyFields, details: `"photo":"${latte}2"`, photo });
  expect(photoKeysIn(textOf(photoAddress(kept, "A cup")))).toEqual([`kept/${kept.id}`]);
  expect(photoKeysIn(textOf(latte))).toEqual([`copies/${sha256(latte)}`]);
  expect(photoKeysIn(textOf(`${latte}?a="\\`))).toEqual([`copies/${sha256(`${latte}?a=%22\\`)}`]);
  expect(photoKeysIn(textOf(""))).toEqual([]);
});
