import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { networkAddresses } from "./network-addresses.ts";

test("a shop that listens on this machine only has no address in the network", () => {
  expect(networkAddresses("127.0.0.1")).toEqual([]);
  expect(networkAddresses("::1")).toEqual([]);
});

test("a shop that listens on all of IPv4 has the addresses of this machine's network cards", () => {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const expected = all.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address);
  expect(networkAddresses("0.0.0.0")).toEqual(expected);
  expect(networkAddresses("::")).toEqual(expect.arrayContaining(expected));
});
