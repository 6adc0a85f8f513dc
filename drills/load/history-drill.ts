import { latencyOf } from "../../bench/figures/percentiles.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { textFields } from "../../catalogue/fields.ts";
import { coffeeText, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { send } from "../kit/shop-client.ts";
import { spawnShop, temporaryFolder } from "../kit/spawned-shop.ts";
import { openStore } from "../../store/open-store.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { drill as define, type OnProgress } from "../kit/drill.ts";

const heapMegabytes = 256;
const editsAtOnce = 16;
const at = new Date("2026-11-21T12:00:00.000Z");

export const drill = define({
  promise: "a coffee that was edited often with large texts holds nobody up when a change of it is undone",
  help: `Edits one coffee many times with large texts, opens the shop with a heap of ${heapMegabytes} MB, and undoes single changes,
from the oldest to the newest. Each undo must be answered or refused in time, and the shop must go on.`,
  options: {
    edits: { default: 10_000, help: "edits of the coffee" },
    characters: { default: 9_000, help: "in each of its seven texts" },
    undos: { default: 20, help: "changes undone" },
    milliseconds: { default: 200, help: "that an undo may take" },
    postgres: { default: 0, help: "1 for a shop in PostgreSQL, on a server of its own" },
  },
  short: [
    { edits: 300, undos: 6, milliseconds: 10_000 },
    { edits: 300, undos: 6, milliseconds: 10_000, postgres: 1 },
  ],
  async run(options, onProgress) {
    await using folder = await temporaryFolder("history");
    const directory = folder.path;
    await using server = options.postgres ? await TestServer.start() : undefined;
    const url = await server?.newDatabase();
    const store = url ? await openPostgresStore(url, [], at) : openStore(directory, [], at);
    await fill(store, options.edits, options.characters, onProgress);
    const environment = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`, ...(url && { DATABASE_URL: url }) };
    await using shop = await spawnShop({ directory, environment });
    const faults: string[] = [];
    const times: number[] = [];
    for (let done = 0; done < options.undos; done += 1) {
      const number = 2 + Math.floor((done * (options.edits - 1)) / options.undos);
      const started = performance.now();
      const { status, at: answeredAt } = await send(shop.url, "PUT", `/-/changes/${number}/undo`);
      const tookMs = answeredAt - started;
      times.push(tookMs);
      if (tookMs > options.milliseconds) faults.push(`The undo of change ${number} took ${Math.round(tookMs)} ms.`);
      if (![200, 422, 429].includes(status)) faults.push(`The undo of ${number} was answered ${status}.`);
    }
    const { status } = await send(shop.url, "POST", "/coffee", {});
    if (status !== 201) faults.push(`An add after the undos was answered ${status}.`);
    const { p50, worst } = latencyOf(times);
    const measured = `an undo took ${p50.toFixed(1)} ms at the median, and ${worst.toFixed(1)} ms at most`;
    return { done: { edits: options.edits, undos: times.length }, measured, faults: [...faults, ...shop.complaints] };
  },
});

/** Adds a coffee and edits its details each time. Only the first edit changes the chef, so its undo has work to do. */
async function fill(store: CoffeeStore, edits: number, characters: number, onProgress: OnProgress): Promise<void> {
  const by = { visitor: "ada", at };
  const large = Object.fromEntries(textFields.map((field) => [field, "x".repeat(characters)]));
  const { coffeeId } = await store.add(coffeeText({ ...emptyFields, ...large }), by);
  const edited = (edit: number): CoffeeText =>
    coffeeText({ ...emptyFields, ...large, chef: "Nusrat", details: `${edit} ${"y".repeat(characters - 10)}` });
  for (let done = 0; done < edits; done += editsAtOnce) {
    const numbers = Array.from({ length: Math.min(editsAtOnce, edits - done) }, (_, place) => done + place);
    await Promise.all(numbers.map((edit) => store.replace(coffeeId, edited(edit), by)));
    onProgress(Math.min(edits, done + editsAtOnce), edits);
  }
  await store.close();
}
