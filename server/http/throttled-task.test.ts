import { expect, test } from "vitest";
import { ThrottledTask } from "./throttled-task.ts";

/** Resolves when a task that is scheduled now starts, so after all tasks that were scheduled before. */
function turn(): Promise<void> {
  return new Promise((resolve) => new ThrottledTask(async () => resolve()).schedule());
}

test("a task that is scheduled several times during a run runs once after it", async () => {
  const events: string[] = [];
  const { promise: second, resolve } = Promise.withResolvers<void>();
  const work = new ThrottledTask(async () => {
    const name = events.length === 0 ? "first" : "next";
    events.push(`${name} begins`);
    if (name === "first") {
      for (let count = 0; count < 5; count++) work.schedule();
      await turn();
    } else resolve();
    events.push(`${name} ends`);
  });
  for (let count = 0; count < 5; count++) work.schedule();
  await second;
  for (let count = 0; count < 2; count++) await turn();
  expect(events).toEqual(["first begins", "first ends", "next begins", "next ends"]);
});

test("a task that failed runs again when it is scheduled again", async () => {
  let count = 0;
  const { promise: again, resolve } = Promise.withResolvers<void>();
  const work = new ThrottledTask(async () => {
    count += 1;
    if (count > 1) resolve();
    else {
      work.schedule();
      throw new Error("The first fails.");
    }
  });
  work.schedule();
  await again;
  expect(count).toBe(2);
});
