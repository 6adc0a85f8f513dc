import { parseArgs } from "node:util";
import { rowNames, rowsOf, visitKinds, type RowName, type VisitKind } from "./browser-rows.ts";

export type BrowserOptions = Readonly<{
  rounds: number;
  /** How many times one visit does all actions. */
  cycles: number;
  sizes: readonly number[];
  rows: readonly RowName[];
  json: string | undefined;
  isMarkdown: boolean;
}>;

export const helpText = `npm run bench:browser                      every row: about an hour; best on a machine that does nothing else
npm run bench:browser -- --quick           one size, two rounds: a few minutes
npm run bench:browser -- --only "LCP"      the rows whose names hold these words
npm run bench:browser -- --only 100        of this size; sizes and words can be given together, and more than once
npm run bench:browser -- --rounds 5        as many rounds; each takes all pages in turn
npm run bench:browser -- --json FILE       writes all that was measured, every round by itself
npm run bench:browser -- --markdown        prints the tables as docs/performance.md has them

Rows: ${rowNames.join(", ")}.
Sizes: 24, 100, 1000, 10000 and 100000 coffees; the last is opened by the shop alone.`;

/** From this many coffees on, the bench opens only the shop, once, and only its home. */
export const onlyOursFrom = 100_000;

const complete = { rounds: 3, cycles: 3, sizes: [24, 100, 1_000, 10_000, onlyOursFrom] };
const quick = { rounds: 2, cycles: 1, sizes: [100] };

/** Parses the command line; undefined for `--help`. Throws an error whose message is for the user. */
export function parseBrowserOptions(args: readonly string[]): BrowserOptions | undefined {
  const parsedOptions = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h" },
      quick: { type: "boolean" },
      only: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      json: { type: "string" },
      markdown: { type: "boolean", default: false },
    },
  }).values;
  if (parsedOptions.help) return undefined;
  const usual = parsedOptions.quick ? quick : complete;
  const sizes = complete.sizes.filter((size) => parsedOptions.only.includes(String(size)));
  const words = parsedOptions.only
    .filter((each) => !sizes.map(String).includes(each))
    .map((each) => each.toLowerCase());
  const rows = rowNames.filter((row) => words.every((each) => row.toLowerCase().includes(each)));
  if (rows.length === 0) throw new Error(`No row has ${words.join(" and ")} in its name.`);
  const rounds = Number(parsedOptions.rounds ?? usual.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds ${parsedOptions.rounds} is no whole number above zero.`);
  return {
    rounds,
    cycles: usual.cycles,
    sizes: sizes.length === 0 ? usual.sizes : sizes,
    rows,
    json: parsedOptions.json,
    isMarkdown: parsedOptions.markdown,
  };
}

/** The kinds of visit that measure the chosen rows. */
export function visitsFor({ rows }: BrowserOptions): readonly VisitKind[] {
  return visitKinds.filter((kind) => rowsOf[kind].some((row) => rows.includes(row)));
}
