// Searches everything that browsers get for features that the floor's browsers lack: the scripts and styles of the
// current build, those in the documents, and the sources, by their types. See docs/browsers.md.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { currentBuild } from "../../server/pages/builds.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { readArguments } from "../read-arguments.ts";
import { guarded, guardedTable, sameNames } from "./guarded.ts";
import { memberFeatures } from "./member-features.ts";
import { ownNames, scriptFeatures } from "./script-features.ts";
import { styleFeatures } from "./style-features.ts";
import { featureAt, firstVersions } from "./support.ts";

const helpText = `node tools/browser-floor/check.ts           searches what the built shop sends for features that old browsers lack
node tools/browser-floor/check.ts --table   prints those that pages can do without, as docs/browsers.md has them`;
const { values } = readArguments(helpText, { options: { table: { type: "boolean" } } });

type Code = Readonly<{ where: string; code: string }>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = "/ /?lang=bn&q=tea /?board /add-new-coffee /coffee-details/1 /update-coffee/1 /nowhere".split(" ");

/** A built file without the hash in its name: "home.js". */
function plainName(file: string): string {
  return basename(file).replace(/-[\w-]{8}(?=\.\w+$)/, "");
}

function builtFiles(extension: string): readonly Code[] {
  const folder = currentBuild()?.clientFolder;
  if (folder === undefined) throw new Error("The shop is not built: node tools/set-up/setup.mjs --build");
  const files = globSync(`**/*.${extension}`, { cwd: folder });
  return files.map((file) => ({ where: plainName(file), code: readFileSync(join(folder, file), "utf8") }));
}

/** The inline scripts and styles in the documents of a shop with its own colours. */
async function inDocuments(): Promise<Readonly<Record<"script" | "style", readonly Code[]>>> {
  await using shop = await openTestShop({ environment: { THEME_LIGHT: "paper=#fff8f0" } });
  const documents = await Promise.all(pages.map(async (page) => (await fetch(shop.url + page)).text()));
  const found = documents.flatMap((html) => [...html.matchAll(/<(script|style)\b([^>]*)>([^]*?)<\/\1>/g)]);
  const codeOf = (element: string) => {
    const codes = found.flatMap(([, tag, attributes, code]) =>
      tag === element && code && !attributes?.includes("json") ? [code] : [],
    );
    return [...new Set(codes)].map((code) => ({ where: "document", code }));
  };
  return { script: codeOf("script"), style: codeOf("style") };
}

async function main(): Promise<void> {
  const documents = await inDocuments();
  const scripts = [...builtFiles("js"), ...documents.script];
  const styles = [...builtFiles("css"), ...documents.style];
  const sources = globSync("{app,catalogue,client}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.includes(".test."),
  );
  const own = new Set(scripts.flatMap(({ code }) => [...ownNames(code)]));
  const members = memberFeatures(
    join(root, "tsconfig.json"),
    sources.map((file) => join(root, file)),
    own,
  );

  const uses = new Set<string>();
  const note = (where: string, features: Iterable<string>) => {
    for (const feature of features) uses.add(`${where}: ${feature}`);
  };
  for (const { where, code } of scripts) note(where, await scriptFeatures(code, own));
  for (const { where, code } of styles) note(where, styleFeatures(code));
  for (const file of sources) note(file, members.get(join(root, file)) ?? []);

  const allowances = [...guarded, ...sameNames];
  const isUsed = (feature: string, where: string) => uses.has(`${where}: ${feature}`);
  const allowed = new Set(
    allowances.flatMap(({ features, where }) =>
      where.flatMap((place) => features.map((feature) => `${place}: ${feature}`)),
    ),
  );
  const unguarded = [...uses.difference(allowed)].map((use) => {
    const path = use.slice(use.indexOf(": ") + 2);
    return `${use} ${featureAt(path) ? `(${firstVersions(path)}) ` : ""}is above the floor`;
  });
  const unused = allowances.flatMap(({ features, where }) => [
    ...features.filter((feature) => !where.some((place) => isUsed(feature, place))),
    ...where.filter((place) => !features.some((feature) => isUsed(feature, place))),
  ]);
  const problems = [...unguarded, ...unused.map((name) => `guarded.ts names ${name} for nothing`)];
  const advice = "Use something older, or see that it is done without and say how in tools/browser-floor/guarded.ts.";
  if (problems.length > 0) console.error(`${problems.join("\n")}\n${advice}`);
  else
    console.log(
      `${scripts.length} scripts, ${styles.length} styles and ${sources.length} sources are within the floor.`,
    );
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (values.table) console.log(guardedTable());
else await main();
