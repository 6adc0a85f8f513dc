import { expect, test } from "vitest";
import { readPhotoReply } from "./send-photo.ts";

test.for([
  [{ photo: "/photos/1.jpg" }, "/photos/1.jpg"],
  [{ photo: 5 }, undefined],
  [{ photo: "" }, undefined],
  [{}, undefined],
  ["<h1>It works!</h1>", undefined],
] as const)("the reply %j to a photo is read as the address %s", ([body, address]) => {
  expect(readPhotoReply(body)).toBe(address);
});
