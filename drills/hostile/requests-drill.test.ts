import { expect, test } from "vitest";
import { hostileFamilies, hostileRequests } from "./requests/families.ts";
import { runHostileRequests } from "./requests/run.ts";
import { seededRandom } from "../../test/seeded-random.ts";
import { startServer } from "../../test/servers/small-server.ts";

const families = Object.keys(hostileFamilies);
const seed = 21;
const count = 30 * families.length;

function bytesOf(from: number): string[] {
  const requests = hostileRequests(seededRandom(from), ["0123456789abcdef01234567"]);
  return Array.from({ length: count }, () => Buffer.concat([...requests.next().value[1].pieces]).toString("hex"));
}

test("the same seed gives the same requests, and another seed gives others", () => {
  expect(bytesOf(seed)).toEqual(bytesOf(seed));
  expect(bytesOf(seed)).not.toEqual(bytesOf(seed + 1));
});

test("the drill reports wrong statuses with the request's bytes, leaked internals, and log lines", async () => {
  const list = [{ _id: "0123456789abcdef01234567", name: "Latte" }];
  const complaints: string[] = [];
  await using server = await startServer((incoming, outgoing) => {
    const isGood = incoming.headers["user-agent"] === "node";
    if (!isGood) complaints.push("a surprise");
    outgoing.writeHead(isGood ? 200 : 500).end(isGood ? JSON.stringify(list) : "at node:internal/fs");
  });
  const { offences } = await runHostileRequests({ url: server.url, complaints }, 46, seed);
  expect(offences.join("\n")).toMatch(/methods: answered 500, and only 404,405 is right; .*The bytes.*HTTP\/1\.1/);
  expect(offences.join("\n")).toContain('the reply holds "node:internal"');
  expect(offences.join("\n")).toContain("the shop said: a surprise");
});
