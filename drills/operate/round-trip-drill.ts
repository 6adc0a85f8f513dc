import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { coffeeFields } from "../../catalogue/fields.ts";
import { operator } from "../../catalogue/coffee-store.ts";
import type { CoffeeText } from "../../catalogue/coffee-text.ts";
import { formatNames, formats } from "../../cli/formats/format.ts";
import { openStore } from "../../store/open-store.ts";
import { ended } from "../../test/run-niceties.ts";
import { startCommand, temporaryFolder } from "../kit/spawned-shop.ts";
import { drill as define } from "../kit/drill.ts";

export const drill = define({
  promise: "a shop that went out and in by backup and in every format is the same to the byte",
  help: `Backs a shop up, restores it, and takes it out and in again in every format. Prints how long each step took.`,
  options: { coffees: { default: 10_000, help: "coffees in the shop" } },
  short: [{ coffees: 20 }],
  async run({ coffees: coffeeCount }, onProgress) {
    await using folder = await temporaryFolder("operate");
    const directory = folder.path;
    const lines: string[] = [];
    const faults: string[] = [];
    const stepCount = 5 + 3 * formatNames.length;
    await fill(directory, coffeeCount);
    const whole = await niceties(directory, "export");
    const time = async (name: string, words: readonly string[], isSame: () => Promise<boolean>) => {
      const started = performance.now();
      await niceties(directory, ...words);
      const seconds = (performance.now() - started) / 1_000;
      if (!(await isSame())) faults.push(`After ${name} the coffees are not the same.`);
      lines.push(`${name.padEnd(14)}${seconds.toFixed(2).padStart(6)} s`);
      onProgress(lines.length, stepCount);
    };
    const isAsBefore = async () => (await niceties(directory, "export")) === whole;
    await time("verify", ["verify"], always);
    const { file } = JSON.parse(await niceties(directory, "backup", "--json"));
    await time("backup", ["backup"], always);
    await empty(directory);
    await time("restore", ["restore", file, "--yes"], isAsBefore);
    await time("drill", ["drill"], always);
    for (const name of formatNames) {
      const out = join(directory, `coffees${formats[name].fileEndings[0]}`);
      await time(`export ${name}`, ["export", out], always);
      await empty(directory);
      await time(`import ${name}`, ["import", out, "--replace", "--yes"], isAsBefore);
    }
    const then = join(directory, "then.json");
    const isThen = async () => (await readFile(then, "utf8")) === whole;
    await time("as-of", ["as-of", String(coffeeCount), "--out", then], isThen);
    // An undo may write at most 64 million characters, so each one undoes the changes of one format.
    for (const [before, name] of [...formatNames.entries()].toReversed()) {
      const first = coffeeCount * (1 + 2 * before) + 1;
      const changes = `${first}-${first + 2 * coffeeCount - 1}`;
      await time(`undo ${name}`, ["undo", "--change", changes, "--yes"], isAsBefore);
    }
    return { done: { coffees: coffeeCount, steps: lines.length }, measured: lines.join("\n"), faults };
  },
});

/** The check of steps that restore nothing. */
async function always(): Promise<boolean> {
  return true;
}

/** Coffees with texts of many kinds, and prices of every type. */
async function fill(directory: string, coffeeCount: number): Promise<void> {
  const store = openStore(join(directory, "data"), [], new Date());
  const coffees = Array.from({ length: coffeeCount }, (_, index) => ({ id: undefined, text: coffeeOf(index) }));
  await store.importAll(coffees, { visitor: operator, at: new Date() }, false);
  await store.close();
}

function coffeeOf(index: number): CoffeeText {
  const texts = coffeeFields.map((field) => [field, `${field} ${index}, "নলেন গুড়"\n=1+1 <b>`.repeat(1 + (index % 7))]);
  const prices = ['""', '"012.50"', "250.00", "2e2", `"${index}"`];
  const json = JSON.stringify({ ...Object.fromEntries(texts), price: 0 });
  return json.replace('"price":0', `"price":${prices[index % prices.length]}`);
}

async function empty(directory: string): Promise<void> {
  const store = openStore(join(directory, "data"), [], new Date());
  await store.importAll([], { visitor: operator, at: new Date() }, true);
  await store.close();
}

async function niceties(directory: string, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await ended(startCommand(directory, { DATA_DIR: "data" }, ...words));
  if (code !== 0) throw new Error(`niceties ${words.join(" ")} ended with ${code}: ${out}${err}`);
  return out;
}
