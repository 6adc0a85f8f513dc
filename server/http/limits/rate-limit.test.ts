import { expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { writeBudget, type SpendWrite } from "./rate-limit.ts";

async function refusal(spend: SpendWrite, address: string, points = 1): Promise<Fault> {
  try {
    await spend(address, { points });
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("The write was let through.");
}

test.for([1, 2, 5])("%i points can be spent in ten minutes, and not one more", async (budget) => {
  const spend = writeBudget(budget);
  for (let count = 0; count < budget; count++) await spend("192.0.2.1", { points: 1 });
  const { code, message, headers } = await refusal(spend, "192.0.2.1");
  const seconds = Number(headers["retry-after"]);
  expect([code, Number.isInteger(seconds), seconds > 0, seconds <= 600]).toEqual(["too-many-writes", true, true, true]);
  expect(message).toMatch(
    /^Too many changes came from your internet address, so this one wasn't saved\. Try again in 10 minutes\.$/,
  );
});

test("a second write of five points is refused with a budget of seven", async () => {
  const spend = writeBudget(7);
  await spend("192.0.2.1", { points: 5 });
  expect((await refusal(spend, "192.0.2.1", 5)).code).toBe("too-many-writes");
});

test("each address has its own limit, and all together ten times as much", async () => {
  const spend = writeBudget(5);
  for (let address = 1; address <= 10; address++) await spend(`192.0.2.${address}`, { points: 5 });
  expect((await refusal(spend, "192.0.2.1")).message).toContain("from your internet address");
  expect((await refusal(spend, "192.0.2.11")).message).toContain("The shop received too many changes at once");
});

test("the whole shop's limit does not apply to repairs", async () => {
  const spend = writeBudget(1);
  for (let address = 1; address <= 10; address++) await spend(`192.0.2.${address}`, { points: 1 });
  await refusal(spend, "192.0.2.11");
  await expect(spend("192.0.2.12", { points: 1, isRepair: true })).resolves.toBeDefined();
});

test("refused writes of one address use no points of the others", async () => {
  const spend = writeBudget(1);
  await spend("192.0.2.1", { points: 1 });
  for (let count = 0; count < 20; count++) await refusal(spend, "192.0.2.1");
  await expect(spend("192.0.2.2", { points: 1 })).resolves.toBeDefined();
});

test("a refused write costs neither its address nor the shop any points", async () => {
  const spend = writeBudget(5);
  await spend("192.0.2.1", { points: 3 });
  for (let count = 0; count < 20; count++) await refusal(spend, "192.0.2.1", 5);
  await spend("192.0.2.1", { points: 2 });
  for (let address = 2; address <= 10; address++) await spend(`192.0.2.${address}`, { points: 5 });
  for (let count = 0; count < 20; count++)
    expect((await refusal(spend, "192.0.2.11", 5)).message).toContain("The shop received");
  await expect(spend("192.0.2.11", { points: 5, isRepair: true })).resolves.toBeDefined();
});

test("an address without points can still undo, for five points and no more", async () => {
  const spend = writeBudget(5);
  await spend("192.0.2.1", { points: 5 });
  await refusal(spend, "192.0.2.1", 1);
  await spend("192.0.2.1", { points: 5, isUndo: true });
  await expect(spend("192.0.2.1", { points: 1, isUndo: true })).rejects.toMatchObject({ code: "too-many-writes" });
  await spend("192.0.2.2", { points: 1, isUndo: true });
  await spend("192.0.2.2", { points: 4 });
});

const kib = 1_024;

test("each point allows 8 KiB, and all addresses together have ten times as much as one", async () => {
  const spend = writeBudget(100);
  for (let address = 1; address <= 10; address++) await spend(`192.0.2.${address}`, { points: 1, bytes: 800 * kib });
  const ofAddress = spend("192.0.2.1", { points: 1, bytes: 1 });
  await expect(ofAddress).rejects.toMatchObject({
    code: "too-many-writes",
    message: expect.stringMatching(/^Too much text came from your internet address .* Try again in 10 minutes\.$/),
    headers: { "retry-after": "600" },
  });
  await expect(spend("192.0.2.11", { points: 1, bytes: 1 })).rejects.toMatchObject({
    message: expect.stringMatching(/^The shop received too much text /),
  });
  await expect(spend("192.0.2.11", { points: 1, bytes: 1, isRepair: true })).resolves.toBeDefined();
});

test("the smallest limit still lets the largest coffee be added, and updated to another one", async () => {
  const spend = writeBudget(5);
  await spend("192.0.2.1", { points: 1, bytes: 64 * kib });
  await expect(spend("192.0.2.1", { points: 2, bytes: 128 * kib })).resolves.toBeDefined();
});

test("a write refused for its bytes costs no points, and a refunded write costs nothing", async () => {
  const spend = writeBudget(5);
  for (let count = 0; count < 20; count++)
    await expect(spend("192.0.2.1", { points: 1, bytes: 257 * kib })).rejects.toThrow("Too much text");
  const giveBack = await spend("192.0.2.1", { points: 5, bytes: 256 * kib });
  await giveBack();
  await spend("192.0.2.1", { points: 5, bytes: 256 * kib });
  for (let address = 2; address <= 10; address++) await spend(`192.0.2.${address}`, { points: 5, bytes: 256 * kib });
  await expect(spend("192.0.2.11", { points: 1 })).rejects.toThrow("The shop received");
});

test("an address that used up its bytes can still undo 256 KiB, and no more", async () => {
  const spend = writeBudget(5);
  await spend("192.0.2.1", { points: 1, bytes: 256 * kib });
  await spend("192.0.2.1", { points: 1, bytes: 256 * kib, isUndo: true });
  await expect(spend("192.0.2.1", { points: 1, bytes: 1, isUndo: true })).rejects.toThrow("Too much text");
});

test("with the limit off, every write is allowed", async () => {
  const spend = writeBudget("off");
  const writes = await Promise.all(Array.from({ length: 1_000 }, () => spend("192.0.2.1", { points: 5 })));
  expect(writes).toHaveLength(1_000);
});
