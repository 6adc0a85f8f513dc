import { once } from "node:events";
import type { Server } from "node:http";
import { openingCommand } from "../../program/files.ts";
import { CannotStart } from "../operate/cannot-start.ts";

export const loopback = "127.0.0.1";

/** Where a server listens: at an address of this machine, or on a socket that another program opened. */
export type ListenPlace =
  | Readonly<{
      host: string;
      port: number;
      /** The setting with which the operator can choose another port. */
      setting: string;
      /** Resolves to the end of the sentence "Port … is taken", before "or choose another". */
      holder?: () => Promise<string>;
      /** Lets another process of the same user listen on the port too. Linux then shares connections between them. */
      isShared?: boolean;
    }>
  | Readonly<{
      /** The file descriptor of a TCP socket that listens already, or is bound to an address. */
      descriptor: number;
    }>;

/** More connections than Node's 511 may wait while one process takes over from another. Linux allows 4,096 by default. */
const mostWaitingConnections = 4_096;

/** Resolves once the server listens. Rejects with `CannotStart` if the operator can remove the reason. */
export async function listen(server: Server, place: ListenPlace): Promise<void> {
  try {
    if ("descriptor" in place) server.listen({ fd: place.descriptor }, mostWaitingConnections);
    else server.listen({ port: place.port, host: place.host, reusePort: place.isShared ?? false });
    await once(server, "listening");
  } catch (error) {
    const reason = "descriptor" in place ? notASocket : await whyNotAt(place, error);
    throw reason === undefined ? error : new CannotStart(reason, { cause: error });
  }
  if ("descriptor" in place && !hasPort(server)) throw new CannotStart(notASocket);
}

const notASocket =
  "The socket that the service manager handed over is no TCP socket. Give ListenStream= an address with a port, such as 127.0.0.1:3000.";

async function whyNotAt(
  { host, port, setting, holder }: Extract<ListenPlace, { host: string }>,
  error: unknown,
): Promise<string | undefined> {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE": {
      const words = holder ? await holder() : endWhatUsesIt;
      return `Port ${port} on ${host} is taken${words}, or choose another: ${setting}=${port + 1} ${openingCommand}`;
    }
    case "EACCES":
      return `Port ${port} may not be used without more rights. Choose one above 1023: ${setting}=8080 ${openingCommand}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine. Set HOST to one that is.`;
    default:
      return undefined;
  }
}

/** What `ListenPlace.holder` resolves to for a program that is not known. */
export const endWhatUsesIt = ". End what uses it";

/** The URL of a server that listens. `host` replaces the address of the socket, to show it as the operator wrote it. */
export function urlOf(server: Server, host?: string): string {
  const address = server.address();
  const name = host ?? (typeof address === "object" && address ? address.address : "");
  return `http://${name.includes(":") ? `[${name}]` : name}:${portOf(server)}`;
}

/** The port of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function hasPort(server: Server): boolean {
  return portOf(server) > 0;
}
