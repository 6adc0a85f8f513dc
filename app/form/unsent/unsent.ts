import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { readFields, isRecord, restoreFound, type FoundCoffee } from "../../../client/read-coffee.ts";

/*
 * Coffees that were sent without a reply or wait for their photo, and drafts that were never sent. Each has its own key
 * in localStorage, so that two tabs do not overwrite each other. An entry is removed once it is saved by the server or
 * discarded, and its photo with the last entry that names it.
 */

/** A photo that the visitor chose, and that is uploaded before its coffee is sent. photo-store.ts has it under its id. */
export type UnsentPhoto = Readonly<{
  id: string;
  /** The text for those who do not see it. */
  alt: string;
}>;

/** A typed coffee: a new one, or an edit of one that was loaded. */
export type Unsent = Readonly<{
  id: string;
  fields: CoffeeFields;
  /** Takes the place of the photo in `fields`, which may be its address already. */
  photo?: UnsentPhoto | undefined;
  /** Why the photo could not be uploaded the last time, as a sentence for the visitor. */
  photoRefusal?: string | undefined;
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

/** Whether an entry names a photo. False if the browser refuses storage. */
export function isPhotoNamed(id: string): boolean {
  return orElse(() => Object.values(localStorage).some((text) => String(text).includes(id)), false);
}

/** Removes a photo soon, unless an entry names it. */
export function removeIfUnnamed({ id }: UnsentPhoto): void {
  if (isPhotoNamed(id)) return;
  import("./photo-store.ts").then(
    ({ removePhoto }) => (isPhotoNamed(id) ? undefined : removePhoto(id)),
    (error: unknown) => console.error(error), // it is removed when the next photo is stored
  );
}

/** Typed coffees in localStorage. If the browser refuses storage or it is full, reads find nothing. */
function typedCoffeeStorage(prefix: string) {
  const textOf = (id: string) => orElse(() => localStorage.getItem(prefix + id) ?? undefined, undefined);
  /** Undefined if the entry is missing or cannot be parsed. */
  const read = (id: string) => orElse(() => parseUnsent(textOf(id) ?? "null"), undefined);
  return {
    textOf,
    read,
    /** Returns whether the browser stored it. */
    save: (id: string, text: string): boolean =>
      orElse(() => {
        const before = read(id)?.photo;
        localStorage.setItem(prefix + id, text);
        if (before) removeIfUnnamed(before);
        return true;
      }, false),
    drop(id: string): void {
      const before = read(id)?.photo;
      if (textOf(id) !== undefined) localStorage.removeItem(prefix + id);
      if (before) removeIfUnnamed(before);
    },
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

/** All entries in one string, a line each, so that useSyncExternalStore can compare snapshots. */
export function unsentLines(): string {
  return unsentStorage.ids().map(unsentStorage.textOf).join("\n");
}

/** The entries in the lines of `unsentLines`. */
export function readUnsentLines(lines: string): readonly Unsent[] {
  return lines.split("\n").flatMap((line) => orElse(() => parseUnsent(line), undefined) ?? []);
}

/**
 * What tells a typed coffee from others, as text. A photo that the browser has counts by its id: its address comes only
 * with its upload, and the same photo has the same address again.
 */
export function identityOf(fields: CoffeeFields, photo: UnsentPhoto | undefined): string {
  return JSON.stringify(photo ? { ...fields, photo: [photo.id, photo.alt] } : fields);
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

/** Throws if the text is not JSON. */
function parseUnsent(text: string): Unsent | undefined {
  return readUnsentFrom(JSON.parse(text));
}

export function readUnsentFrom(value: unknown): Unsent | undefined {
  if (!isRecord(value) || typeof value["id"] !== "string" || !isRecord(value["fields"])) return undefined;
  const { id, fields, photo, photoRefusal, key, loaded, time } = value;
  return {
    id,
    fields: readFields(fields),
    ...(isRecord(photo) && readPhoto(photo)),
    ...(typeof photoRefusal === "string" && { photoRefusal }),
    ...(typeof key === "string" && { key }),
    ...(isRecord(loaded) && { loaded: restoreFound(loaded) }),
    ...(typeof time === "number" && { time }),
  };
}

function readPhoto({ id, alt }: Readonly<Record<string, unknown>>): Pick<Unsent, "photo"> {
  return typeof id === "string" ? { photo: { id, alt: typeof alt === "string" ? alt : "" } } : {};
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
