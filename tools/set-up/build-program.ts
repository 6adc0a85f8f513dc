// Bundles the program into BUILD/program: one script for each process and thread, and the files that it reads. Packages of
// machine code stay outside; all others are inside, so that the program needs only those two or three beside it.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown, type OutputOptions, type Plugin } from "rolldown";
import { machineCodePackages, resources, scripts } from "../../program/files.ts";
import { faces } from "../../server/share/pictures/face-files.ts";

const [build = "", ...more] = process.argv.slice(2);
if (build === "" || build.startsWith("-") || more.length > 0) {
  const isHelp = build === "--help" || build === "-h";
  console[isHelp ? "log" : "error"](
    "node tools/set-up/build-program.ts BUILD   bundles the program of the shop, with the pages in BUILD/server",
  );
  process.exit(isHelp ? 0 : 2);
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(build, "program");

/** Of machine code; Vite, which only `npm run dev` loads; and a package that pg tries and does without. */
const outside = [...machineCodePackages, "vite", "pg-native"];

/** React's older functions, which render to a string; the pages are rendered to streams. */
const withoutOlderReact: Plugin = {
  name: "without-older-react",
  load: { filter: { id: /react-dom-server-legacy/ }, handler: () => "module.exports = {};" },
};

/** V8 keeps a script with two bytes for each character if one is beyond Latin-1: an escape keeps it at one. */
const oneByteEach: Plugin = {
  name: "one-byte-each",
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = file.code.replaceAll(/[\u0100-\uffff]/g, escaped);
  },
};

/** Bundles scripts into the program's folder, and returns the packages that are inside. `input` is file by name. */
async function bundle(input: Readonly<Record<string, string>>, minify: OutputOptions["minify"]): Promise<string[]> {
  const built = await rolldown({
    cwd: root,
    input,
    plugins: [withoutOlderReact, oneByteEach],
    platform: "node",
    external: outside,
    // Node 22 cannot read `await using`.
    transform: { target: "node22", define: { "process.env.NODE_ENV": '"production"' } },
    onLog(level, log, handle) {
      if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log); // "use client" of React Router's
    },
  });
  const { output } = await built.write({ dir: folder, format: "esm", minify, chunkFileNames: "[name]-[hash].js" });
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds.flatMap(packagesIn) : []));
}

// Names and lines stay, so that a stack trace names them.
const inProgram = await bundle(scripts, { compress: true, mangle: false, codegen: false });
// Some of its functions go into documents as text, for browsers that Vite has compiled them for.
const inPages = await bundle(
  { pages: join(build, "server", "index.js") },
  { compress: false, mangle: false, codegen: true },
);
for (const [name, source] of Object.entries(resources))
  cpSync(join(root, source), join(folder, name), { recursive: true });

// The packages that are inside, for tools/pack: of the program, of the scripts in browsers, the fonts, and what
// the styles are made with.
const inBrowsers = Object.values(JSON.parse(readFileSync(join(build, "client", ".vite", "packages.json"), "utf8")));
const names = [...inProgram, ...inPages, ...inBrowsers.map(nameOf), ...faces.map(({ from }) => from), "tailwindcss"];
writeFileSync(join(build, "packages.json"), JSON.stringify([...new Set(names)].toSorted()));

function packagesIn(moduleId: string): string[] {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(moduleId) ?? [];
  return name ? [name] : [];
}

function nameOf(bundled: unknown): string {
  if (typeof bundled === "object" && bundled !== null && "name" in bundled) return String(bundled.name);
  throw new TypeError("Vite's list of packages has an entry without a name.");
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
