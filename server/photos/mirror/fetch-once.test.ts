import { expect, test, vi } from "vitest";
import { FetchOnce } from "./fetch-once.ts";

test("while an address is fetched, each further call for it gets the same result", async () => {
  const fetches = new FetchOnce<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  let begun = 0;
  const task = () => {
    begun += 1;
    return promise;
  };
  const all = ["http://photos.example.com/a.jpg", "HTTP://photos.example.com:80/a.jpg#alt=cup"].map((address) =>
    fetches.run(address, task),
  );
  const other = fetches.run("https://photos.example.com/a.jpg", async () => "another address");
  expect(await other).toBe("another address");
  resolve("a photo");
  expect(await Promise.all(all)).toEqual(["a photo", "a photo"]);
  expect(begun).toBe(1);
  expect(await fetches.run("http://photos.example.com/a.jpg", async () => "a new one")).toBe("a new one");
});

test("a failure reaches all that wait, and the next call fetches again", async () => {
  const fetches = new FetchOnce<string>();
  const address = "http://photos.example.com/a.jpg";
  const failure = Promise.reject(new Error("It is too slow."));
  const both = await Promise.allSettled([
    fetches.run(address, () => failure),
    fetches.run(address, async () => "unused"),
  ]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await fetches.run(address, async () => "a photo")).toBe("a photo");
});

test("an address that is refused begins no task", async () => {
  const fetches = new FetchOnce<string>();
  await expect(fetches.run("http://localhost/a.jpg", vi.fn(expect.unreachable))).rejects.toMatchObject({
    reason: "refused",
  });
});
