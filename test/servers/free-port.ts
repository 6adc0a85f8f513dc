import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 that no program listens on. Calls of one turn get different ports, because each binds at once. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("There is no free port.");
  return address.port;
}
