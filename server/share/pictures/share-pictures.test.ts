import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { readSettings } from "../../settings.ts";
import type { Picture } from "./picture.ts";
import { SharePictures } from "./share-pictures.ts";

const coffee = { ...emptyFields, _id: "one", photo: "/photographs/flat-white.jpg" };
const kept = Buffer.from([0xff, 0xd8, 0, 0xff, 0xd9]);

let directory = "";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  directory = mkdtempSync(join(tmpdir(), "niceties-pictures-"));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

test("a photo that could not be drawn is left out for ten minutes, under another tag, and is then tried again", async () => {
  let isBusy = true;
  const asked: string[] = [];
  const drawing = {
    draw: async ({ photo }: Picture) => {
      asked.push(photo ? "with" : "without");
      if (photo && isBusy) throw new Error("It took too long.");
      return kept;
    },
    close: () => {},
  };
  const pictures = new SharePictures(readSettings({ DATA_DIR: directory }), undefined, drawing);
  const offered = await pictures.ofCoffee(coffee, "en");
  const { key } = await offered.draw();
  expect(key).not.toBe(offered.key);
  isBusy = false;
  const again = await pictures.ofCoffee(coffee, "en");
  expect([again.key, (await again.draw()).key, asked]).toEqual([key, key, ["with", "without"]]);
  vi.advanceTimersByTime(600_000);
  const later = await pictures.ofCoffee(coffee, "en");
  expect([later.key, (await later.draw()).key, asked.at(-1)]).toEqual([offered.key, offered.key, "with"]);
});
