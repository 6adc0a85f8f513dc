import { expect, test } from "vitest";
import { failedSyncDrill, fullDiskDrill, hasStrace, mountCommand } from "./disk-drill.ts";

const mount = mountCommand();

if (mount) {
  test("on a full disk writes are refused by 507 and reads go on; once there is room, writes go on too, and nothing is lost", () => {
    const { acknowledged, ...outcome } = fullDiskDrill(mount);
    expect(acknowledged).toBeGreaterThan(0);
    expect(outcome).toEqual({ refusedBy: [507, 507], isReadable: true, healedBy: 201, exitCode: 0, faults: [] });
  });
}

if (hasStrace()) {
  test("a write whose sync fails is not acknowledged, nor is any after it, until the shop is opened anew", async () => {
    const { acknowledged, ...outcome } = await failedSyncDrill();
    expect(acknowledged).toBeGreaterThan(0);
    expect(outcome).toEqual({ refusedBy: [500, 500], isReadable: true, healedBy: 201, exitCode: 0, faults: [] });
  });
}
