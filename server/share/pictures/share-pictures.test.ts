import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { readSettings } from "../../settings.ts";
import type { Picture } from "./picture.ts";
import { SharePictures } from "./share-pictures.ts";

const coffee = { ...emptyFields, _id: "one", photo: "/photographs/flat-white.jpg" };
const kept = Buffer.from([0xff, 0xd8, 0, 0xff, 0xd9]);

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

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
  const pictures = new SharePictures(readSettings({}), undefined, {}, drawing);
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

/** Share pictures, the names of the coffees drawn so far, and a function that requests one by its name. */
function drawnPictures() {
  const drawn: string[] = [];
  const draw = async ({ words }: Picture) => {
    const name = words.kind === "coffee" ? words.name : "";
    drawn.push(name);
    if (name.startsWith("fails")) throw new Error("It cannot be drawn.");
    return kept;
  };
  const pictures = new SharePictures(readSettings({}), undefined, {}, { draw, close: () => {} });
  const show = async (name: string) => (await pictures.ofCoffee({ ...emptyFields, _id: "one", name }, "en")).draw();
  return { pictures, drawn, show };
}

test("the 128 most recently requested pictures are cached, and a failed one displaces none", async () => {
  const { drawn, show } = drawnPictures();
  for (let number = 1; number <= 128; number++) await show(`coffee ${number}`);
  await show("coffee 1");
  await expect(show("fails")).rejects.toThrow("It cannot be drawn.");
  await show("coffee 129");
  drawn.length = 0;
  for (const name of ["coffee 1", "coffee 3", "coffee 129", "coffee 2"]) await show(name);
  expect(drawn).toEqual(["coffee 2"]);
});

test("after the cache is cleared, no picture is cached, not even one that was being drawn", async () => {
  const { pictures, drawn, show } = drawnPictures();
  await show("first");
  const underWay = show("second");
  await expect.poll(() => drawn).toEqual(["first", "second"]);
  pictures.forgetAll();
  await underWay;
  await show("first");
  await show("second");
  expect(drawn).toEqual(["first", "second", "first", "second"]);
});
