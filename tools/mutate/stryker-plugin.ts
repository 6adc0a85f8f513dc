// What mutate.ts adds to Stryker: the choice of a sample, and a line that says how far the run is. Stryker loads this file.
import { Progress } from "../../conform/progress.ts";
import { chooseSample } from "./read-choice.ts";
import { notInSample } from "./read-report.ts";

type Mutant = Readonly<{ id: string; status?: string; statusReason?: string }>;

const sampleSize = Number(process.env["MUTATE_SAMPLE"] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env["MUTATE_SEED"]);
const noteEveryMs = 60_000;

/** Stryker asks a checker whether a mutant is worth running. This one says no to those that are not in the sample. */
const sample = {
  init: async () => {},
  /** All in one group, so that `check` knows all of which it chooses. */
  group: async (mutants: readonly Mutant[]) => [mutants.map(({ id }) => id)],
  check: async (mutants: readonly Mutant[]) => {
    const chosen = new Set(chooseSample(mutants, sampleSize, seed));
    const passed = { status: "passed" };
    const leftOut = { status: "compileError", reason: notInSample };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, chosen.has(mutant) ? passed : leftOut]));
  },
};

/** The part of a Babel `NodePath` that says what a piece of source text is. */
type Syntax = Readonly<{ node: SyntaxNode; parent?: SyntaxNode | undefined }>;
type SyntaxNode = Readonly<{
  type: string;
  name?: string;
  key?: SyntaxNode;
  object?: SyntaxNode;
  callee?: SyntaxNode;
  properties?: readonly SyntaxNode[];
}>;

/**
 * Leaves out the words of messages and log lines. People read them and every release may word them better; a test that
 * repeated them would only be changed with them. What a test should notice is which message comes, and that stays a mutant.
 */
const words = {
  shouldIgnore({ node, parent }: Syntax): string | undefined {
    const keys = (node.properties ?? []).map(({ key }) => key?.name);
    if (keys.includes("en") && keys.includes("bn")) return "the words of a message in both languages";
    if (node.type !== "StringLiteral" && node.type !== "TemplateLiteral") return undefined;
    const { callee } = parent ?? {};
    const isError = parent?.type === "NewExpression" && /Error$|^StoreRefused$/.test(callee?.name ?? "");
    const isLogged = parent?.type === "CallExpression" && callee?.object?.name === "console";
    return isError || isLogged ? "the words of an error or a log line" : undefined;
  },
};

class ProgressLine {
  readonly #line = new Progress(process.stdout);
  #wanted = 0;
  #done = 0;
  /** Of those done, the mutants that no test reaches; they take no time. */
  #unreached = 0;
  #survived = 0;
  #startedAt = 0;
  #notedAt = 0;

  onMutationTestingPlanReady({ mutantPlans }: Readonly<{ mutantPlans: readonly Readonly<{ plan: string }>[] }>): void {
    const toRun = mutantPlans.filter(({ plan }) => plan === "Run").length;
    this.#wanted = Math.min(toRun, sampleSize);
    this.#startedAt = this.#notedAt = performance.now();
    this.#line.writeLine(`${toRun} mutants${this.#wanted < toRun ? `, of which ${this.#wanted} are tried` : ""}`);
  }

  onMutantTested({ status, statusReason }: Mutant): void {
    if (statusReason === notInSample || status === "Ignored") return;
    this.#done += 1;
    if (status === "NoCoverage") this.#unreached += 1;
    if (status === "Survived" || status === "NoCoverage") this.#survived += 1;
    const now = performance.now();
    const msEach = (now - this.#startedAt) / Math.max(this.#done - this.#unreached, 1);
    const minutesLeft = Math.ceil((msEach * (this.#wanted - this.#done)) / 60_000);
    const text = `${this.#done} of ${this.#wanted} tried, ${this.#survived} survived, about ${minutesLeft} min left`;
    this.#line.show(text);
    if (process.stdout.isTTY || now - this.#notedAt < noteEveryMs) return;
    this.#notedAt = now;
    this.#line.writeLine(text);
  }

  onMutationTestReportReady(): void {
    this.#line.show("");
  }
}

export const strykerPlugins = [
  { kind: "Checker", name: "sample", value: sample },
  { kind: "Ignore", name: "words", value: words },
  { kind: "Reporter", name: "progress-line", value: new ProgressLine() },
];
