// Passes connections from a socket file to a port. It runs in the network of a container that has no network else, so
// that the container can be reached through the file alone: node relay.ts FILE PORT
import { connect, createServer, type NetConnectOpts, type Server } from "node:net";
import { readArguments } from "../../../tools/read-arguments.ts";

const helpText = "node relay.ts FILE PORT   passes connections from a socket file to a port of 127.0.0.1";

/** A server that passes each connection on, in both directions. */
export function relayTo(target: NetConnectOpts): Server {
  return createServer({ allowHalfOpen: true }, (client) => {
    const shop = connect({ ...target, allowHalfOpen: true });
    client.pipe(shop).pipe(client);
    client.on("error", () => shop.destroy());
    shop.on("error", () => client.destroy());
    client.on("close", () => shop.destroy());
    shop.on("close", () => client.destroy());
  });
}

if (import.meta.main) {
  const [file, port] = readArguments(helpText, { allowPositionals: true }).positionals;
  relayTo({ port: Number(port), host: "127.0.0.1" }).listen(file, () => console.log("open"));
}
