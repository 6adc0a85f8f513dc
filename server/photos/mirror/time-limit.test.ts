import { expect, test } from "vitest";
import { unlessAborted, withTimeLimit } from "./time-limit.ts";

test("a task that ends in time gives its result, and its signal does not abort afterwards", async () => {
  let given: AbortSignal | undefined;
  const outer = new AbortController();
  const result = await withTimeLimit(60_000, outer.signal, async (signal) => {
    given = signal;
    return "a photo";
  });
  outer.abort(new Error("The shop closes."));
  expect([result, given?.aborted]).toEqual(["a photo", false]);
});

test("a promise rejects as soon as the signal aborts, or at once if it has", async () => {
  const controller = new AbortController();
  const never = new Promise<string>(() => {});
  const waiting = unlessAborted(never, controller.signal);
  const settled = unlessAborted(Promise.resolve("a photo"), controller.signal);
  expect(await settled).toBe("a photo");
  controller.abort(new Error("The shop closes."));
  await expect(waiting).rejects.toThrow("The shop closes.");
  await expect(unlessAborted(never, controller.signal)).rejects.toThrow("The shop closes.");
});
