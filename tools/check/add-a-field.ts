// Follows docs/add-a-field.md on a copy of the project, and tests the resulting shop on coffees that existed before.
import { deepStrictEqual, ok } from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Coffee } from "../../catalogue/coffee.ts";
import { spawnShop, type SpawnedShop } from "../../drills/kit/spawned-shop.ts";

type Kit = typeof import("../../drills/kit/spawned-shop.ts");
type WithRoast = Coffee & Readonly<{ roast: string }>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const table = "catalogue/fields.ts";
const work = mkdtempSync(join(tmpdir(), "niceties-field-"));
const copy = join(work, "copy");
const data = join(work, "data");
mkdirSync(data);
const env = { PATH: process.env["PATH"], DATA_DIR: data, PORT: "0", WRITE_LIMIT: "off" };

const old = { name: "Old", taste: "Plum", category: "Filter", price: "1" };

try {
  const changed = copyWithField();
  ok(changed.length <= 5, `The field took ${changed.length} changed files.`);
  {
    await using shop = await spawnShop({ directory: data });
    await send(shop, "POST", "/coffee", old);
  }
  run("node", "tools/set-up/setup.mjs", "--build");
  run("tools/with-node", "react-router", "typegen");
  deepStrictEqual(typeErrors(), []);
  const { spawnShop: spawnNew }: Kit = await import(pathToFileURL(join(copy, "drills/kit/spawned-shop.ts")).href);
  {
    await using shop = await spawnNew({ directory: data });
    await tryCalls(shop);
    deepStrictEqual(shop.complaints, []);
  }
  tryCommands();
  console.log(`A field took ${changed.length} changed file: ${changed.join(", ")}`);
} finally {
  rmSync(work, { recursive: true });
}

/** Copies the files that git would keep, and adds the document's field to the table. Returns the changed files. */
function copyWithField(): readonly string[] {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\n").filter((each) => each !== "")) {
    cpSync(join(root, file), join(copy, file), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const [, entry = ""] = /```ts\n([^]*?)```/.exec(readFileSync(join(root, "docs/add-a-field.md"), "utf8")) ?? [];
  const before = readFileSync(join(root, table), "utf8");
  const after = before.replace(/^ {2}category: \{/m, `${entry}$&`);
  ok(after.includes("How dark it was roasted."), "The document's field did not come into the table.");
  writeFileSync(join(copy, table), after);
  return [table];
}

/** The type errors of the program itself. Tests that quote whole coffees may lack the field. */
function typeErrors(): readonly string[] {
  const { stdout } = spawnSync(join(copy, "tools/with-node"), ["tsc"], { cwd: copy, env, encoding: "utf8" });
  const program = /^(?:app|catalogue|cli|client|conform|operations|server|store)\/(?!.*\.test\.tsx?\()/;
  return stdout.split("\n").filter((line) => program.test(line));
}

async function tryCalls(shop: SpawnedShop): Promise<void> {
  const [before] = await list(shop);
  deepStrictEqual([before?.name, before?.roast], ["Old", ""]);
  const id = before?._id ?? "";

  await send(shop, "POST", "/coffee", { name: "New", roast: "Charcoal", price: "250" });
  const edit = await send(shop, "PUT", `/coffee/${id}`, { ...old, roast: "Cinnamon" });
  deepStrictEqual(
    (await list(shop)).map(({ name, roast }) => [name, roast]),
    [
      ["Old", "Cinnamon"],
      ["New", "Charcoal"],
    ],
  );
  ok((await text(shop, "/?q=charcoal")).includes("New"), "A search does not find a word of the field.");
  ok(!(await text(shop, "/?q=charcoal")).includes(`/coffee-details/${id}`), "A search finds another coffee.");
  ok((await text(shop, "/?roast=Cinnamon")).includes("Old"), "A filter does not find a value of the field.");
  ok(
    /<dt>Roast(?:<!-- -->)?:<\/dt><dd[^>]*>Cinnamon/.test(await text(shop, `/coffee-details/${id}`)),
    "The details lack the field.",
  );
  ok(/name="roast"/.test(await text(shop, `/update-coffee/${id}`)), "The form lacks the field.");
  ok((await text(shop, "/-/openapi.json")).includes("How dark it was roasted."), "The description lacks the field.");

  const change = Number.parseInt(edit.headers.get("niceties-receipt") ?? "");
  await send(shop, "PUT", `/-/changes/${change}/undo`);
  deepStrictEqual((await list(shop))[0]?.roast, "");
  await send(shop, "PUT", `/coffee/${id}`, { ...old, roast: "Cinnamon" });
}

function tryCommands(): void {
  const whole = niceties("export");
  ok(niceties("export", "--format", "csv").includes("taste,roast,category"), "The CSV lacks the field's column.");
  for (const ending of ["json", "csv", "html", "mongo.json"]) {
    const file = join(work, `coffees.${ending}`);
    niceties("export", file);
    niceties("import", file, "--replace", "--yes");
    deepStrictEqual(niceties("export"), whole);
  }
  const { file }: { file: string } = JSON.parse(niceties("backup", "--json"));
  niceties("restore", file, "--yes");
  deepStrictEqual(niceties("export"), whole);
  ok(niceties("verify").includes("fits the one before"), "The log does not verify.");
}

async function list(shop: SpawnedShop): Promise<readonly WithRoast[]> {
  return JSON.parse(await text(shop, "/coffee"));
}

async function text(shop: SpawnedShop, path: string): Promise<string> {
  return (await fetch(shop.url + path)).text();
}

async function send(shop: SpawnedShop, method: string, path: string, body?: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(shop.url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  ok(reply.ok, `${method} ${path} was answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

function niceties(...words: readonly string[]): string {
  return run("tools/with-node", "node", "cli/main.ts", ...words);
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(join(program.startsWith("tools/") ? copy : "", program), args, {
    cwd: copy,
    env,
    encoding: "utf8",
  });
}
