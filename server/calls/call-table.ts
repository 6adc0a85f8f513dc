import { copiesPath } from "../../catalogue/copy-address.ts";
import { photosPath } from "../../catalogue/photo-address.ts";

type CoffeeCall = "listCoffees" | "addCoffee" | "findCoffee" | "replaceCoffee" | "removeCoffee";
type LogCall = "listChanges" | "followChanges" | "undoChange" | "previewVisitorUndo" | "undoVisitor";
type PhotoCall = "addPhoto" | "readPicture";
type CopyCall = "readCopy";

/** The name of a call; the API's description uses the same name. */
export type CallName = CoffeeCall | LogCall | PhotoCall | CopyCall;

/** A value for each call, such as its handler or description. */
export type ForEachCall<Of, Name extends CallName = CallName> = Readonly<Record<Name, Of>>;

/** The calls at one address, by method. `:name` stands for a segment of the path that is an argument. */
export type CallAddress<Name extends CallName = CallName> = Readonly<{
  path: `/${string}`;
  methods: Readonly<Partial<Record<"GET" | "POST" | "PUT" | "DELETE", Name>>>;
  /** Whether people who open the address in a browser see the not-found page. */
  hasPage?: boolean;
  /** Whether pages of other sites may show what it sends. */
  isForOtherSites?: boolean;
}>;

/** The five calls of the specification (§7). */
const fiveCalls: readonly CallAddress<CoffeeCall>[] = [
  { path: "/coffee", hasPage: true, methods: { GET: "listCoffees", POST: "addCoffee" } },
  {
    path: "/coffee/:id",
    hasPage: true,
    methods: { GET: "findCoffee", PUT: "replaceCoffee", DELETE: "removeCoffee" },
  },
];

const logCalls: readonly CallAddress<LogCall>[] = [
  { path: "/-/changes", methods: { GET: "listChanges" } },
  { path: "/-/changes/stream", methods: { GET: "followChanges" } },
  { path: "/-/changes/:number/undo", methods: { PUT: "undoChange" } },
  { path: "/-/visitors/:name/undo", methods: { GET: "previewVisitorUndo", PUT: "undoVisitor" } },
];

/** The calls about photos. A shop whose coffees another product server keeps has them too. */
export const photoCalls: readonly CallAddress<PhotoCall>[] = [
  { path: photosPath, methods: { POST: "addPhoto" } },
  { path: `${photosPath}/:picture`, methods: { GET: "readPicture" }, isForOtherSites: true },
];

/** The call about copies of photos of other hosts. */
export const copyCalls: readonly CallAddress<CopyCall>[] = [
  { path: copiesPath, methods: { GET: "readCopy" }, isForOtherSites: true },
];

/**
 * Every call about coffees and their changes, once: its routes and the API's description follow from this table. See
 * docs/api.md.
 */
export function callTable(extras: boolean): readonly CallAddress<CoffeeCall | LogCall>[] {
  return extras ? [...fiveCalls, ...logCalls] : fiveCalls;
}
