import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { cp, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { imageName, type Engine } from "./engine.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** The Debian of the images that the Containerfile names. */
const suite = "trixie";
/** The packages of the base that a C++ program needs. */
const basePackages = ["base-files", "gcc-14-base", "libc6", "libgcc-s1", "libstdc++6"];
/** Programs in containers need this file if this machine trusts its own certificate authority. */
const authorities = "/etc/ssl/certs/ca-certificates.crt";
const nodeImage = "localhost/node";
const baseImage = "localhost/base";

/** For a build here: the base images, and the isolation and the network that work in a container too, as in most CI. */
export const baseArguments = [
  `--build-arg=NODE=${nodeImage}`,
  `--build-arg=BASE=${baseImage}`,
  "--isolation=chroot",
  "--network=host",
];

/** Builds the image with the Containerfile. Its two base images are made here, so that no registry is needed. */
export async function buildImage(engine: Engine, folder: string): Promise<void> {
  const debian = join(folder, "debian");
  await execute("debootstrap", ["--variant=minbase", "--include=ca-certificates,libatomic1", suite, debian]);
  await makeBase(engine, debian, join(folder, "base"));
  await makeNode(engine, debian);
  await engine.run("build", "--quiet", "--format=docker", ...baseArguments, `--tag=${imageName}`, root);
}

/** The bytes of the image as a registry keeps it, with its layers compressed. */
export async function compressedSize(engine: Engine, folder: string): Promise<number> {
  const copy = join(folder, "pushed");
  await engine.run("push", "--quiet", "--compress", imageName, `dir:${copy}`);
  const sizes = (await readdir(copy)).map(async (name) => (await stat(join(copy, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Debian's C++ libraries alone, from the packages that debootstrap fetched. */
async function makeBase(engine: Engine, debian: string, base: string): Promise<void> {
  await mkdir(base);
  for (const name of basePackages) {
    const [file = ""] = globSync(join(debian, `var/cache/apt/archives/${name}_*.deb`));
    await execute("dpkg-deb", ["--extract", file, base]);
  }
  await engine.importFolder(base, baseImage, { PATH: path });
}

/** Debian with the locked Node and npm. */
async function makeNode(engine: Engine, debian: string): Promise<void> {
  await cp(process.execPath, join(debian, "usr/local/bin/node"));
  await execute("npm", ["install", "--global", `--prefix=${join(debian, "usr/local")}`, "npm@11"]);
  const { stdout } = await execute("npm", ["config", "get", "registry"]);
  const environment: Record<string, string> = { PATH: path, npm_config_registry: stdout.trim() };
  if (existsSync(authorities)) {
    await cp(authorities, join(debian, "srv/authorities.crt"));
    environment["NODE_EXTRA_CA_CERTS"] = "/srv/authorities.crt";
  }
  await engine.importFolder(debian, nodeImage, environment);
}
