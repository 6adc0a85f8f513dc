// npm run check-runtime: compares the Node in the packages, which a third party has repackaged, with committed checksums, and
// with --archive FILE with the archive that nodejs.org publishes. It says what it checked, and what it could not check.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { readArguments } from "./read-arguments.ts";
import checksums from "./runtime-checksums.json" with { type: "json" };

/** Sentences for the operator. The Node is as it should be where `wrong` is empty. */
export type RuntimeReport = Readonly<{ checked: string[]; wrong: string[]; unchecked: string[] }>;

export type RuntimeCheck = Readonly<{
  /** The folder that holds `node_modules` and `package.json`. */
  root: string;
  /** An archive of this version from nodejs.org. */
  archive?: string | undefined;
  /** The file SHASUMS256.txt from beside it. */
  sums?: string | undefined;
  /** SHA-256 in hex of each package's program and of the published archive that has the same program. */
  expected?: typeof checksums;
}>;

const helpText = `npm run check-runtime                                     compares the Node of the packages with the committed checksums
npm run check-runtime -- --archive FILE                   and with the archive that nodejs.org publishes
npm run check-runtime -- --archive FILE --sums SHASUMS256.txt   and that archive with the list of its checksums`;

const teamOfNode = "HX7739G8FX";

/** Compares what is installed with what is committed, and with published files where there are any. */
export async function checkRuntime({
  root,
  archive,
  sums,
  expected = checksums,
}: RuntimeCheck): Promise<RuntimeReport> {
  const report: RuntimeReport = { checked: [], wrong: [], unchecked: [] };
  const expect = (holds: boolean, yes: string, no: string) =>
    void (holds ? report.checked.push(yes) : report.wrong.push(no));
  const { optionalDependencies }: { optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const packages = Object.entries(expected.packages);
  for (const [name] of packages)
    expect(
      optionalDependencies[name] === expected.version,
      `package.json asks for ${name} ${expected.version}, to which the checksums belong.`,
      `package.json asks for ${name} ${optionalDependencies[name]}, and the checksums are of ${expected.version}.`,
    );
  const installed = packages.filter(([name]) => existsSync(join(root, "node_modules", name, "bin", "node")));
  if (installed.length === 0) report.wrong.push("No Node of the packages is installed; npm start installs one.");
  for (const [name, { program, archive: archiveName, published }] of installed) {
    const file = join(root, "node_modules", name, "bin", "node");
    const bytes = await sha256(createReadStream(file));
    expect(
      bytes === program,
      `${file} has the committed SHA-256, ${program}.`,
      `${file} has the SHA-256 ${bytes}, and ${program} is committed.`,
    );
    if (process.platform === "darwin" && name.includes("darwin")) {
      const requirement = `=anchor apple generic and certificate leaf[subject.OU] = "${teamOfNode}"`;
      const code = await exitCode("codesign", ["--verify", "--strict", "-R", requirement, file]);
      expect(
        code === 0,
        `Apple's signature says it is from Node.js.`,
        `Apple's signature does not say it is from Node.js.`,
      );
    }
    if (archive === undefined) {
      report.unchecked.push(
        `Whether nodejs.org publishes these bytes. Download https://nodejs.org/dist/v${expected.version}/${archiveName} ` +
          `and SHASUMS256.txt from beside it, then: npm run check-runtime -- --archive ${archiveName} --sums SHASUMS256.txt`,
      );
      continue;
    }
    const archiveBytes = await sha256(createReadStream(archive));
    expect(
      archiveBytes === published,
      `${archive} has the committed SHA-256 of the published archive, ${published}.`,
      `${archive} has the SHA-256 ${archiveBytes}, and ${published} is committed for ${archiveName}.`,
    );
    const member = `${basename(archiveName, ".tar.gz")}/bin/node`;
    const tar = spawn("tar", ["-xzOf", archive, member], { stdio: ["ignore", "pipe", "ignore"] });
    const inArchive = await sha256(tar.stdout);
    expect(
      inArchive === bytes,
      `The Node in ${archive} has the same bytes as the installed one.`,
      `The Node in ${archive} has other bytes than the installed one.`,
    );
    if (sums === undefined) {
      report.unchecked.push("Whether SHASUMS256.txt of nodejs.org names this archive: name that file with --sums.");
    } else {
      const line = readFileSync(sums, "utf8")
        .split("\n")
        .find((each) => each.endsWith(`  ${archiveName}`));
      expect(
        line === `${archiveBytes}  ${archiveName}`,
        `${sums} names this archive.`,
        `${sums} has ${line ? "another checksum" : "no line"} for ${archiveName}.`,
      );
      report.unchecked.push(
        `Who signed ${sums}: gpg --verify SHASUMS256.txt.asc, with the keys of Node's releasers, tells.`,
      );
    }
  }
  for (const [name] of packages)
    if (!installed.some(([each]) => each === name)) report.unchecked.push(`${name}, which is not for this machine.`);
  return report;
}

async function sha256(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

async function exitCode(program: string, args: readonly string[]): Promise<unknown> {
  const [code] = await once(spawn(program, args, { stdio: "ignore" }), "exit");
  return code;
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
