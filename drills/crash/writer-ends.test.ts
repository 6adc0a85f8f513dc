import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listCoffees, send } from "../kit/shop-client.ts";
import { spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { until } from "../kit/until.ts";
import { shopFile } from "../../store/open-store.ts";
import { writeFailureNote } from "../../store/sqlite/file/failure-note.ts";
import { readNewestChange } from "../../store/sqlite/file/newest-change-file.ts";
import { verifyShop } from "../../store/verify.ts";
import { deadlyNames } from "./end-writer.ts";

const preload = new URL("./end-writer.ts", import.meta.url);

/** Adds a coffee. Returns the status and the receipt of the reply, and its problem type if the add was refused. */
async function add({ url }: SpawnedShop, name: string) {
  const { status, text, receipt } = await send(url, "POST", "/coffee", { name });
  return { status, receipt, type: JSON.parse(text).type };
}

async function listed({ url }: SpawnedShop): Promise<string[]> {
  return (await listCoffees(url)).map(({ name }) => name);
}

function hasEnded({ complaints }: SpawnedShop): Promise<string> {
  const find = () => complaints.find((line) => line.startsWith("The shop ended: "));
  return until(find, { withinMs: 60_000, failure: "The shop did not end." });
}

const unknown = { status: 503, type: expect.stringMatching(/\/-\/problems\/storage-unknown$/) };

test.for([
  [deadlyNames.hoards, "Worker terminated due to reaching memory limit: JS heap out of memory"],
  [deadlyNames.ends, "It ended by itself."],
] as const)(
  "after the writer thread has ended (%s), another replaces it, and no message blames the disk",
  async ([name, cause]) => {
    await using folder = await temporaryFolder("writer");
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

test("if writer threads keep ending, the shop exits with code 75, and can be opened again", async () => {
  await using folder = await temporaryFolder("writer");
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

test("if acknowledged changes no longer verify, the shop exits with code 75, and refuses to open again", async () => {
  await using folder = await temporaryFolder("writer");
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
