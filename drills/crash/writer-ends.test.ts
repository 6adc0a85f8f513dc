import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { shopFile } from "../../store/open-store.ts";
import { writeFailureNote } from "../../store/sqlite/file/failure-note.ts";
import { readNewestChange } from "../../store/sqlite/file/newest-change-file.ts";
import { verifyShop } from "../../store/verify.ts";
import { deadlyNames } from "./end-writer.ts";

const preload = new URL("./end-writer.ts", import.meta.url);

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "niceties-writer-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** The status of an add, its receipt, and the code of what refused it. */
async function add(shop: SpawnedShop, name: string) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: JSON.stringify({ name }) });
  const { type } = await reply.json();
  return { status: reply.status, type, receipt: readReceipt(reply.headers.get(receiptHeader) ?? "") };
}

async function listed(shop: SpawnedShop): Promise<string[]> {
  const list: { name: string }[] = await (await fetch(`${shop.url}/coffee`)).json();
  return list.map(({ name }) => name);
}

async function hasEnded({ complaints }: SpawnedShop): Promise<string> {
  for (;;) {
    const end = complaints.find((line) => line.startsWith("The shop ended: "));
    if (end !== undefined) return end;
    await delay(10);
  }
}

const unknown = { status: 503, type: expect.stringMatching(/\/-\/problems\/storage-unknown$/) };

test.for([
  [deadlyNames.hoards, "Worker terminated due to reaching memory limit: JS heap out of memory"],
  [deadlyNames.ends, "It ended by itself."],
] as const)(
  "after the thread that writes has ended (%s), another writes, and nobody blames the disk",
  async ([name, cause]) => {
    await using folder = await temporaryFolder();
    const directory = folder.path;
    const environment = { NODE_OPTIONS: "--max-old-space-size=128" };
    const shop = await spawnShop({ directory, preload, environment });
    const first = await add(shop, "before");
    expect(await add(shop, name)).toMatchObject(unknown);
    expect(await listed(shop)).toEqual(["before"]);
    const second = await add(shop, "after");
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await listed(shop)).toEqual(["before", "after"]);
    expect(shop.complaints).toEqual([
      `The thread that writes to ${shopFile(directory)} ended (${cause}), and another has taken its place. Nobody can tell whether the writes under way were made.`,
    ]);
    expect(await shop.close()).toBe(0);
    const receipts = [first, second].flatMap(({ receipt }) => receipt ?? []);
    expect(await verifyShop(directory, { receipts })).toMatchObject({ isSound: true, changes: 2 });
  },
);

test("where the threads that write keep ending, the shop ends with code 75, and can be opened again", async () => {
  await using folder = await temporaryFolder();
  const directory = folder.path;
  const shop = await spawnShop({ directory, preload });
  await add(shop, "before");
  for (let end = 0; end < 3; end += 1) expect(await add(shop, deadlyNames.ends)).toMatchObject(unknown);
  expect(await hasEnded(shop)).toBe("The shop ended: exit code 75, signal null.");
  expect(
    shop.complaints.filter((line) => line.endsWith("The shop ends with code 75, to be started again.")),
  ).toHaveLength(1);
  const again = await spawnShop({ directory });
  expect(await listed(again)).toEqual(["before"]);
  await again.close();
});

test("where what was acknowledged does not verify any more, the shop ends with code 75, and does not open again", async () => {
  await using folder = await temporaryFolder();
  const directory = folder.path;
  const shop = await spawnShop({ directory });
  await add(shop, "a");
  await add(shop, "b");
  const file = shopFile(directory);
  const database = new Database(file);
  database.exec("UPDATE changes SET visitor = 'somebody else' WHERE number = 1");
  database.close();
  writeFailureNote(file, readNewestChange(join(directory, "niceties.head")));
  expect((await add(shop, "c")).status).toBe(500);
  expect(await hasEnded(shop)).toBe("The shop ended: exit code 75, signal null.");
  const words =
    /niceties\.db cannot be healed after a failed sync: .*Change 1 .* niceties restore brings a backup back\./;
  expect(shop.complaints.join("\n")).toMatch(words);
  await expect(spawnShop({ directory })).rejects.toThrow(words);
});
