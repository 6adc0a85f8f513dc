import { expect, onTestFinished, test, vi } from "vitest";
import { openTestShop } from "../../../test/servers/open-test-shop.ts";
import { LimitedWork } from "./limited-work.ts";

/** Runs tasks that end only when `endFirst` is called. `begun` has the names of the tasks that have started. */
function endlessWork(limits: Readonly<{ atOnce: number; waiting: number }>) {
  const limited = new LimitedWork<string>(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (client: string, name = client) =>
    limited.run(client, name, () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise.then(() => name);
    });
  return { run, begun, endFirst: () => ends.shift()?.() };
}

const begins = (begun: readonly string[], count: number) => expect.poll(() => begun.length).toBe(count);

test("only two tasks run at once, and the next starts when one ends", async () => {
  const { run, begun, endFirst } = endlessWork({ atOnce: 2, waiting: 10 });
  const all = Promise.all(["a", "b", "c", "d"].map((client) => run(client)));
  await begins(begun, 2);
  endFirst();
  await begins(begun, 3);
  expect(begun).toEqual(["a", "b", "c"]);
  for (let count = 0; count < 2; count++) endFirst();
  await begins(begun, 4);
  endFirst();
  expect(await all).toEqual(["a", "b", "c", "d"]);
});

test("a client with one task is served before the other tasks of a busy client", async () => {
  const { run, begun, endFirst } = endlessWork({ atOnce: 1, waiting: 10 });
  const all = Promise.all([1, 2, 3, 4, 5].map((number) => run("greedy", `greedy ${number}`)).concat(run("modest")));
  for (let count = 1; count <= 6; count++) {
    await begins(begun, count);
    endFirst();
  }
  await all;
  expect(begun.slice(0, 3)).toEqual(["greedy 1", "modest", "greedy 2"]);
});

test("when too many tasks wait, the client with the most is refused with Retry-After", async () => {
  const { run, begun, endFirst } = endlessWork({ atOnce: 1, waiting: 3 });
  const greedy = [1, 2, 3, 4, 5].map((number) => run("greedy", `greedy ${number}`));
  const modest = run("modest");
  const refusal = { code: "too-busy", headers: { "retry-after": "2" } };
  await expect(greedy[4]).rejects.toMatchObject(refusal);
  await expect(greedy[3]).rejects.toMatchObject(refusal);
  for (let count = 1; count <= 4; count++) {
    await begins(begun, count);
    endFirst();
  }
  expect(await modest).toBe("modest");
  expect(await Promise.all(greedy.slice(0, 3))).toHaveLength(3);
});

test("work that fails makes room for the next", async () => {
  const limited = new LimitedWork<string>({ atOnce: 1, waiting: 1 });
  await expect(limited.run("a", "key", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await limited.run("a", "key", async () => "done")).toBe("done");
});

test("equal tasks that wait run once and share the result; a task that has begun is not shared", async () => {
  const { run, begun, endFirst } = endlessWork({ atOnce: 1, waiting: 10 });
  const first = run("a", "page");
  const later = [run("b", "page"), run("c", "page"), run("c", "other")];
  for (let count = 1; count <= 3; count++) {
    await begins(begun, count);
    endFirst();
  }
  expect([await first, ...(await Promise.all(later))]).toEqual(["page", "page", "page", "other"]);
  expect(begun).toEqual(["page", "page", "other"]);
});

test.for([
  ["page renders", "select", "/coffee-details/", 8, 64],
  ["reads of the log", "selectPage", "/-/changes?coffee=", 2, 32],
] as const)(
  "of %s, by %s, at %s, %i run and %i wait in one shop; further requests get 503 with Retry-After",
  async ([, method, path, atOnce, waiting]) => {
    await using shop = await openTestShop();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    onTestFinished(() => release());
    let begun = 0;
    const { store } = shop;
    const select = store.select.bind(store);
    const selectPage = store.selectPage.bind(store);
    const hold = (called: string) => {
      if (called === method) begun += 1;
      return released;
    };
    vi.spyOn(store, "select").mockImplementation((...wanted) => hold("select").then(() => select(...wanted)));
    vi.spyOn(store, "selectPage").mockImplementation((...wanted) =>
      hold("selectPage").then(() => selectPage(...wanted)),
    );
    const refused: (string | null)[] = [];
    const ask = async (number: number) => {
      const { status, headers } = await fetch(`${shop.url}${path}${number}`);
      if (status === 503) refused.push(headers.get("retry-after"));
      return status;
    };
    const asked = Array.from({ length: atOnce + waiting + 3 }, (_, number) => ask(number));
    await expect.poll(() => refused, { timeout: 30_000 }).toEqual(["2", "2", "2"]);
    const begunBefore = begun;
    release();
    const statuses = await Promise.all(asked);
    expect([begunBefore, statuses.filter((status) => status === 503).length]).toEqual([atOnce, 3]);
  },
);
