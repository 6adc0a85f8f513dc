// Stryker loads this plug-in of mutate.ts: it chooses a sample, and shows the run's progress on one line.
import { Progress } from "../../conform/progress.ts";
import { chooseSample } from "./read-choice.ts";

type Plan = Readonly<{ plan: string }>;

const sampleSize = Number(process.env["MUTATE_SAMPLE"] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env["MUTATE_SEED"]);
const noteEveryMs = 60_000;

/** The part of a Babel `NodePath` that `words` needs. */
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
 * Leaves out the words of messages and log lines. They are for people, and every release may reword them; a test that
 * repeated them would only change with them. A test should notice which message comes, and that stays a mutant.
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
  /** How many of the finished mutants no test reaches; they take no time. */
  #unreached = 0;
  #survived = 0;
  #startedAt = 0;
  #notedAt = 0;

  /**
   * Reduces Stryker's own array to the sample, and Stryker goes on with that. A checker could refuse the other mutants,
   * but Stryker would send it all mutants with all their tests in one message, and ends on more than 100 MB.
   */
  onMutationTestingPlanReady({ mutantPlans }: Readonly<{ mutantPlans: Plan[] }>): void {
    const toRun = mutantPlans.filter(({ plan }) => plan === "Run");
    const chosen = chooseSample(toRun, sampleSize, seed);
    mutantPlans.splice(0, mutantPlans.length, ...chosen);
    this.#wanted = chosen.length;
    this.#startedAt = this.#notedAt = performance.now();
    this.#line.writeLine(
      `${toRun.length} mutants${chosen.length < toRun.length ? `, of which ${chosen.length} are tried` : ""}`,
    );
  }

  onMutantTested({ status }: Readonly<{ status: string }>): void {
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
  { kind: "Ignore", name: "words", value: words },
  { kind: "Reporter", name: "progress-line", value: new ProgressLine() },
];
