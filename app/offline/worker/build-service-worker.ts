import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { scriptFloor } from "../../shop/browser-floor.ts";

const worker = fileURLToPath(new URL("service-worker.ts", import.meta.url));

/**
 * Builds `service-worker.js` into the folder of the built client, with the list of its scripts and styles. Their names
 * contain content hashes, so the list identifies the build.
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
