// Makes the npm package: the built shop with the packages that are bundled in it, their licences, and a bill of materials. Only
// packages of machine code are installed beside it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { formatBytes } from "../../catalogue/text/format-quantity.ts";
import { installedBuild, machineCodePackages } from "../../program/files.ts";
import { oldestNode } from "../../program/supported-node.ts";
import { currentBuild, type Build } from "../../server/pages/builds.ts";
import { readArguments } from "../read-arguments.ts";
import { buildLibrary } from "./build-library.ts";
import { billOfMaterials, licenceTexts, lockedPackages } from "./bill-of-materials.ts";

const helpText = `npm run pack                   makes build/niceties-VERSION.tgz, which npx and npm install take
npm run pack -- --to FOLDER    puts it there`;

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = readArguments(helpText, { options: { to: { type: "string", default: join(root, "build") } } });
const build = currentBuild();
if (!build) throw new Error("The shop is not built yet: node tools/set-up/setup.mjs --build");

const ownManifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  dependencies: z.record(z.string(), z.string()),
});
const { name, version, description, dependencies } = ownManifest.parse(readJson(join(root, "package.json")));
const folder = mkdtempSync(join(tmpdir(), "niceties-pack-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

await writePackage(build);
mkdirSync(values.to, { recursive: true });
const options = ["--silent", "--ignore-scripts", `--pack-destination=${resolve(values.to)}`];
const packed = execFileSync("npm", ["pack", ...options], { cwd: folder, encoding: "utf8" }).trim();
const file = join(resolve(values.to), packed);
console.log(`${file} (${formatBytes(statSync(file).size)})`);

async function writePackage({ clientFolder, programFile, packagesFile }: Build): Promise<void> {
  const dist = join(folder, installedBuild);
  cpSync(clientFolder, join(dist, "client"), { recursive: true });
  cpSync(join(programFile, ".."), join(dist, "program"), { recursive: true });
  const bundled = lockedPackages(root, z.array(z.string()).parse(readJson(packagesFile)));
  const bill = billOfMaterials(name, version, [...bundled, ...lockedPackages(root, machineCodePackages)]);
  writeFileSync(join(folder, "SBOM.json"), bill);
  writeFileSync(join(folder, "LICENCES.txt"), licenceTexts(root, bundled));
  cpSync(join(root, "tools/pack/README.md"), join(folder, "README.md"));
  const library = await buildLibrary(root, folder, `${installedBuild}/library`);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(library), null, 2)}\n`);
}

function manifest(library: Awaited<ReturnType<typeof buildLibrary>>) {
  return {
    name,
    version,
    description,
    type: "module",
    exports: { ...library, "./package.json": "./package.json" },
    bin: { niceties: `${installedBuild}/program/niceties.js` },
    engines: { node: `>=${oldestNode}` },
    dependencies: Object.fromEntries(machineCodePackages.map((each) => [each, dependencies[each]])),
    files: [installedBuild, "SBOM.json", "LICENCES.txt"],
    publishConfig: { access: "public", provenance: true },
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
