import { callTable, copyCalls, photoCalls, type CallAddress } from "../call-table.ts";
import { operations } from "./operations.ts";
import { pathParameters } from "./parameters.ts";
import { namedSchemas } from "./schemas.ts";

/**
 * Describes the product server in OpenAPI 3.1, from the table of calls and the same schemas that check requests.
 * Without extras it has only the five calls. `publicUrl` is the address under which clients know the shop, or empty.
 */
export function describeApi(extras: boolean, publicUrl = ""): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Niceties product server",
      version: "1",
      description: "The catalogue of a coffee shop, open to everyone.",
    },
    servers: [{ url: publicUrl || "/" }],
    paths: Object.fromEntries(
      [...callTable(extras), ...(extras ? [...photoCalls, ...copyCalls] : [])].map((address) =>
        pathItem(address, extras),
      ),
    ),
    components: { schemas: namedSchemas(extras) },
  };
}

function pathItem({ path, methods }: CallAddress, extras: boolean): [string, object] {
  const known = operations(extras);
  const calls = Object.entries(methods).map(([method, name]) => [
    method.toLowerCase(),
    { operationId: name, ...known[name] },
  ]);
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => pathParameters[name]);
  const item = { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(calls) };
  return [path.replaceAll(/:(\w+)/g, "{$1}"), item];
}
