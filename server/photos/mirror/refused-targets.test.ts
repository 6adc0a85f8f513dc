import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { specialAddresses } from "../../../test/special-addresses.ts";
import {
  networkTo,
  openPhotoHost,
  publicIp,
  publicName,
  type PhotoHost,
  type TestNetwork,
} from "../../../test/servers/photo-hosts.ts";
import { fetchPhoto } from "./fetch-photo.ts";
import type { Network } from "./network.ts";
import { PhotoFetchFailure } from "./photo-fetch-failure.ts";

/*
 * Addresses that a visitor may write and that the server must not reach. In these tests, connections to all addresses
 * lead to two hosts on this machine, so an address that comes through the wall is noticed.
 */

const hosts: PhotoHost[] = [];
let connectionsBefore = 0;

beforeAll(async () => {
  const first = await openPhotoHost((incoming, outgoing) => {
    const to = decodeURIComponent(incoming.url?.slice("/to/".length) ?? "");
    outgoing.writeHead(302, { location: Buffer.from(to).toString("latin1") }).end();
  });
  hosts.push(first);
  for (const ip of ["127.0.0.2", "::1"]) {
    hosts.push(await openPhotoHost((_, outgoing) => outgoing.end(), ip, first.port));
  }
});
beforeEach(() => {
  connectionsBefore = connections();
});
afterAll(async () => {
  for (const host of hosts) await host[Symbol.asyncDispose]();
});

const connections = () => hosts.reduce((sum, host) => sum + host.connections(), 0);

function networkWith(names: Readonly<Record<string, readonly string[]>> = {}): TestNetwork {
  const [host] = hosts;
  if (!host) throw new Error("There is no host.");
  return networkTo(host, { [publicName]: [publicIp], ...names });
}

/** The failure of fetching an address, by its reason and its message. */
async function failureFor(address: string, network: Network): Promise<readonly [string, string]> {
  try {
    await fetchPhoto(address, { userAgent: "Niceties/1.0 (test)", robots: { check: async () => {} }, network });
  } catch (error) {
    if (error instanceof PhotoFetchFailure) return [error.reason, error.message];
    throw error;
  }
  throw new Error(`${address} was fetched.`);
}

const notPublic = /public address/;
const notPublicName = /public name/;
const notAUrl = /not a URL/;
const wrongPort = /ports/;
const wrongScheme = /http and https/;
const credentials = /user name or a password/;

/** The third column is a part of the refusal's message. `PORT` is the port of this machine's hosts. */
const refused: readonly (readonly [about: string, address: string, why: RegExp])[] = [
  ["loopback", "http://127.0.0.1/", notPublic],
  ["loopback", "https://127.0.0.1/", notPublic],
  ["another loopback address", "http://127.0.0.2/", notPublic],
  ["a short form", "http://127.1/", notPublic],
  ["a short form of three parts", "http://127.0.1/", notPublic],
  ["decimal", "http://2130706433/", notPublic],
  ["hexadecimal", "http://0x7f000001/", notPublic],
  ["octal", "http://017700000001/", notPublic],
  ["octal parts", "http://0177.0.0.1/", notPublic],
  ["hexadecimal and short", "http://0x7f.1/", notPublic],
  ["zeros in front", "http://0000000177.0.0.0000001/", notPublic],
  ["a dot at the end", "http://127.0.0.1./", notPublic],
  ["wide digits", "http://１２７.０.０.１/", notPublic],
  ["digits in circles", "http://①②⑦.0.0.1/", notPublic],
  ["ideographic dots", "http://127。0。0。1/", notPublic],
  ["escaped digits", "http://%31%32%37.0.0.1/", notPublic],
  ["a line break in the scheme", "ht\ntp://127.0.0.1/", notPublic],
  ["a tab in the host", "http://127.0\t.0.1/", notPublic],
  ["spaces around it", "  http://127.0.0.1/  ", notPublic],
  ["no slashes", "http:127.0.0.1/", notPublic],
  ["one slash", "http:/127.0.0.1/", notPublic],
  ["backslashes", "http:\\\\127.0.0.1\\", notPublic],
  ["capitals", "HTTP://127.0.0.1/", notPublic],
  ["another host after a backslash", "http://127.0.0.1\\@photos.example.com/", notPublic],
  ["another host in the fragment", "http://127.0.0.1#@photos.example.com/", notPublic],
  ["another host in the query", "http://127.0.0.1?@photos.example.com/", notPublic],
  ["zero", "http://0/", notPublic],
  ["unspecified", "http://0.0.0.0/", notPublic],
  ["this network", "http://0.1.2.3/", notPublic],
  ["private, 10", "http://10.0.0.1/", notPublic],
  ["private, 172.16", "http://172.16.0.1/", notPublic],
  ["private, 192.168, decimal", "http://3232235521/", notPublic],
  ["private, 192.168, octal", "http://0300.0250.0.1/", notPublic],
  ["link-local: the metadata of clouds", "http://169.254.169.254/latest/meta-data/", notPublic],
  ["the same, hexadecimal", "http://0xa9fea9fe/latest/meta-data/", notPublic],
  ["shared by a provider's customers", "http://100.100.100.200/", notPublic],
  ["Azure's host", "http://168.63.129.16/machine?comp=goalstate", notPublic],
  ["broadcast", "http://255.255.255.255/", notPublic],
  ["multicast", "http://224.0.0.1/", notPublic],
  ["IPv6 loopback", "http://[::1]/", notPublic],
  ["IPv6 loopback, in full", "http://[0000:0000:0000:0000:0000:0000:0000:0001]/", notPublic],
  ["IPv6 unspecified", "http://[::]/", notPublic],
  ["IPv4-mapped", "http://[::ffff:127.0.0.1]/", notPublic],
  ["IPv4-mapped, hexadecimal", "http://[::ffff:7f00:1]/", notPublic],
  ["IPv4-mapped, public", "http://[::ffff:93.184.216.34]/", notPublic],
  ["IPv4-compatible", "http://[::127.0.0.1]/", notPublic],
  ["IPv4-translated", "http://[::ffff:0:127.0.0.1]/", notPublic],
  ["NAT64", "http://[64:ff9b::127.0.0.1]/", notPublic],
  ["local NAT64", "http://[64:ff9b:1::10.0.0.1]/", notPublic],
  ["6to4", "http://[2002:7f00:1::]/", notPublic],
  ["Teredo", "http://[2001:0:7f00:1::]/", notPublic],
  ["unique local: the metadata of a cloud", "http://[fd00:ec2::254]/", notPublic],
  ["IPv6 link-local", "http://[fe80::1]/", notPublic],
  ["site-local", "http://[fec0::1]/", notPublic],
  ["IPv6 documentation", "http://[2001:db8::1]/", notPublic],
  ["IPv6 multicast", "http://[ff02::1]/", notPublic],
  ["a zone", "http://[fe80::1%lo]/", notAUrl],
  ["an escaped zone", "http://[fe80::1%25lo]/", notAUrl],
  ["a zone of loopback", "http://[::1%25lo]/", notAUrl],
  ["a part above 255", "http://256.0.0.1/", notAUrl],
  ["five parts", "http://127.0.0.1.1/", notAUrl],
  ["a number above 2^32", "http://4294967297/", notAUrl],
  ["a NUL", "http://localhost%00.example.com/", notAUrl],
  ["a path alone", "/photographs/1.jpg", notAUrl],
  ["no scheme", "//127.0.0.1/", notAUrl],
  ["no host", "http:///", notAUrl],
  ["nothing", "", notAUrl],
  ["localhost", "http://localhost/", notPublicName],
  ["localhost in wide letters", "http://ｌｏｃａｌｈｏｓｔ/", notPublicName],
  ["localhost with a dot", "http://localhost./", notPublicName],
  ["a name under localhost", "http://photos.localhost/", notPublicName],
  ["a name of mDNS", "http://printer.local/", notPublicName],
  ["a hidden hyphen", "http://printer.lo\u00adcal/", notPublicName],
  ["an internal name", "http://metadata.google.internal/computeMetadata/v1/", notPublicName],
  ["a name of a home network", "http://router.home.arpa/", notPublicName],
  ["an onion", "http://photos.onion/", notPublicName],
  ["a single label", "http://postgres/", notPublicName],
  ["a public name with a dot at its end", "http://photos.example.com./", notPublicName],
  ["an empty label", "http://photos..example.com/", notPublicName],
  ["a star", "http://*.example.com/", notPublicName],
  ["a comma", "http://photos,example.com/", notPublicName],
  ["the port of a host here", "http://127.0.0.1:PORT/", wrongPort],
  ["the port of a host here, IPv6", "http://[::1]:PORT/", wrongPort],
  ["SSH", `http://${publicIp}:22/`, wrongPort],
  ["PostgreSQL", `http://${publicName}:5432/`, wrongPort],
  ["port 0", `http://${publicName}:0/`, wrongPort],
  ["port 8080", `https://${publicName}:8080/`, wrongPort],
  ["the port of http with https", `https://${publicName}:80/`, wrongPort],
  ["the port of https with http", `http://${publicName}:443/`, wrongPort],
  ["a port that is too large", `http://${publicName}:65616/`, notAUrl],
  ["a file", "file:///etc/passwd", wrongScheme],
  ["ftp", `ftp://${publicName}/a.jpg`, wrongScheme],
  ["gopher", `gopher://${publicName}:80/_GET%20/`, wrongScheme],
  ["a web socket", `ws://${publicName}/`, wrongScheme],
  ["data", "data:image/png;base64,iVBORw0KGgo=", wrongScheme],
  ["blob", "blob:https://photos.example.com/1", wrongScheme],
  ["a script", "javascript:fetch('http://127.0.0.1')", wrongScheme],
  ["a user", `http://user@${publicName}/`, credentials],
  ["a password", `http://:secret@${publicName}/`, credentials],
  ["a public name as the user", `http://${publicName}@127.0.0.1/`, credentials],
  ["an address as the user", `http://127.0.0.1@${publicName}/`, credentials],
];

describe("without a lookup or a connection, the server refuses", () => {
  test.each(refused)("%s: %j", async (_, address, why) => {
    const network = networkWith();
    const [host] = hosts;
    const [reason, message] = await failureFor(address.replace("PORT", String(host?.port)), network);
    expect([reason, message]).toEqual(["refused", expect.stringMatching(why)]);
    expect(message).not.toContain("secret");
    expect([network.lookups, network.goals, connections() - connectionsBefore]).toEqual([[], [], 0]);
  });
});

describe("without a connection, the server refuses a name that resolves to", () => {
  const single = specialAddresses.flatMap(([range, first, last]) => [
    [range, [first]] as const,
    [range, [last]] as const,
  ]);
  test.each([
    ...single,
    ["an address with a zone", ["fe80::1%eth0"]],
    ["a public and a private address", [publicIp, "10.0.0.1"]],
    ["a private and a public address", ["10.0.0.1", publicIp]],
    ["a public IPv4 and a private IPv6 address", [publicIp, "fd00::1"]],
    ["three public addresses and loopback", [publicIp, "1.1.1.1", "2606:2800:220:1::1", "127.0.0.1"]],
    ["what is no address", ["photos.example.com"]],
  ] as const)("%s: %j", async (_, addresses) => {
    for (const scheme of ["http", "https"]) {
      const network = networkWith({ "inside.example.com": addresses });
      const [reason, message] = await failureFor(`${scheme}://inside.example.com/a.jpg`, network);
      expect([reason, message]).toEqual(["refused", expect.stringMatching(notPublic)]);
      expect(network.lookups).toEqual(["inside.example.com"]);
      expect([network.goals, connections() - connectionsBefore]).toEqual([[], 0]);
    }
  });
});

describe("after the request for the public address, the server goes no further when it redirects to", () => {
  // Relative to http, `http:` without two slashes is a path. A header has no line breaks.
  const absolute = refused.filter(([, address]) => /^ *https?:[/\\]{2}[^\t\n]*$/i.test(address));
  test.each([
    ...absolute,
    ["an address without a scheme", "//127.0.0.1/", notPublic],
    ["a name of this network", "http://inside.example.com/", notPublic],
    ["a path of another scheme", "file:///etc/passwd", wrongScheme],
  ] as const)("%s: %j", async (_, address, why) => {
    const network = networkWith({ "inside.example.com": ["192.168.1.1"] });
    const [host] = hosts;
    const to = encodeURIComponent(address.replace("PORT", String(host?.port)));
    const [reason, message] = await failureFor(`http://${publicName}/to/${to}`, network);
    expect([reason, message]).toEqual(["refused", expect.stringMatching(why)]);
    expect(network.goals).toEqual([`${publicIp} 80`]);
    expect(connections() - connectionsBefore).toBe(1);
  });
});
