import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { openStore } from "../../store/open-store.ts";
import { Workplace } from "../../test/run-niceties.ts";
import { writeCatalogue } from "../shop/write-catalogue.ts";
import { paint, print } from "./print.ts";

/**
 * Clears the screen, sets the window's title, rings the bell, returns to the start of the line, and reverses the text
 * direction.
 */
const hostile = "\u001b[2J\u001b]0;taken\u0007\u009b31m\r\u202e\u2066\u200b";
const coffee = { ...emptyFields, name: hostile, details: hostile };

const place = new Workplace();
beforeAll(() => openStore(place.data, [coffee], new Date("2026-11-21T08:00:00.000Z")).close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(() => place[Symbol.asyncDispose]());

/** The characters of a text that control a terminal, or that are invisible or reverse the direction of others. */
function steeringIn(text: string): string[] {
  return text.match(/(?!\r?\n)[\p{Cc}\p{Bidi_Control}\u200b]/gu) ?? [];
}

/** The output of `act` as a terminal receives it. */
async function shown(act: () => void | Promise<void>): Promise<string> {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await act();
  } finally {
    write.mockRestore();
  }
  return written.join("");
}

test("the refusal of a file cannot control the terminal", async () => {
  const files = {
    "field.json": JSON.stringify([{ ...emptyFields, [`x${hostile}`]: "" }]),
    "text.json": `[{"name": ${hostile}}]`,
    "header.csv": `name,${hostile}\na,b\n`,
    "nameless.csv": `name,\na,${hostile}\n`,
    "line.jsonl": `{"name": ${hostile}\n`,
    [`${hostile}.json`]: "{}",
  };
  const imported = Object.entries(files).map(async ([name, text]) => {
    await writeFile(join(place.path, name), text);
    const { code, out, err } = await place.run("import", name);
    return { code, isShown: err.includes(String.raw`\u001b[2J`), steering: steeringIn(out + err) };
  });
  for (const each of await Promise.all(imported)) expect(each).toEqual({ code: 1, isShown: true, steering: [] });
});

test("a name from a refused file cannot begin a new line", async () => {
  await writeFile(join(place.path, "lines.json"), JSON.stringify([{ "x\n✓ Brought in": 1 }]));
  const { err } = await place.run("import", "lines.json");
  expect(err.trimEnd().split("\n")).toEqual([
    expect.stringContaining(String.raw`x\n✓ Brought in`),
    "Nothing was imported. Correct lines.json and import it again.",
  ]);
});

test("no command prints characters that control the terminal", async () => {
  const commands = [
    ["history"],
    ["history", "--json"],
    ["undo", "--change", "1", "--dry-run"],
    ["undo", "--change", "1", "--dry-run", "--json"],
    ["freeze", hostile],
    ["freeze", hostile, "--json"],
    ["history", "--since", hostile],
    ["undo", "--change", hostile],
    ["restore", `${hostile}.db`],
    [hostile],
  ];
  const printed = commands.map(async (words) => {
    const { out, err } = await place.run(...words);
    return { words, isShown: /\\u001b/.test(out + err), steering: steeringIn(out + err) };
  });
  for (const each of await Promise.all(printed)) expect(each).toMatchObject({ isShown: true, steering: [] });
});

test("with --json, a reader gets back every character that a coffee has", async () => {
  const { out } = await place.run("history", "--json");
  expect(JSON.parse(out).after).toMatchObject({ name: hostile, details: hostile });
});

test("an export is exact in a pipe, and safe on a terminal", async () => {
  expect((await place.run("export", "--format", "csv")).out).toContain(hostile);
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  onTestFinished(() => void (process.stdout.isTTY = isTTY));
  const coffees = [{ id: "0123456789abcdef01234567", text: coffeeText(coffee) }];
  const text = await shown(() => writeCatalogue(coffees, undefined, "csv", new Date()));
  expect(text).toContain(String.raw`\u001b[2J`);
  expect(steeringIn(text)).toEqual([]);
});

test("the shop's own colours are shown, and no other codes", async () => {
  vi.stubEnv("FORCE_COLOR", "1");
  const text = await shown(() => print(`${paint("red", "old")} ${hostile}`));
  expect(text).toContain("\u001b[31mold\u001b[39m");
  expect(steeringIn(text)).toEqual(["\u001b", "\u001b"]);
});
