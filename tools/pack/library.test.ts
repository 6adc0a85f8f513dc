import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const tsc = join(root, "node_modules/typescript/bin/tsc");

/** A project that has nothing but the package, as npm installs it. */
const project = mkdtempSync(join(tmpdir(), "niceties-library-"));

beforeAll(async () => {
  const installed = join(project, "node_modules/niceties");
  mkdirSync(installed, { recursive: true });
  await run(process.execPath, [join(root, "tools/pack/pack.ts"), "--to", project]);
  const [archive = ""] = readdirSync(project).filter((name) => name.endsWith(".tgz"));
  await run("tar", ["-xzf", join(project, archive), "-C", installed, "--strip-components=1"]);
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The minified code of a module that passes on these exports of the client. */
async function bundle(exported: string): Promise<string> {
  const entry = join(project, "entry.js");
  writeFileSync(entry, `export { ${exported} } from "niceties/client";`);
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: project,
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("Nothing was built.");
  return output.output[0].code;
}

test.for([
  ["createClient, CoffeeFault", 3_072],
  ["createClient, CoffeeFault, createQueue", 4_096],
] as const)("{ %s } is at most %i bytes, minified and compressed with brotli or gzip", async ([exported, limit]) => {
  const code = await bundle(exported);
  expect(code).not.toMatch(/import\b|require\(/);
  const sizes = [brotliCompressSync(code).byteLength, gzipSync(code, { level: 9 }).byteLength];
  expect(Math.min(...sizes)).toBeGreaterThan(1_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
});

/** The program in docs/client.md. */
function programInDocs(): string {
  const [, program = ""] = /```ts\n([^]*?)```/.exec(readFileSync(join(root, "docs/client.md"), "utf8")) ?? [];
  return program;
}

test.for(["bundler", "node16"])(
  "the program in docs/client.md compiles in a strict project without our source (%s)",
  async (moduleResolution) => {
    writeFileSync(join(project, "program.ts"), programInDocs());
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    };
    const compilerOptions = {
      ...strict,
      module: moduleResolution === "bundler" ? "esnext" : "node16",
      moduleResolution,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      noEmit: true,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    const { stdout } = await run(process.execPath, [tsc, "-p", project]);
    expect(stdout).toBe("");
  },
);

test("the program in docs/client.md runs against a shop, and prints what it did", async () => {
  await using shop = await openTestShop();
  const file = join(project, "program.ts");
  writeFileSync(file, programInDocs().replaceAll("https://shop.example", shop.url));
  const { stdout } = await run(process.execPath, [file], { timeout: 15_000 });
  expect(stdout.trimEnd().split("\n")).toEqual([
    "Ristretto: 190 Taka",
    "price must be a number of 0 or more, or empty",
    "1 sent, 0 refused, 0 waiting",
  ]);
});

test("niceties/conform tries a product server, with types, and reports what it lacks", async () => {
  const program = `
    import { conform, type ConformanceReport } from "niceties/conform";
    const report: ConformanceReport = await conform(process.argv[2] ?? "");
    console.log(JSON.stringify([report.specification, report.left]));
  `;
  writeFileSync(join(project, "try.ts"), program);
  const compilerOptions = { strict: true, module: "nodenext", target: "es2022", types: ["node"], noEmit: true };
  const typeRoots = [join(root, "node_modules/@types")];
  const config = { compilerOptions: { ...compilerOptions, typeRoots }, files: ["try.ts"] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  expect((await run(process.execPath, [tsc, "-p", project])).stdout).toBe("");
  await using shop = await openTestShop();
  const { stdout } = await run(process.execPath, [join(project, "try.ts"), shop.url]);
  const [{ rules, hold, fail }, left] = JSON.parse(stdout);
  expect({ hold, fail, left }).toEqual({ hold: rules, fail: 0, left: [] });
  expect(rules).toBeGreaterThan(10);
});
