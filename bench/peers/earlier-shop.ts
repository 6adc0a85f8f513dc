import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Children } from "../machine/children.ts";
import { freePort } from "../machine/free-port.ts";
import { shopIn } from "./ours.ts";
import type { Peer } from "./peer.ts";
import { importCoffees } from "./prepare-place.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The newest release before the current commit, as a tag; undefined if there is none. */
export function lastRelease(): string | undefined {
  const { status, stdout } = spawnSync("git", ["describe", "--tags", "--abbrev=0"], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Writes the project as it was at a commit into a folder, and builds it there. It uses this checkout's packages if the
 * lock files are the same. Throws if git does not know the commit, or the build fails.
 */
export function checkOutAndBuild(folder: string, commit: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "archive.tar");
  execFileSync("git", ["archive", "--output", archive, commit], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["xf", archive], { cwd: folder });
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execFileSync("npm", ["run", "--silent", "prestart"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** Builds the shop of an earlier commit in `folder`, as a peer to measure. */
export function buildEarlierShop(children: Children, folder: string, commit: string): Peer {
  checkOutAndBuild(folder, commit);
  const shop = shopIn(folder, "before");
  return {
    ...shop,
    async fill(place) {
      const port = await freePort();
      const child = children.start(shop.command(place, port), ["ignore", "ignore", "inherit"]);
      try {
        await importCoffees(children, shop, place, port, place.listFile);
      } finally {
        await children.end(child);
      }
    },
  };
}

function lockOf(checkout: string): string {
  return readFileSync(join(checkout, "package-lock.json"), "utf8");
}
