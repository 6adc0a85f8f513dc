import type { Route } from "../http/route.ts";
import { changesApi, type ChangesApiParts } from "./changes/changes-api.ts";
import { coffeeApi, type CoffeeApiParts } from "./coffee/coffee-api.ts";
import { visitorUndoApi, type VisitorUndoApiParts } from "./changes/visitor-undo-api.ts";
import { streamApi, type StreamApiParts } from "./changes/stream-api.ts";

/** Every call of the product server: the five at `/coffee`, and with `extras` those about changes. See docs/api.md. */
export function apiRoutes(
  parts: CoffeeApiParts & ChangesApiParts & StreamApiParts & VisitorUndoApiParts,
): readonly Route[] {
  const { list, add, find, replace, remove } = coffeeApi(parts);
  const { select, undo } = changesApi(parts);
  const { follow } = streamApi(parts);
  const ofVisitor = visitorUndoApi(parts);
  const calls: readonly Route[] = [
    { path: "/coffee", hasPage: true, answers: { GET: list, POST: add } },
    { path: "/coffee/:id", hasPage: true, answers: { GET: find, PUT: replace, DELETE: remove } },
  ];
  const ofExtras: readonly Route[] = [
    { path: "/-/changes", answers: { GET: select } },
    { path: "/-/changes/stream", answers: { GET: follow } },
    { path: "/-/changes/:number/undo", answers: { PUT: undo } },
    { path: "/-/visitors/:name/undo", answers: { GET: ofVisitor.show, PUT: ofVisitor.undo } },
  ];
  return parts.extras ? [...calls, ...ofExtras] : calls;
}
