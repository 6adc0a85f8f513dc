import { afterEach, expect, test, vi } from "vitest";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { backUp, backupsFolder } from "../../store/copies/backups.ts";
import { openStore } from "../../store/open-store.ts";
import { runDrill } from "./run-drill.ts";
import { Workplace } from "../../test/run-niceties.ts";

afterEach(() => vi.unstubAllEnvs());

test("the open shop's drill reports a missing backup, and a backup that can be restored", async () => {
  await using place = new Workplace();
  vi.stubEnv("DATA_DIR", place.data);
  vi.stubEnv("DATABASE_URL", "");
  const { signal } = new AbortController();
  const at = new Date();
  const store = openStore(place.data, sampleCoffees, at);
  expect(await runDrill(signal)).toEqual({
    isGood: false,
    backupAgeSeconds: undefined,
    words: `Backup drill: There is no backup in ${backupsFolder(place.data)}. niceties backup makes one.`,
  });
  const { file } = await backUp(place.data, backupsFolder(place.data), at);
  expect(await runDrill(signal)).toEqual({
    isGood: true,
    backupAgeSeconds: expect.any(Number),
    words: `Backup drill: ${file}: It can be restored, and is 0 changes behind.`,
  });
  await store.close();
});
