// npm run check-runtime: compares the Node in the packages, which a third party has repackaged, with committed
// checksums, and with --archive FILE with the archive that nodejs.org publishes. It prints what it has checked and what
// it could not check.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { readArguments } from "./read-arguments.ts";
import checksums from "./runtime-checksums.json" with { type: "json" };

/** Sentences for the operator. If `wrong` is empty, the Node is as it should be. */
export type RuntimeReport = Readonly<{ checked: string[]; wrong: string[]; unchecked: string[] }>;

export type RuntimeCheck = Readonly<{
  /** The folder that holds `node_modules` and `package.json`. */
  root: string;
  /** An archive of this version from nodejs.org. */
  archive?: string | undefined;
  /** The file SHASUMS256.txt from beside that archive. */
  sums?: string | undefined;
  /** SHA-256 in hex of each package's program and of the published archive that has the same program. */
  expected?: typeof checksums;
}>;

const helpText = `npm run check-runtime                                     compares the Node of the packages with the committed checksums
npm run check-runtime -- --archive FILE                   and with the archive that nodejs.org publishes
npm run check-runtime -- --archive FILE --sums SHASUMS256.txt   and that archive with the list of its checksums`;

const teamOfNode = "HX7739G8FX";

/** Compares the installed Node with the committed checksums, and with published files if any are given. */
export async function checkRuntime({
  root,
  archive,
  sums,
  expected = checksums,
}: RuntimeCheck): Promise<RuntimeReport> {
  const report: RuntimeReport = { checked: [], wrong: [], unchecked: [] };
  const expect: Expect = (isRight, yes, no) => void (isRight ? report.checked.push(yes) : report.wrong.push(no));
  const { version, packages } = expected;
  const { optionalDependencies }: { optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const isInstalled = (name: string) => existsSync(join(root, "node_modules", name, "bin", "node"));
  for (const name of Object.keys(packages)) {
    const asks = `package.json asks for ${name} ${optionalDependencies[name]}`;
    const yes = `${asks}, to which the checksums belong.`;
    expect(optionalDependencies[name] === version, yes, `${asks}, and the checksums are of ${version}.`);
  }
  const installed = Object.entries(packages).filter(([name]) => isInstalled(name));
  if (installed.length === 0) report.wrong.push("No Node of the packages is installed; npm start installs one.");
  for (const [name, { program, archive: archiveName, published }] of installed) {
    const file = join(root, "node_modules", name, "bin", "node");
    const bytes = await sha256(createReadStream(file));
    const yes = `${file} has the committed SHA-256, ${program}.`;
    expect(bytes === program, yes, `${file} has the SHA-256 ${bytes}, and ${program} is committed.`);
    if (process.platform === "darwin" && name.includes("darwin")) await checkSignature(file, expect);
    if (archive !== undefined) {
      await checkArchive({ archive, archiveName, published, bytes, sums }, expect, report.unchecked);
      continue;
    }
    report.unchecked.push(
      `Whether nodejs.org publishes these bytes. Download https://nodejs.org/dist/v${version}/${archiveName} ` +
        `and SHASUMS256.txt from beside it, then: npm run check-runtime -- --archive ${archiveName} --sums SHASUMS256.txt`,
    );
  }
  const others = Object.keys(packages).filter((name) => !isInstalled(name));
  report.unchecked.push(...others.map((name) => `${name}, which is not for this machine.`));
  return report;
}

/** Records the first sentence if the check succeeds, and the second if it fails. */
type Expect = (isRight: boolean, yes: string, no: string) => void;

async function checkSignature(file: string, expect: Expect): Promise<void> {
  const requirement = `=anchor apple generic and certificate leaf[subject.OU] = "${teamOfNode}"`;
  const args = ["--verify", "--strict", "-R", requirement, file];
  const [code] = await once(spawn("codesign", args, { stdio: "ignore" }), "exit");
  const no = "Apple's signature does not say it is from Node.js.";
  expect(code === 0, "Apple's signature says it is from Node.js.", no);
}

type Archive = Readonly<
  Record<"archive" | "archiveName" | "published" | "bytes", string> & { sums: string | undefined }
>;

async function checkArchive(
  { archive, archiveName, published, bytes, sums }: Archive,
  expect: Expect,
  unchecked: string[],
): Promise<void> {
  const archiveBytes = await sha256(createReadStream(archive));
  expect(
    archiveBytes === published,
    `${archive} has the committed SHA-256 of the published archive, ${published}.`,
    `${archive} has the SHA-256 ${archiveBytes}, and ${published} is committed for ${archiveName}.`,
  );
  const member = `${basename(archiveName, ".tar.gz")}/bin/node`;
  const tar = spawn("tar", ["-xzOf", archive, member], { stdio: ["ignore", "pipe", "ignore"] });
  const node = `The Node in ${archive} has`;
  const isSame = (await sha256(tar.stdout)) === bytes;
  expect(isSame, `${node} the same bytes as the installed one.`, `${node} other bytes than the installed one.`);
  if (sums === undefined) {
    unchecked.push("Whether SHASUMS256.txt of nodejs.org names this archive: name that file with --sums.");
    return;
  }
  const lines = readFileSync(sums, "utf8").split("\n");
  const line = lines.find((each) => each.endsWith(`  ${archiveName}`));
  const isNamed = line === `${archiveBytes}  ${archiveName}`;
  const no = `${sums} has ${line ? "another checksum" : "no line"} for ${archiveName}.`;
  expect(isNamed, `${sums} names this archive.`, no);
  unchecked.push(`Who signed ${sums}: gpg --verify SHASUMS256.txt.asc, with the keys of Node's releasers, tells.`);
}

async function sha256(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

if (import.meta.main) {
  const { values } = readArguments(helpText, { options: { archive: { type: "string" }, sums: { type: "string" } } });
  const root = fileURLToPath(new URL("..", import.meta.url));
  const { checked, wrong, unchecked } = await checkRuntime({ root, ...values });
  for (const line of checked) console.log(`right        ${line}`);
  for (const line of unchecked) console.log(`not checked  ${line}`);
  for (const line of wrong) console.error(`wrong        ${line}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
