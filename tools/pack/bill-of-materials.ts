import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const lockedPackage = z.object({ version: z.string(), integrity: z.string(), license: z.string() });

/** A package from npm, of the version in the lock file. `sha512` is of its archive, in hex. */
export type LockedPackage = Readonly<{ name: string; version: string; licence: string; sha512: string }>;

/** The packages of these names, as package-lock.json has them. Throws if one is not there. */
export function lockedPackages(root: string, names: readonly string[]): readonly LockedPackage[] {
  const lockFile = z.object({ packages: z.record(z.string(), z.unknown()) });
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return names.map((name) => {
    const { version, integrity, license } = lockedPackage.parse(packages[`node_modules/${name}`]);
    const sha512 = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    return { name, version, licence: license, sha512 };
  });
}

/** What a program consists of, in CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/ */
export function billOfMaterials(name: string, version: string, packages: readonly LockedPackage[]): string {
  const own = { type: "application", "bom-ref": `pkg:npm/${name}@${version}`, name, version };
  const components = packages.map((each) => ({
    type: "library",
    "bom-ref": purl(each),
    name: each.name,
    version: each.version,
    purl: purl(each),
    licenses: [{ license: { id: each.licence } }],
    hashes: [{ alg: "SHA-512", content: each.sha512 }],
  }));
  const dependencies = [{ ref: own["bom-ref"], dependsOn: packages.map(purl) }];
  const document = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component: own } };
  return `${JSON.stringify({ ...document, components, dependencies }, null, 2)}\n`;
}

function purl({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** The licence texts of installed packages, each below its name. A package without a file gets its licence's name. */
export function licenceTexts(root: string, packages: readonly LockedPackage[]): string {
  return packages.map((each) => `${each.name} ${each.version}\n\n${licenceText(root, each)}\n`).join(`\n${rule}\n\n`);
}

const rule = "-".repeat(80);

function licenceText(root: string, { name, licence }: LockedPackage): string {
  const folder = join(root, "node_modules", name);
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    : [];
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return texts.length > 0 ? texts.join("\n\n") : `Licence: ${licence}`;
}
