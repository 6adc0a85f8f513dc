import { createHash } from "node:crypto";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { isBlank } from "../../catalogue/text/is-blank.ts";
import { withEllipsis } from "../../catalogue/text/with-ellipsis.ts";
import type { PreparedCoffee } from "../list-cache/prepared-coffee.ts";
import type { SegmentedList } from "../list-cache/segmented-list.ts";

/** A coffee in the feeds. `id` is a UUID as a URN; times are in RFC 3339. */
export type FeedEntry = Readonly<{ id: string; coffee: Coffee; summary: string; published: string; updated: string }>;

/** The coffees that were added last, newest first. `id` identifies the shop's log, at every address of the shop. */
export type Feed = Readonly<{ id: string; updated: string; entries: readonly FeedEntry[] }>;

const entriesAtMost = 50;
/** The most characters of each text in a feed entry, in UTF-16 code units. */
const charactersAtMost = 600;
/** Grapheme clusters over this many UTF-16 code units may be cut, so that only a text's end is segmented. */
const clusterAtMost = 64;
const graphemes = new Intl.Segmenter("en");
const beforeAnyChange = "1970-01-01T00:00:00.000Z";

/** Reads the content of the feeds for this list. Rejects as the store does. */
export async function readFeed(store: CoffeeStore, list: SegmentedList): Promise<Feed> {
  const coffees = newestOf(list);
  const [first] = await store.select({ numbers: [1] }, 1);
  const [newest] = await store.summarise({}, 1);
  const numbers = coffees.flatMap(({ place, number }) => [place, number]);
  const changes = await store.summarise({ numbers, withErasures: true }, numbers.length);
  const times = new Map(changes.map(({ number, time }) => [number, time]));
  const entries = coffees.map(({ id, place, number, text }): FeedEntry => {
    const updated = times.get(number) ?? beforeAnyChange;
    const coffee: Coffee = JSON.parse(text);
    const [name, chef, category] = [shortened(coffee.name), shortened(coffee.chef), shortened(coffee.category)];
    return {
      id: nameFor(`coffee ${id}`),
      coffee: { ...coffee, name, chef, category },
      summary: summaryOf(coffee),
      published: times.get(place) ?? updated,
      updated,
    };
  });
  return { id: nameFor(`shop ${first?.hash ?? ""}`), updated: newest?.time ?? beforeAnyChange, entries };
}

function newestOf(list: SegmentedList): PreparedCoffee[] {
  const newest: PreparedCoffee[] = [];
  for (const { coffees } of list.segments.toReversed()) {
    newest.push(...coffees.toReversed());
    if (newest.length >= entriesAtMost) break;
  }
  return newest.slice(0, entriesAtMost);
}

/**
 * A UUID of version 8 (RFC 9562 §5.8) as a URN, made of `named` alone, so that it stays the same when the shop moves.
 */
function nameFor(named: string): string {
  const digits = createHash("sha256").update(`niceties ${named}`).digest("hex");
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`, `a${digits.slice(15, 18)}`];
  return `urn:uuid:${parts.join("-")}-${digits.slice(18, 30)}`;
}

/** The coffee's own words: its taste, and the start of its details. */
function summaryOf({ taste, details }: Coffee): string {
  const words = [taste, details].map((text) => text.trim()).filter((text) => text !== "");
  return shortened(words.join("\n\n"));
}

/**
 * At most `charactersAtMost` UTF-16 code units and "…". Never cuts a grapheme cluster (UAX #29) of usual length in two.
 */
function shortened(text: string): string {
  if (text.length <= charactersAtMost) return text;
  const end = text.slice(charactersAtMost - clusterAtMost, charactersAtMost);
  const last = [...graphemes.segment(end)].at(-1)?.index ?? 0;
  const whole = last > 0 ? charactersAtMost - clusterAtMost + last : charactersAtMost;
  return withEllipsis(text.slice(0, whole));
}

export function titleOf({ name }: Coffee): string {
  return isBlank(name) ? "Unnamed coffee" : name.trim();
}
