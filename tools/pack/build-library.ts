import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** What programs import from the package, with the module that exports it. */
const entries = { client: "client/main.ts", conform: "conform/main.ts" } as const;

/** Bundles the modules for other programs into a folder of the package, with their types. Returns its `exports`. */
export async function buildLibrary(root: string, packageFolder: string, place: string) {
  const folder = join(packageFolder, place);
  for (const [name, source] of Object.entries(entries)) {
    const isForBrowsers = name === "client";
    const platform = isForBrowsers ? "browser" : "node";
    const built = await rolldown({ cwd: root, input: { [name]: source }, platform, transform: { target: "es2022" } });
    await built.write({ dir: folder, format: "esm", minify: isForBrowsers });
  }
  writeTypes(root, join(folder, "types"));
  return Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [
      `./${name}`,
      { types: `./${place}/types/${source.replace(/\.ts$/, ".d.ts")}`, default: `./${place}/${name}.js` },
    ]),
  );
}

function writeTypes(root: string, folder: string): void {
  const work = mkdtempSync(join(tmpdir(), "niceties-types-"));
  try {
    const compilerOptions = { rootDir: root, types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    const include = Object.values(entries).map((file) => join(root, file));
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include };
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(config));
    const options = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false", "--outDir", folder];
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", work, ...options]);
  } finally {
    rmSync(work, { recursive: true });
  }
}
