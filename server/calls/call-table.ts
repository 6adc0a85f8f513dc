/** The name of a call; the API's description uses the same name. */
export type CallName =
  | "listCoffees"
  | "addCoffee"
  | "findCoffee"
  | "replaceCoffee"
  | "removeCoffee"
  | "listChanges"
  | "followChanges"
  | "undoChange"
  | "previewVisitorUndo"
  | "undoVisitor";

/** A value for each call, such as its handler or description. */
export type ForEachCall<Of> = Readonly<Record<CallName, Of>>;

/** The calls at one address, by method. `:name` stands for a segment of the path that is an argument. */
export type CallAddress = Readonly<{
  path: `/${string}`;
  methods: Readonly<Partial<Record<"GET" | "POST" | "PUT" | "DELETE", CallName>>>;
  /** Whether people who open the address in a browser see the not-found page. */
  hasPage?: boolean;
}>;

/** The five calls of the specification (§7). */
const fiveCalls: readonly CallAddress[] = [
  { path: "/coffee", hasPage: true, methods: { GET: "listCoffees", POST: "addCoffee" } },
  {
    path: "/coffee/:id",
    hasPage: true,
    methods: { GET: "findCoffee", PUT: "replaceCoffee", DELETE: "removeCoffee" },
  },
];

const callsOfExtras: readonly CallAddress[] = [
  { path: "/-/changes", methods: { GET: "listChanges" } },
  { path: "/-/changes/stream", methods: { GET: "followChanges" } },
  { path: "/-/changes/:number/undo", methods: { PUT: "undoChange" } },
  { path: "/-/visitors/:name/undo", methods: { GET: "previewVisitorUndo", PUT: "undoVisitor" } },
];

/**
 * Every call of the product server, once: its routes and the API's description follow from this table. See docs/api.md.
 */
export function callTable(extras: boolean): readonly CallAddress[] {
  return extras ? [...fiveCalls, ...callsOfExtras] : fiveCalls;
}
