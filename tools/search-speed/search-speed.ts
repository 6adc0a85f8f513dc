// Measures how long a search takes: reading the words of a list, each key that people type, facets and orders.
import { relatedCoffees } from "../../app/coffee/related/related-coffees.ts";
import { Finder } from "../../app/search/finder.ts";
import { emptyQuery, sorts } from "../../app/search/search-query.ts";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { makeCoffees } from "../../bench/make-coffees.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { readArguments } from "../read-arguments.ts";
import { describeTimes, keyByKey, typedSearches, type KeyTime } from "./typed-searches.ts";

const helpText = `node tools/search-speed/search-speed.ts                     times the search itself, without a browser
  --coffees 10000       the number of coffees`;

const consonants = "b c d f g h j k l m n p r s t v z".split(" ");
const vowels = "a e i o u".split(" ");

const { values } = readArguments(helpText, { options: { coffees: { type: "string", default: "10000" } } });
const count = Number(values.coffees);
const fields = makeCoffees(count, 1);
const plain = fields.map((coffee, index): Coffee => ({ ...coffee, _id: String(index) }));
const random = seededRandom(7);
await measure(`${count} coffees as the benchmark makes them`, plain);
const words = Array.from({ length: 20_000 }, () => madeUpWord(random));
await measure(
  `${count} coffees with 20,000 made-up words`,
  plain.map((coffee) => ({
    ...coffee,
    name: `${coffee.name} ${random.pick(words)}`,
    details: `${coffee.details} ${Array.from({ length: 15 }, () => random.pick(words)).join(" ")}`,
  })),
);
const long = "Slowly poured over ice while evening rain counts every window. ".repeat(160).slice(0, 10_000);
await measure(
  `${count} coffees with 10,000 characters of details each`,
  plain.map((coffee) => ({ ...coffee, details: long })),
);

async function measure(title: string, coffees: readonly Coffee[]): Promise<void> {
  console.log(`\n${title}`);
  const id = String(Math.floor(coffees.length / 2));
  once("what stands around a coffee", () => relatedCoffees(coffees, id));
  const finder = new Finder();
  await timed("take, without words", () => finder.setList(coffees));
  for (const sort of sorts) once(`first order by ${sort}`, () => finder.find({ ...emptyQuery, sort }, "en"));
  await timed("load and read words", () => finder.loadWords());
  await timed("take with one coffee changed", () =>
    finder.setList(coffees.with(5, { ...random.pick(coffees.slice(5, 6)) })),
  );
  once("the first key", () => finder.find({ ...emptyQuery, q: "l" }, "en"));
  tell(
    "a key",
    keys((q) => finder.find({ ...emptyQuery, q }, "en")),
  );
  tell(
    "a key, by name",
    keys((q) => finder.find({ ...emptyQuery, q, sort: "name" }, "en")),
  );
  tell(
    "a key and its facets",
    keys((q) => (finder.find({ ...emptyQuery, q }, "en"), finder.facets({ ...emptyQuery, q }, "en"))),
  );
  const found = finder.find({ ...emptyQuery, q: "mocha espresso" }, "en");
  once("marks in the names of 100", () => found.coffees.slice(0, 100).map(({ name }) => finder.marks(name, found)));
}

/** Times every search, key by key. Takes the median of five rounds, because the machine may do other work. */
function keys(work: (q: string) => void): readonly KeyTime[] {
  const queries = typedSearches.flatMap(keyByKey);
  const rounds = [1, 2, 3, 4, 5].map(() =>
    queries.map((q) => {
      const start = performance.now();
      work(q);
      return performance.now() - start;
    }),
  );
  return queries.map((typed, place) => ({
    typed,
    ms: latencyOf(rounds.flatMap((times) => times.slice(place, place + 1))).p50,
  }));
}

function tell(what: string, times: readonly KeyTime[]): void {
  console.log(`  ${what}: ${describeTimes(times, 3, 2)}, ${times.length} keys`);
}

function once(what: string, work: () => void): void {
  const start = performance.now();
  work();
  console.log(`  ${what}: ${(performance.now() - start).toFixed(1)} ms`);
}

/** Prints how long the work takes, and the longest time for which it blocks the event loop. */
async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  let [longest, last] = [0, start];
  let isRunning = true;
  const beat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isRunning) setImmediate(beat);
  };
  setImmediate(beat);
  await work();
  isRunning = false;
  longest = Math.max(longest, performance.now() - last);
  console.log(`  ${what}: ${(performance.now() - start).toFixed(0)} ms, at most ${longest.toFixed(1)} ms at once`);
}

function madeUpWord({ below, pick }: SeededRandom): string {
  const syllables = Array.from({ length: 2 + below(3) }, () => pick(consonants) + pick(vowels));
  return syllables.join("");
}
