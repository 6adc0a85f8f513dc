import { parseArgs } from "node:util";

export type Options = Readonly<{
  rounds: number;
  /** The length of one slot: one peer in one round of one row. */
  seconds: number;
  /** The length of a slot that measures the slowest thousandth of the replies. */
  pacedSeconds: number;
  /** The length of the slot in which one writer holds up readers. */
  stallSeconds: number;
  sizes: readonly number[];
  /** The sizes at which writes, and reads beside them, are measured too. */
  writeSizes: readonly number[];
  writers: readonly number[];
  only: readonly string[];
  peers: readonly string[];
  /** Whether each server is pinned to the first core, and the load to the others. */
  isOneCore: boolean;
  json: string | undefined;
  isMarkdown: boolean;
}>;

export const helpText = `npm run bench                       every row: about 20 minutes; best on a machine that does nothing else
npm run bench -- --quick            the main rows at one size, few and short rounds: a minute or two
npm run bench -- --only "304"       the rows whose names hold these words
npm run bench -- --only 1000        the rows of this size; sizes and words can be given together, and more than once
npm run bench -- --peers ours,bare  only these servers: ours, bare, bare-headers, nginx, express-sqlite, express-memory, json-server
npm run bench -- --rounds 5         as many rounds; each takes every server in turn
npm run bench -- --seconds 1        how long each slot of a round is
npm run bench -- --one-core         each server on one core, with all its threads, and the load on the others
npm run bench -- --json FILE        writes all that was measured, every round by itself
npm run bench -- --markdown         prints the tables as docs/performance.md has them

Rows: GET /coffee identity, gzip, br, 304; GET /coffee/{id}; home br, gzip, identity; POST, PUT, DELETE with 1, 16 and 64
writers; ordinary load (85 reads of the list in all codings and 40 writes a second); paced reads, quiet and while 64 write;
the stall that one writer causes at the largest size; start-up and memory.
Sizes: 24, 1000, 10000 and 100000 coffees.

All servers get this environment: settings of the shop given here, except for where it listens and keeps its coffees,
are measured too. All files are written below the system's temporary folder (TMPDIR), and removed at the end. For the
figures of writes to mean anything, that folder must be on a disk.`;

const complete = {
  rounds: 3,
  seconds: 0.6,
  pacedSeconds: 2,
  stallSeconds: 6,
  sizes: [24, 1_000, 10_000, 100_000],
  writeSizes: [1_000, 100_000],
  writers: [1, 16, 64],
};
const quick = {
  rounds: 2,
  seconds: 0.3,
  pacedSeconds: 1,
  stallSeconds: 2,
  sizes: [1_000],
  writeSizes: [1_000],
  writers: [64],
};

/** Parses the command line; undefined for `--help`. Throws an error whose message is for the user. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const parsedOptions = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h" },
      quick: { type: "boolean" },
      only: { type: "string", multiple: true, default: [] },
      peers: { type: "string", default: "" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      "one-core": { type: "boolean", default: false },
      json: { type: "string" },
      markdown: { type: "boolean", default: false },
    },
  }).values;
  if (parsedOptions.help) return undefined;
  const usual = parsedOptions.quick ? quick : complete;
  const sizes = complete.sizes.filter((size) => parsedOptions.only.includes(String(size)));
  return {
    ...usual,
    rounds: positive(parsedOptions.rounds, usual.rounds, "--rounds", true),
    seconds: positive(parsedOptions.seconds, usual.seconds, "--seconds", false),
    sizes: sizes.length === 0 ? usual.sizes : sizes,
    writeSizes: sizes.length === 0 ? usual.writeSizes : sizes,
    only: parsedOptions.only.filter((words) => !sizes.map(String).includes(words)),
    peers: parsedOptions.peers.split(",").filter(Boolean),
    isOneCore: parsedOptions["one-core"],
    json: parsedOptions.json,
    isMarkdown: parsedOptions.markdown,
  };
}

/** Whether `--only` selects a row: the row's name has all of its words. */
export function isAsked({ only }: Options, row: string): boolean {
  return only.every((words) => row.toLowerCase().includes(words.toLowerCase()));
}

function positive(text: string | undefined, usual: number, name: string, isWhole: boolean): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value) || (isWhole && !Number.isInteger(value)))
    throw new Error(`${name} ${text} is no ${isWhole ? "whole " : ""}number above zero.`);
  return value;
}
