import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { FoundCoffee } from "../../calls/product-server.ts";
import { fieldsFrom, isRecord } from "../../calls/replies/read-reply.ts";

/*
 * Coffees that were sent without a reply, and drafts that were never sent. Each has its own key in localStorage, so
 * that two tabs do not overwrite each other. An entry is removed once it is saved by the server or discarded.
 */

/** A typed coffee: a new one, or an edit of one that was loaded. */
export type Unsent = Readonly<{
  id: string;
  fields: CoffeeFields;
  /** Idempotency key of an add. */
  key?: string | undefined;
  /** The coffee before the edit. */
  loaded?: FoundCoffee;
  /** When the draft was saved, in milliseconds since 1970. */
  time?: number;
}>;

/**
 * Returns the result of `act`, or `otherwise` if it throws: storage is refused or full, or a stored text is not JSON.
 */
function orElse<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** Typed coffees in localStorage. If the browser refuses storage or it is full, reads find nothing. */
function typedCoffeeStorage(prefix: string) {
  const textOf = (id: string) => orElse(() => localStorage.getItem(prefix + id) ?? undefined, undefined);
  return {
    textOf,
    /** Returns whether the browser stored it. */
    save: (id: string, text: string): boolean =>
      orElse(() => {
        localStorage.setItem(prefix + id, text);
        return true;
      }, false),
    drop(id: string): void {
      if (textOf(id) !== undefined) localStorage.removeItem(prefix + id);
    },
    /** Undefined if the entry is missing or cannot be parsed. */
    read: (id: string) => orElse(() => readUnsentFrom(JSON.parse(textOf(id) ?? "null")), undefined),
    ids: (): readonly string[] =>
      orElse(() => {
        const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
        return names.map((name) => name.slice(prefix.length)).sort();
      }, []),
  };
}

const unsentStorage = typedCoffeeStorage("unsent ");
export const draftStorage = typedCoffeeStorage("draft ");
const listeners = new Set<() => void>();

/** Returns whether the browser stored it. */
export function saveUnsent(unsent: Unsent): boolean {
  const isKept = unsentStorage.save(unsent.id, JSON.stringify(unsent));
  if (isKept) notifyListeners();
  return isKept;
}

export function removeUnsent(id: string): void {
  if (readUnsent(id) === undefined) return;
  unsentStorage.drop(id);
  notifyListeners();
}

export function readUnsent(id: string): Unsent | undefined {
  return unsentStorage.read(id);
}

/** All ids in one string, so that useSyncExternalStore can compare snapshots. */
export function unsentIds(): string {
  return unsentStorage.ids().join(" ");
}

/** Calls `listener` when an entry is added or removed, also by another tab. */
export function watchUnsent(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export function readUnsentFrom(value: unknown): Unsent | undefined {
  if (!isRecord(value) || typeof value["id"] !== "string" || !isRecord(value["fields"])) return undefined;
  const { id, fields, key, loaded, time } = value;
  return {
    id,
    fields: fieldsFrom(fields),
    ...(typeof key === "string" && { key }),
    ...(isRecord(loaded) && { loaded: readLoaded(loaded) }),
    ...(typeof time === "number" && { time }),
  };
}

function readLoaded({ coffee, tag, otherValues }: Readonly<Record<string, unknown>>): FoundCoffee {
  const { _id, ...fields } = isRecord(coffee) ? coffee : {};
  return {
    coffee: { _id: String(_id), ...fieldsFrom(fields) },
    tag: typeof tag === "string" ? tag : undefined,
    ...(isRecord(otherValues) && {
      otherValues: Object.fromEntries(Object.entries(otherValues).filter(([, value]) => typeof value === "string")),
    }),
  };
}

let nextInForm: Unsent | undefined;

/** Sets the unsent coffee with which the next form opens. */
export function openInForm(unsent: Unsent | undefined): void {
  nextInForm = unsent;
}

/** The unsent coffee for a form whose navigation state names it; undefined after the page is reloaded. */
export function unsentInForm(state: unknown): Unsent | undefined {
  return isRecord(state) && state["unsent"] === nextInForm?.id ? nextInForm : undefined;
}
