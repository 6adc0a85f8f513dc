import { z } from "zod";

const place = z.object({ line: z.number(), column: z.number() });
const mutantSchema = z.object({
  mutatorName: z.string(),
  replacement: z.string().default(""),
  location: z.object({ start: place, end: place }),
  status: z.string(),
});
const reportSchema = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutantSchema) })),
});

/** A mutant with which all tests passed. */
export type Survivor = Readonly<{
  file: string;
  line: number;
  column: number;
  mutator: string;
  original: string;
  replacement: string;
  /** False if no test even reaches its line. */
  isReached: boolean;
}>;

export type Tally = Readonly<{ file: string; mutants: number; noticed: number; survivors: readonly Survivor[] }>;

/** Parses Stryker's JSON report: the results of the mutants of each file. */
export function readReport(json: unknown): readonly Tally[] {
  return Object.entries(reportSchema.parse(json).files).map(([file, { source, mutants }]) => {
    const survivors = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
    return {
      file,
      mutants: mutants.length,
      noticed: mutants.length - survivors.length,
      survivors: survivors.map(({ location: { start, end }, mutatorName, replacement, status }) => ({
        file,
        ...start,
        mutator: mutatorName,
        original: textBetween(source, start, end),
        replacement,
        isReached: status === "Survived",
      })),
    };
  });
}

function textBetween(source: string, start: z.infer<typeof place>, end: z.infer<typeof place>): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join("\n");
}

/** The share of mutants that the tests noticed, from 0 to 1; 1 if there are no mutants. */
export function shareNoticed({ mutants, noticed }: Readonly<{ mutants: number; noticed: number }>): number {
  return mutants === 0 ? 1 : noticed / mutants;
}
