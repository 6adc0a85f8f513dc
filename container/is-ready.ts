// The health check of the image: ends with code 0 if the shop in this container is ready, else with 1 and the reason.
import { get } from "node:http";

const { HOST = "", PORT = "" } = process.env;
/** Shorter than the timeout of the health check, so that the reason is printed. */
const timeoutMs = 8_000;
/** The address at which a shop on every network can be reached from its own container. */
const loopbacks: Readonly<Record<string, string>> = { "": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1" };

const options = { host: loopbacks[HOST] ?? HOST, port: PORT || 3000, path: "/-/ready", timeout: timeoutMs };
const request = get(options, (reply) => {
  if (reply.statusCode !== 200) fail(`The shop answered ${reply.statusCode}.`);
  reply.resume();
});
request.on("timeout", () => request.destroy(new Error(`The shop did not answer within ${timeoutMs / 1_000} seconds.`)));
request.on("error", ({ message }) => fail(message));

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
