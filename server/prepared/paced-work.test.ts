import { expect, test } from "vitest";
import { PacedWork } from "./paced-work.ts";

test("what is asked for while work is under way is done after it, once for all who asked", async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let atOnce = 0;
  const all = Promise.withResolvers<void>();
  const work = new PacedWork(async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    begun.push(Promise.withResolvers());
    if (begun.length === 1) for (let count = 0; count < 5; count++) work.ask();
    await ended[begun.length - 1]?.promise;
    atOnce -= 1;
    if (begun.length === 2) all.resolve();
  });
  for (let count = 0; count < 5; count++) work.ask();
  for (const each of ended) each.resolve();
  await all.promise;
  expect(begun).toHaveLength(2);
});

test("work that failed is done again when it is asked for again", async () => {
  let count = 0;
  const again = Promise.withResolvers<void>();
  const work = new PacedWork(async () => {
    count += 1;
    if (count > 1) again.resolve();
    else {
      work.ask();
      throw new Error("The first fails.");
    }
  });
  work.ask();
  await again.promise;
  expect(count).toBe(2);
});
