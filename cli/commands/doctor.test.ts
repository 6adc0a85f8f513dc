import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { backUp } from "../../store/copies/backups.ts";
import { openStore } from "../../store/open-store.ts";
import { restore } from "../../store/copies/restore.ts";
import { sealFits } from "../../store/sqlite/file/seal.ts";
import { Workplace } from "../../test/run-niceties.ts";

const at = new Date("2026-11-21T12:00:00.000Z");

/** Makes a shop whose files are readable by other accounts, with a backup and with an old shop that a restore kept. */
async function openOldShop(data: string): Promise<{ key: string; keptFile: string }> {
  const store = openStore(data, [emptyFields], at);
  const key = await store.dayKey("2026-11-21");
  await store.close();
  const copy = join(dirname(data), "with-key.db");
  copyFileSync(join(data, "niceties.db"), copy);
  const { file } = await backUp(data, join(data, "backups"), at);
  const { before: keptFile = "" } = await restore(file, data, at);
  copyFileSync(copy, keptFile); // older versions left the key in the kept file
  for (const name of globSync("**", { cwd: data })) {
    const path = join(data, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  return { key, keptFile };
}

test("doctor reports files that other accounts may read and old keys, and --mend corrects both", async () => {
  await using place = new Workplace();
  const { key, keptFile } = await openOldShop(place.data);
  writeFileSync(join(place.data, "notes.txt"), "of the operator", { mode: 0o644 });
  const sick = await place.run("doctor");
  expect(sick.code).toBe(1);
  expect(sick.out).toMatch(
    /^✗ Privacy: Other accounts may open data and \d+ more places, and the secret of a day that is over is in data\/before-restore-.*\/niceties\.db\. niceties doctor --mend corrects it\.$/m,
  );
  expect(readFileSync(keptFile).includes(key)).toBe(true);
  const mended = await place.run("doctor", "--mend");
  expect(mended.out).toMatch(/^✓ Privacy: No other account may read the shop's files\.$/m);
  const exposed = globSync("**", { cwd: place.data }).filter((name) => statSync(join(place.data, name)).mode & 0o077);
  expect(exposed).toEqual(["notes.txt"]);
  expect(readFileSync(keptFile).includes(key)).toBe(false);
  expect(existsSync(`${keptFile}-wal`)).toBe(false);
});

test("after doctor --mend, the seal of a shop that a restore kept still fits", async () => {
  await using place = new Workplace();
  const { keptFile } = await openOldShop(place.data);
  rmSync(`${keptFile}.sha256`, { force: true }); // the seal of the earlier file
  const aside = openStore(dirname(keptFile), [], at);
  await aside.dayKey("2026-11-21");
  await aside.close();
  expect(sealFits(keptFile)).toBe(true);
  await place.run("doctor", "--mend");
  expect(sealFits(keptFile)).toBe(true);
});

test("doctor also checks a directory without a shop", async () => {
  await using place = new Workplace();
  mkdirSync(place.data, { recursive: true });
  chmodSync(place.data, 0o755);
  expect((await place.run("doctor")).out).toMatch(/^✗ Privacy: Other accounts may open data\. niceties doctor --mend/m);
  expect((await place.run("doctor", "--mend")).out).toMatch(/^✓ Privacy/m);
});

test("doctor deletes the key of a day that is over from a closed shop", async () => {
  await using place = new Workplace();
  const store = openStore(place.data, [], new Date("2000-01-01T12:00:00.000Z"));
  const key = await store.dayKey("2000-01-01");
  await store.close();
  const filesWithKey = () =>
    globSync("**/*.*", { cwd: place.data }).filter((name) => readFileSync(join(place.data, name)).includes(key));
  expect(filesWithKey()).toEqual(["niceties.db"]);
  await place.run("doctor");
  expect(filesWithKey()).toEqual([]);
});
