import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { DrawingProcess } from "./drawing-process.ts";
import { pictureSize } from "./picture-size.ts";
import type { Picture } from "./picture.ts";

const builtFiles = fileURLToPath(new URL("../../../build/current/client", import.meta.url));
const colour = "#777777";
const picture: Picture = {
  shopName: "Niceties",
  colours: {
    paper: colour,
    card: colour,
    ink: colour,
    soft: colour,
    link: colour,
    rule: colour,
    gold: colour,
    cream: colour,
    hero: colour,
    "on-hero": colour,
  },
  language: "en",
  photo: undefined,
  words: { kind: "home", address: "" },
};

test("one picture is drawn and sixteen wait; more requests are refused with Retry-After", async () => {
  const drawing = new DrawingProcess(builtFiles);
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => drawing.draw(picture)));
  drawing.close();
  const drawn = asked.filter(({ status }) => status === "fulfilled");
  expect(drawn).toHaveLength(17);
  const refused = asked.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toMatchObject(
    Array.from({ length: 3 }, () => ({ code: "drawing-busy", headers: { "retry-after": "5" } })),
  );
});

afterEach(() => vi.useRealTimers());

test("a picture that takes more than ten seconds is given up with its process, and the next one is drawn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const drawing = new DrawingProcess(builtFiles);
  const slow = drawing.draw(picture);
  vi.advanceTimersByTime(10_000);
  await expect(slow).rejects.toThrow("The process that draws it ended.");
  const jpeg = await drawing.draw(picture);
  drawing.close();
  expect(pictureSize(Buffer.from(jpeg))).toEqual({ width: 1_200, height: 630 });
});

test("drawings in progress are cancelled when the shop closes, and no new ones begin", async () => {
  const drawing = new DrawingProcess(builtFiles);
  const asked = Promise.allSettled([drawing.draw(picture), drawing.draw(picture)]);
  drawing.close();
  expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(drawing.draw(picture)).rejects.toThrow("closed");
});

test("while the fonts cannot be read, drawing fails; once they can, the next picture is drawn", async () => {
  const files = mkdtempSync(join(tmpdir(), "niceties-drawing-"));
  const drawing = new DrawingProcess(files);
  const asked = await Promise.allSettled([drawing.draw(picture), drawing.draw(picture)]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  mkdirSync(join(files, "assets"));
  const jpeg = await drawing.draw(picture);
  drawing.close();
  rmSync(files, { recursive: true });
  expect(pictureSize(Buffer.from(jpeg))).toEqual({ width: 1_200, height: 630 });
});

test("in development, without built files, a picture is drawn", async () => {
  const drawing = new DrawingProcess(undefined);
  const jpeg = await drawing.draw(picture);
  drawing.close();
  expect(pictureSize(Buffer.from(jpeg))).toEqual({ width: 1_200, height: 630 });
});
