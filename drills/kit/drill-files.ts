import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Drill } from "./drill.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const ending = "-drill.ts";

/** Every drill by its name, with its file. */
export const drillFiles: ReadonlyMap<string, string> = new Map(
  globSync(`*/*${ending}`, { cwd: folder })
    .toSorted()
    .map((file) => [basename(file, ending), `${folder}${file}`]),
);

export async function loadDrill(file: string): Promise<Drill> {
  const { drill }: { drill: Drill } = await import(pathToFileURL(file).href);
  return drill;
}
