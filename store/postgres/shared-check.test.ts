import { expect, test } from "vitest";
import { SharedCheck } from "./shared-check.ts";

/** A check whose reads the test completes. */
function checkByHand() {
  const looks: PromiseWithResolvers<number>[] = [];
  const check = new SharedCheck(() => {
    const look = Promise.withResolvers<number>();
    looks.push(look);
    return look.promise;
  });
  return { check, looks };
}

test("callers during a read share the next one", async () => {
  const { check, looks } = checkByHand();
  const first = check.run();
  const others = [check.run(), check.run(), check.run()];
  expect(looks).toHaveLength(1);
  looks[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(looks).toHaveLength(2);
  const late = check.run();
  looks[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  looks[2]?.resolve(3);
  expect(await late).toBe(3);
});

test("a read that fails does not affect callers of the next one", async () => {
  const { check, looks } = checkByHand();
  const first = check.run();
  const second = check.run();
  looks[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  looks[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = check.run();
  looks[2]?.resolve(3);
  expect(await third).toBe(3);
});
