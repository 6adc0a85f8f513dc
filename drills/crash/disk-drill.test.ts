import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { openStore } from "../../store/open-store.ts";
import { temporaryFolder } from "../kit/spawned-shop.ts";
import { mountCommand, runReadOnly } from "./disk-drill.ts";

if (process.platform === "linux") {
  test("on a read-only disk a shop verifies, closed or cut short, and doctor names the disk and no damage", async () => {
    const mount = mountCommand();
    await using folder = await temporaryFolder("read-only");
    const [directory, killed] = [join(folder.path, "closed"), join(folder.path, "killed")];
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
  });
}
