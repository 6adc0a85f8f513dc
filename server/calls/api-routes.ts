import type { Handler, Route } from "../http/route.ts";
import { callTable, type ForEachCall } from "./call-table.ts";
import { changesApi, type ChangesApiParts } from "./changes/changes-api.ts";
import { coffeeApi, type CoffeeApiParts } from "./coffee/coffee-api.ts";
import { visitorUndoApi, type VisitorUndoApiParts } from "./changes/visitor-undo-api.ts";
import { streamApi, type StreamApiParts } from "./changes/stream-api.ts";

/** The routes of all calls, with their handlers. */
export function apiRoutes(
  parts: CoffeeApiParts & ChangesApiParts & StreamApiParts & VisitorUndoApiParts,
): readonly Route[] {
  const handlers: ForEachCall<Handler> = {
    ...coffeeApi(parts),
    ...changesApi(parts),
    ...streamApi(parts),
    ...visitorUndoApi(parts),
  };
  return callTable(parts.extras).map(({ path, methods, hasPage = false }): Route => {
    const entries = Object.entries(methods).map(([method, name]) => [method, handlers[name]] as const);
    return { path, kind: "call", hasPage, methods: Object.fromEntries(entries) };
  });
}
