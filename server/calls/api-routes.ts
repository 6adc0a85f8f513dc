import type { Handler, Route } from "../http/route.ts";
import type { photoApi } from "../photos/photo-api.ts";
import { callTable, photoCalls, type CallAddress, type CallName, type ForEachCall } from "./call-table.ts";
import { changesApi, type ChangesApiParts } from "./changes/changes-api.ts";
import { coffeeApi, type CoffeeApiParts } from "./coffee/coffee-api.ts";
import { visitorUndoApi, type VisitorUndoApiParts } from "./changes/visitor-undo-api.ts";
import { streamApi, type StreamApiParts } from "./changes/stream-api.ts";

type PhotoHandlers = ReturnType<typeof photoApi>["handlers"];

/** The routes of all calls, with their handlers. `photos` are undefined with extras off. */
export function apiRoutes(
  parts: CoffeeApiParts & ChangesApiParts & StreamApiParts & VisitorUndoApiParts,
  photos: PhotoHandlers | undefined,
): readonly Route[] {
  const handlers: ForEachCall<Handler, Exclude<CallName, keyof PhotoHandlers>> = {
    ...coffeeApi(parts),
    ...changesApi(parts),
    ...streamApi(parts),
    ...visitorUndoApi(parts),
  };
  return [...routesOf(callTable(parts.extras), handlers), ...(photos ? routesOf(photoCalls, photos) : [])];
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
