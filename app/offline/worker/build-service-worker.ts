import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { scriptFloor } from "../../shop/browser-floor.ts";

const worker = fileURLToPath(new URL("service-worker.ts", import.meta.url));

/**
 * Makes `service-worker.js` in the `folder` of a client that is built, with the list of its scripts and styles. Their names
 * hold hashes of what is in them, so the list names the build.
 */
export async function buildServiceWorker(folder: string): Promise<void> {
  const names = await readdir(join(folder, "assets"));
  const builtFiles = names
    .filter((name) => /\.(js|css)$/.test(name))
    .toSorted()
    .map((name) => `/assets/${name}`);
  const buildName = createHash("sha256").update(builtFiles.join()).digest("hex").slice(0, 12);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { builtFiles: JSON.stringify(builtFiles), buildName: JSON.stringify(buildName) },
    build: {
      outDir: folder,
      target: scriptFloor,
      emptyOutDir: false,
      rolldownOptions: { input: worker, output: { entryFileNames: "service-worker.js", format: "iife" } },
    },
  });
}
