import { describe, expect, test } from "vitest";
import { specialAddresses } from "../../../test/special-addresses.ts";
import { isPublicAddress } from "./public-address.ts";

test.each(specialAddresses)("no address of %s is public", (_, first, last) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

describe("hosts of the internet are public, also next to a special range", () => {
  test.each([
    "1.0.0.0",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2001:200::",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2001:db9::",
    "2003::",
    "2606:2800:220:1:248:1893:25c8:1946",
    "2A00:1450:4001:80B::200E",
    "2620:4f:7fff::1",
  ])("%s", (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });
});

test.each(["2606:4700::5efe:7f00:1", "2606:4700::200:5efe:8.8.8.8", "2606:4700::5efe:8.8.8.8"])(
  "%s is not public, because a tunnel would lead to the IPv4 address in it",
  (ip) => expect(isPublicAddress(ip)).toBe(false),
);

/** `ipaddr.js` reads some of these as public addresses; `connect` could read them in another way. */
describe("what is not an address in its usual spelling is not public", () => {
  test.each([
    "",
    " 8.8.8.8",
    "8.8.8.8 ",
    "8.8.8",
    "134744072",
    "010.8.8.8",
    "0x8.8.8.8",
    "8.8.8.8.",
    "8.8.8.8/8",
    "256.8.8.8",
    "[2606:2800::1]",
    "2606:2800::1%eth0",
    "2606:2800::1/64",
    "2606:2800::8.8.8.8%1",
    "photos.example.com",
  ])("%j", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
