import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { clientAddress, rememberAddresses, trustFunction, type TrustedProxies } from "./client-address.ts";

/** The client address of a request from 127.0.0.1 with this `X-Forwarded-For`. */
async function addressSeen(trusted: TrustedProxies, forwardedFor: string | undefined): Promise<string> {
  const addressOf = clientAddress(trusted);
  const server = createServer((incoming, outgoing) => outgoing.end(addressOf(incoming)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const headers = forwardedFor === undefined ? new Headers() : { "x-forwarded-for": forwardedFor };
  const seen = await (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
  server.close();
  server.closeAllConnections();
  return seen;
}

const far = "192.0.2.1";
const near = "198.51.100.1";
const own = "127.0.0.1";

test.for([
  ["off", undefined, own],
  ["off", far, own],
  ["off", `${far}, ${near}`, own],
  [1, undefined, own],
  [1, near, near],
  [1, `${far}, ${near}`, near],
  [2, `${far}, ${near}`, far],
  [2, near, near],
  [2, `203.0.113.9, ${far}, ${near}`, far],
  [[own], `${far}, ${near}`, near],
  [["127.0.0.0/8", near], `${far}, ${near}`, far],
  [["127.0.0.0/8", "198.51.100.0/24"], `203.0.113.9, ${far}, ${near}`, far],
  [["10.0.0.0/8"], `${far}, ${near}`, own],
  [["loopback"], far, far],
  [[own], "2001:db8::1", "2001:db8:0:0::/64"],
  [[own], "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  [[own], "2001:DB8:1:2::", "2001:db8:1:2::/64"],
  [[own], "::1", "0:0:0:0::/64"],
  [[own], "fe80::1%eth0", "fe80:0:0:0::/64"],
  [[own], "::ffff:192.0.2.1", far],
  [[own], "192.0.2.1:51234", far],
  [[own], "[2001:db8:1:2::5]:443", "2001:db8:1:2::/64"],
  [[own], "[2001:db8:1:2::5]", "2001:db8:1:2::/64"],
  [["127.0.0.0/8", near], `${far}:1, ${near}:51234`, far],
  [[own], "not an address", "not an address"],
] as const)(
  "trusting %j, with X-Forwarded-For: %s, the client address is %s",
  async ([trusted, forwardedFor, expected]) => {
    expect(await addressSeen(trusted, forwardedFor)).toBe(expected);
  },
);

test.for(["off", 1] as const)(
  "trusting %j, a client's address is still known after its connection closed",
  async (trusted) => {
    const seen: unknown[] = [];
    const server = createServer((incoming) => {
      incoming.socket.destroy();
      seen.push(clientAddress(trusted)(incoming));
    });
    server.listen(0, own);
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const ask = () => fetch(`http://${own}:${port}`).catch(() => {});
    await ask();
    rememberAddresses(server);
    await ask();
    server.close();
    expect(seen).toEqual([undefined, own]);
  },
);

test.for(["nowhere", "300.0.0.1", "10.0.0.0/33", ""])("%j is refused as a trusted address", (address) => {
  expect(() => trustFunction([address])).toThrow(Error);
});
