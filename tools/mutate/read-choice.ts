import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import { seededRandom } from "../../test/seeded-random.ts";

/** What a run covers: program files or folders, as paths within the project, and how many of their mutants. */
export type Choice = Readonly<{
  paths: readonly string[];
  /** How many mutants to try; undefined for all. */
  sample: number | undefined;
  /** Another seed gives another sample. */
  seed: number;
}>;

type Words = Readonly<{ paths: readonly string[]; sample?: string | undefined; seed?: string | undefined }>;

/** Parses the command's words, for the project at `root`. If something is wrong, returns what it is. */
export function readChoice(root: string, words: Words): Choice | Readonly<{ wrong: string }> {
  const paths = words.paths.map((path) => normalize(path).replace(/\/$/, ""));
  const outside = paths.find((path) => path.startsWith("..") || path.startsWith("/") || !existsSync(join(root, path)));
  const sample = words.sample === undefined ? undefined : Number(words.sample);
  const seed = Number(words.seed ?? 1);
  if (paths.length === 0) return { wrong: "Name a folder or files." };
  if (outside !== undefined) return { wrong: `There is no ${outside} in the project.` };
  if (paths.some((path) => path.endsWith(".test.ts"))) return { wrong: "Name program files; their tests are found." };
  if (sample !== undefined && !(Number.isInteger(sample) && sample > 0)) {
    return { wrong: "--sample must be a whole number above 0." };
  }
  if (!Number.isInteger(seed) || seed < 0) return { wrong: "--seed must be a whole number, 0 or above." };
  return { paths, sample, seed };
}

const fractions = 1_000_000;

/** Chooses `size` items at equal distances, starting at a place that the seed decides; all if there are no more. */
export function chooseSample<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  if (size >= items.length) return items;
  const distance = items.length / size;
  const first = (seededRandom(seed).below(fractions) / fractions) * distance;
  const chosen = new Set(Array.from({ length: size }, (_, index) => Math.floor(first + index * distance)));
  return items.filter((_, index) => chosen.has(index));
}
