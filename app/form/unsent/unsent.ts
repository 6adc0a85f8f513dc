import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { FoundCoffee, OtherValues } from "../../calls/product-server.ts";
import { fieldsFrom, isRecord } from "../../calls/replies/read-reply.ts";

/*
 * What was typed and sent without a reply stays in the browser, under a name of its own each, so that two tabs do not write
 * over each other. It leaves once it has arrived, or is thrown away. Drafts stay there too: what was typed and never sent.
 */

/** A coffee that was typed, as a new one or as an edit of one that was loaded. */
export type Unsent = Readonly<{
  id: string;
  fields: CoffeeFields;
  /** Under which an add is made once, by servers that know how. */
  key?: string | undefined;
  /** The coffee that is edited, as it was loaded. */
  loaded?: FoundCoffee;
  /** When a draft was typed. */
  time?: number;
}>;

/** A browser may keep nothing, or have no room: then it is as if nothing were there. */
class TypedCoffeeStorage {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Whether it is kept. */
  save(id: string, text: string): boolean {
    try {
      localStorage.setItem(this.#prefix + id, text);
      return true;
    } catch {
      return false;
    }
  }

  remove(id: string): void {
    if (this.textOf(id) !== undefined) localStorage.removeItem(this.#prefix + id);
  }

  textOf(id: string): string | undefined {
    try {
      return localStorage.getItem(this.#prefix + id) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Undefined where there is none, or none that can be read. */
  read(id: string): Unsent | undefined {
    try {
      return readUnsentFrom(JSON.parse(this.textOf(id) ?? "null"));
    } catch {
      return undefined;
    }
  }

  ids(): readonly string[] {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(this.#prefix));
      return names.map((name) => name.slice(this.#prefix.length)).sort();
    } catch {
      return [];
    }
  }
}

const unsentStorage = new TypedCoffeeStorage("unsent ");
export const draftStorage = new TypedCoffeeStorage("draft ");
const listeners = new Set<() => void>();

/** Whether it is kept. */
export function saveUnsent(unsent: Unsent): boolean {
  const isKept = unsentStorage.save(unsent.id, JSON.stringify(unsent));
  if (isKept) notifyListeners();
  return isKept;
}

export function removeUnsent(id: string): void {
  if (readUnsent(id) === undefined) return;
  unsentStorage.remove(id);
  notifyListeners();
}

export function readUnsent(id: string): Unsent | undefined {
  return unsentStorage.read(id);
}

/** The names of all, in one text that is the same while they are. */
export function unsentIds(): string {
  return unsentStorage.ids().join(" ");
}

/** Calls `listener` whenever one comes or goes, in another tab too. */
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
    ...(isRecord(otherValues) && { otherValues: textsIn(otherValues) }),
  };
}

function textsIn(values: Readonly<Record<string, unknown>>): OtherValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
}

let nextInForm: Unsent | undefined;

/** What the form that opens next begins with. */
export function openInForm(unsent: Unsent | undefined): void {
  nextInForm = unsent;
}

/** What was opened in this form, as its address's state names it; nothing once the page was loaded anew. */
export function unsentInForm(state: unknown): Unsent | undefined {
  return isRecord(state) && state["unsent"] === nextInForm?.id ? nextInForm : undefined;
}
