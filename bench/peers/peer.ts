import type { Command } from "../machine/children.ts";
import type { Place } from "./place.ts";

/** A feature of a server that the bench measures. */
export type Ability = "list" | "gzip" | "br" | "unchanged" | "one" | "home" | "writes";

export type Peer = Readonly<{
  name: string;
  /** What the server is, and which of a shop's work it does not do. */
  about: string;
  abilities: ReadonlySet<Ability>;
  /** Why the server cannot be measured on this machine; undefined if it can. */
  absence?: () => string | undefined;
  /** Puts the coffees where the server will look for them. */
  fill: (place: Place) => Promise<void>;
  command: (place: Place, port: number) => Command;
}>;

export function abilities(...names: Ability[]): ReadonlySet<Ability> {
  return new Set(names);
}
