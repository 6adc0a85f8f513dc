import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, isIPv6, type Server, type Socket } from "node:net";
import { openNetwork, type Lookup, type Network } from "../../server/photos/mirror/network.ts";
import type { TestCertificate } from "./test-certificate.ts";

/** A listening server, which counts the connections that reach it. */
export type PhotoHost = AsyncDisposable & Readonly<{ ip: string; port: number; connections: () => number }>;

async function listen(server: Server, ip: string, wantedPort: number): Promise<PhotoHost> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // The client ends connections in the middle of a reply.
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(wantedPort, ip);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  return {
    ip,
    port: address.port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/** Starts a host that answers as `listener` does, on a free port of a loopback address or on the given one. */
export function openPhotoHost(listener: RequestListener, ip = "127.0.0.1", port = 0): Promise<PhotoHost> {
  return listen(createHttpServer(listener), ip, port);
}

export function openSecureHost(listener: RequestListener, { key, cert }: TestCertificate): Promise<PhotoHost> {
  // Clients that do not trust the certificate end the handshake.
  return listen(
    createHttpsServer({ key, cert }, listener).on("tlsClientError", () => {}),
    "127.0.0.1",
    0,
  );
}

/** Starts a host that answers with any bytes: `talk` gets each socket once a request has begun to arrive. */
export function openRawHost(talk: (socket: Socket) => void): Promise<PhotoHost> {
  return listen(
    createTcpServer((socket) => void socket.once("data", () => talk(socket))),
    "127.0.0.1",
    0,
  );
}

/** A public address for tests, at which `networkTo` has its host. */
export const publicIp = "93.184.216.34";
/** A name for it. */
export const publicName = "photos.example.com";

export type TestNetwork = Network & Readonly<{ lookups: readonly string[]; goals: readonly string[] }>;

/**
 * A network in which connections to all IP addresses and ports lead to `host`, and in which only these names exist.
 * `lookups` has the names that were looked up, `goals` the addresses that were connected to.
 */
export function networkTo(
  host: PhotoHost,
  names: Readonly<Record<string, readonly string[]>> = { [publicName]: [publicIp] },
  others: Partial<Network> = {},
): TestNetwork {
  const lookups: string[] = [];
  const goals: string[] = [];
  const lookup: Lookup = (name, _, callback) => {
    lookups.push(name);
    const found = names[name];
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" });
    process.nextTick(() => (found ? callback(null, found.map(addressOf)) : callback(error, [])));
  };
  const connectTo = (ip: string, port: number) => {
    goals.push(`${ip} ${port}`);
    return { ip: host.ip, port: host.port };
  };
  return { ...openNetwork, lookup, connectTo, ...others, lookups, goals };
}

function addressOf(address: string): LookupAddress {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
