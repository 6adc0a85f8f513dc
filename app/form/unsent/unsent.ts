import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { FoundCoffee, OtherValues } from "../../calls/product-server.ts";
import { fieldsFrom, isRecord } from "../../calls/read-reply.ts";

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
class KeptCoffees {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Whether it is kept. */
  keep(id: string, text: string): boolean {
    try {
      localStorage.setItem(this.#prefix + id, text);
      return true;
    } catch {
      return false;
    }
  }

  drop(id: string): void {
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
      return unsentFrom(JSON.parse(this.textOf(id) ?? "null"));
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

const allUnsent = new KeptCoffees("unsent ");
export const drafts = new KeptCoffees("draft ");
const listeners = new Set<() => void>();

/** Whether it is kept. */
export function keepUnsent(unsent: Unsent): boolean {
  const isKept = allUnsent.keep(unsent.id, JSON.stringify(unsent));
  if (isKept) tell();
  return isKept;
}

export function dropUnsent(id: string): void {
  if (readUnsent(id) === undefined) return;
  allUnsent.drop(id);
  tell();
}

export function readUnsent(id: string): Unsent | undefined {
  return allUnsent.read(id);
}

/** The names of all, in one text that is the same while they are. */
export function namesOfUnsent(): string {
  return allUnsent.ids().join(" ");
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

function tell(): void {
  for (const listener of listeners) listener();
}

export function unsentFrom(value: unknown): Unsent | undefined {
  if (!isRecord(value) || typeof value["id"] !== "string" || !isRecord(value["fields"])) return undefined;
  const { id, fields, key, loaded, time } = value;
  return {
    id,
    fields: fieldsFrom(fields),
    ...(typeof key === "string" && { key }),
    ...(isRecord(loaded) && { loaded: loadedFrom(loaded) }),
    ...(typeof time === "number" && { time }),
  };
}

function loadedFrom({ coffee, tag, otherValues }: Readonly<Record<string, unknown>>): FoundCoffee {
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

let opened: Unsent | undefined;

/** What the form that opens next begins with. */
export function openInForm(unsent: Unsent | undefined): void {
  opened = unsent;
}

/** What was opened in this form, as its address's state names it; nothing once the page was loaded anew. */
export function openedInForm(state: unknown): Unsent | undefined {
  return isRecord(state) && state["unsent"] === opened?.id ? opened : undefined;
}
