import type { Handler, Route } from "../http/route.ts";
import { callTable, type CallAddress, type CallName, type ForEachCall } from "./call-table.ts";
import { changesApi, type ChangesApiParts } from "./changes/changes-api.ts";
import { coffeeApi, type CoffeeApiParts } from "./coffee/coffee-api.ts";
import { visitorUndoApi, type VisitorUndoApiParts } from "./changes/visitor-undo-api.ts";
import { streamApi, type StreamApiParts } from "./changes/stream-api.ts";

type OtherCalls = "addPhoto" | "readPicture" | "readCopy";

/** The routes of all calls about coffees and their changes, with their handlers. */
export function apiRoutes(
  parts: CoffeeApiParts & ChangesApiParts & StreamApiParts & VisitorUndoApiParts,
): readonly Route[] {
  const handlers: ForEachCall<Handler, Exclude<CallName, OtherCalls>> = {
    ...coffeeApi(parts),
    ...changesApi(parts),
    ...streamApi(parts),
    ...visitorUndoApi(parts),
  };
  return routesOf(callTable(parts.extras), handlers);
}

/** The routes of `table`, each with the handlers of its calls. */
export function routesOf<Name extends CallName>(
  table: readonly CallAddress<Name>[],
  handlers: ForEachCall<Handler, Name>,
): readonly Route[] {
  return table.map(({ path, methods, ...more }) => {
    const entries = Object.entries(methods).map(([method, name]) => [method, handlers[name]] as const);
    return { path, kind: "call", ...more, methods: Object.fromEntries(entries) };
  });
}
