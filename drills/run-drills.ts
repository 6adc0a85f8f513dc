// npm run drills: runs every drill, with its short runs or, with --full, as long as docs/security.md and
// docs/operating.md say.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readArguments } from "../tools/read-arguments.ts";
import { drillFiles, loadDrill } from "./kit/drill.ts";

const helpText = `npm run drills             the short runs of every drill, some at a time: a few minutes
npm run drills -- --full   every drill with its own options, one after the other: hours

A drill without short runs needs more than every machine has: only --full runs it.`;

const { full } = readArguments(helpText, { options: { full: { type: "boolean", default: false } } }).values;
const runDrill = fileURLToPath(new URL("run-drill.ts", import.meta.url));
const waiting: string[] = [];
// The test suites are last in the list and take longest, so they start first.
for (const [name, file] of [...drillFiles].toReversed()) {
  if (full || (await loadDrill(file)).short.length > 0) waiting.push(name);
  else console.log(`- ${name}: no short run`);
}
const failed: string[] = [];
const count = waiting.length;

async function runNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const started = performance.now();
    const child = spawn(process.execPath, [runDrill, name, ...(full ? [] : ["--short"])], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    if (exitCode !== 0) failed.push(name);
    const verdicts = out.match(new RegExp(`^${name}: .*$`, "gm")) ?? [];
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    console.log(`${exitCode === 0 ? "✓" : "✗"} ${verdicts.join("; ") || name} (${seconds} s)`);
    if (exitCode !== 0) console.log(out + err);
  }
}

await Promise.all(Array.from({ length: full ? 1 : availableParallelism() }, runNext));
console.log(`\n${count - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
