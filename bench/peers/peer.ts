import type { Command } from "../machine/children.ts";
import type { Place } from "./place.ts";

/** What a server is measured in. */
export type Ability = "list" | "gzip" | "br" | "unchanged" | "one" | "home" | "writes";

export type Peer = Readonly<{
  name: string;
  /** What it is, and what it does less than a shop does. */
  about: string;
  abilities: ReadonlySet<Ability>;
  /** Why it cannot be measured on this machine, if so. */
  absence?: () => string | undefined;
  /** Puts the coffees where the server will look for them. */
  fill: (place: Place) => Promise<void>;
  command: (place: Place, port: number) => Command;
}>;

export function abilities(...names: Ability[]): ReadonlySet<Ability> {
  return new Set(names);
}
