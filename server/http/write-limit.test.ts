import { expect, test } from "vitest";
import { HttpFault } from "./http-fault.ts";
import { writeLimit, type CountWrite } from "./write-limit.ts";

async function refusal(countWrite: CountWrite, address: string): Promise<HttpFault> {
  try {
    await countWrite(address);
  } catch (error) {
    if (error instanceof HttpFault) return error;
    throw error;
  }
  throw new Error("The write was let through.");
}

test.for([1, 2, 5])("%i writes a minute are let through, and the next one is not", async (budget) => {
  const countWrite = writeLimit(budget);
  for (let count = 0; count < budget; count++) await countWrite("192.0.2.1");
  const { code, message, headers } = await refusal(countWrite, "192.0.2.1");
  const seconds = Number(headers["retry-after"]);
  expect([code, Number.isInteger(seconds), seconds > 0, seconds <= 60]).toEqual(["too-many-writes", true, true, true]);
  expect(message).toContain(`${seconds} seconds`);
});

test("each address has a budget of its own", async () => {
  const countWrite = writeLimit(1);
  await countWrite("192.0.2.1");
  await expect(countWrite("192.0.2.2")).resolves.toBeUndefined();
  expect((await refusal(countWrite, "192.0.2.1")).code).toBe("too-many-writes");
});

test("each limit counts for itself", async () => {
  await writeLimit(1)("192.0.2.1");
  await expect(writeLimit(1)("192.0.2.1")).resolves.toBeUndefined();
});

test("off lets every write through", async () => {
  const countWrite = writeLimit("off");
  const writes = await Promise.all(Array.from({ length: 1_000 }, () => countWrite("192.0.2.1")));
  expect(writes).toHaveLength(1_000);
});
