import { readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { scriptFile } from "../../program/files.ts";

import { openShop, shopFile, type ShopPlace } from "../../store/open-store.ts";
import { newTestPlace } from "../../test/test-place.ts";
import { backUpShop } from "../backups.ts";
import { rehearse, type Rehearsal } from "./rehearse.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const thisProgram = [process.execPath, fileURLToPath(scriptFile("niceties")), "serve"];
const coffees = ["first", "second"].map((name) => ({ ...emptyFields, name }));

let folder: string;
let backups: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "niceties-rehearse-test-"));
  backups = join(folder, "backups");
});
afterEach(() => rm(folder, { recursive: true }));

/** Backs up a new shop with two coffees. Resolves to the file of the backup. */
async function backUpNewShop(place: ShopPlace): Promise<string> {
  const store = await openShop(place, coffees, new Date());
  await store.close();
  return (await backUpShop(place, backups, new Date())).file;
}

function rehearsalOf(command: readonly string[], changes: Partial<Rehearsal> = {}): Rehearsal {
  const environment = { PATH, NODE_COMPILE_CACHE, TMPDIR: tmpdir() };
  return { command, environment, settingsText: "", backups, limits: { openMs: 60_000, requestMs: 60_000 }, ...changes };
}

/** A command that runs this script in place of the shop. */
function script(text: string): readonly string[] {
  const file = join(folder, "shop.mjs");
  writeFileSync(file, text);
  return [process.execPath, file];
}

test("a copy of the shop opens, is read and verifies; the shop's own settings and place are not used", async () => {
  await using place = await newTestPlace();
  await backUpNewShop(place);
  const files = readdirSync(place.directory);
  const settingsText = `DATA_DIR=${place.directory}\nDATABASE_URL=postgres://nobody@127.0.0.1:9/none\nSHOP_NAME=Corner\n`;
  const environment = { PATH, NODE_COMPILE_CACHE, PORT: "1", METRICS_PORT: "1" };
  expect(await rehearse(rehearsalOf(thisProgram, { environment, settingsText }))).toBe(
    "A copy with 2 changes and 2 coffees opened, and verifies.",
  );
  expect(readdirSync(place.directory)).toEqual(files);
});

test("without coffees of its own, the program opens a new shop", async () => {
  expect(await rehearse(rehearsalOf(thisProgram, { backups: undefined }))).toBe(
    "A copy with 12 changes and 12 coffees opened, and verifies.",
  );
});

const answering = (answer: string) => `
  import { createServer } from "node:http";
  const server = createServer((request, response) => { ${answer} });
  process.once("SIGTERM", () => process.exit(0));
  server.listen(0, "127.0.0.1", () => console.log("The shop is open at http://127.0.0.1:" + server.address().port));`;
const isList = 'request.url === "/coffee"';

test.each([
  ["crashes", "process.exit(3)", "The copy did not open: its process ended with 3."],
  ["hangs while it opens", "setInterval(() => {}, 1_000)", "The copy did not open within 0.3 s."],
  ["does not answer", answering(""), "The copy did not answer /-/ready within 0.3 s."],
  ["cuts connections", answering("request.socket.destroy()"), "The copy did not answer /-/ready: "],
  [
    "cannot render home",
    answering(`response.writeHead(request.url === "/" ? 500 : 200).end("[]")`),
    "The copy answered / with 500.",
  ],
  ["loses a coffee", answering(`response.end(${isList} ? '[{"_id":"1"}]' : "")`), "The copy shows 1 coffee, and"],
  [
    "does not close well",
    answering(`response.end(${isList} ? '[{"_id":"1"},{"_id":"2"}]' : "")`).replace(
      "process.exit(0)",
      "process.exit(7)",
    ),
    "The copy closed with exit code 7.",
  ],
])("a version that %s fails", async (_what, text, message) => {
  await using place = await newTestPlace("");
  await backUpNewShop(place);
  const isPatient = !message.includes("0.3 s");
  const limits = isPatient ? { openMs: 60_000, requestMs: 60_000 } : { openMs: 300, requestMs: 300 };
  const rehearsal = rehearsalOf(script(text), {
    limits: { ...limits, openMs: text.includes("server") ? 60_000 : limits.openMs },
  });
  await expect(rehearse(rehearsal)).rejects.toThrow(message);
});

test("a version that cannot read the data names the newest backup that it can read", async () => {
  await using place = await newTestPlace("");
  const readable = await backUpNewShop(place);
  const database = new Database(shopFile(place.directory));
  database.pragma("user_version = 99");
  database.close();
  const newer = join(backups, "niceties-2099-01-01T000000Z-change-2.db");
  await new Database(shopFile(place.directory)).backup(newer);
  await expect(rehearse(rehearsalOf(thisProgram))).rejects.toThrow(
    new RegExp(`^This version cannot read the data as they are now: .*newer version.* niceties restore ${readable} `),
  );
});
