import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { insistOnStrace } from "../store/insist-on-strace.ts";
import { openStore } from "../store/open-store.ts";
import { failedSyncDrill, fullDiskDrill, mountCommand, runReadOnly, slowSyncDrill } from "./disk-drill.ts";

test("the drill says what it does and what it needs", () => {
  const drill = fileURLToPath(new URL("disk-drill.ts", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [drill, "--help"], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/Fills the disk under an open shop, .* Linux only:\nneeds the right to mount/);
});

if (process.platform === "linux") {
  test("on a read-only disk a shop verifies, closed or cut short, and doctor names the disk and no damage", async () => {
    const mount = mountCommand();
    const folder = await mkdtemp(join(tmpdir(), "niceties-read-only-"));
    const [directory, killed] = [join(folder, "closed"), join(folder, "killed")];
    const store = openStore(directory, sampleCoffees, new Date());
    cpSync(directory, killed, { recursive: true, filter: (path) => !/-shm$|\.lock$/.test(path) });
    await store.close();
    const before = readdirSync(directory);
    for (const shop of [directory, killed]) {
      const verified = runReadOnly(mount, shop, "verify");
      expect(verified).toMatchObject({ status: 0, stderr: "" });
      expect(verified.stdout).toContain("✓ log: Each of its 12 changes fits the one before.");
    }
    const { status, stdout } = runReadOnly(mount, directory, "doctor");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✗ Directory: .* is on a read-only disk: it can be verified there/m);
    expect(stdout).toMatch(/^! Lock: The directory cannot be written to, so the shop may be open or closed/m);
    expect(stdout).toMatch(/^✗ Opening: .* cannot be opened for writing: the disk is read-only\.$/m);
    expect(stdout).not.toMatch(/✗ Data/);
    expect(readdirSync(directory)).toEqual(before);
    await rm(folder, { recursive: true });
  });

  test("on a full disk writes are refused by 507 and reads go on; once there is room, writes go on too, and nothing is lost", () => {
    const { acknowledged, ...outcome } = fullDiskDrill(mountCommand());
    expect(acknowledged).toBeGreaterThan(0);
    expect(outcome).toEqual({
      refusedBy: [507, 507],
      isReadable: true,
      isReady: [false, true],
      told: [
        "The disk that DATA_DIR/niceties.db is on is full, so nothing was written. Make room there; nothing else is to be done.",
      ],
      healedBy: 201,
      exitCode: 0,
      faults: [],
    });
  });

  test("a write is answered, and listed, only once its sync is done, whoever made it; writes that come meanwhile share the next", async () => {
    insistOnStrace();
    const { waitedMs, syncMs, listedMeanwhile, together, syncs, othersListedMs } = await slowSyncDrill();
    expect(waitedMs).toBeGreaterThanOrEqual(syncMs);
    expect(new Set(listedMeanwhile)).toEqual(new Set([0]));
    expect([together, syncs]).toEqual([40, expect.toSatisfy((count) => count >= 1 && count <= 10)]);
    expect(othersListedMs).toBeGreaterThanOrEqual(syncMs);
  });

  test("a write whose sync fails is not acknowledged, and the shop makes itself a new file and writes again", async () => {
    insistOnStrace();
    const { acknowledged, ...outcome } = await failedSyncDrill();
    expect(acknowledged).toBeGreaterThan(0);
    expect(outcome).toEqual({
      refusedBy: [500, 500],
      isReadable: true,
      isReady: [false, true],
      told: [
        "The disk that DATA_DIR/niceties.db is on failed (EIO), so nothing is written for now. The shop goes on writing by itself once the disk works; look at the disk.",
        `The disk that DATA_DIR/niceties.db is on works again. The shop has made itself a new file and goes on writing after change ${acknowledged - 1}, the last one that was acknowledged.`,
      ],
      healedBy: 201,
      exitCode: 0,
      faults: [],
    });
  });
}
