// Renders one photograph with Blender. Its PNG appears only once it is complete, beside a hash of all of its sources.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, setPriority } from "node:os";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { artFolder } from "./equipment.ts";
import { nameWidth, type Photograph } from "./photographs.ts";
import { Progress } from "./progress.ts";

export type Take = Readonly<{ name: string; width: number; height: number; samples: number; folder: string }>;
export type Equipment = Readonly<{ blender: string; weights: string }>;

export const rendersFolder = join(artFolder, ".renders");
const previewSide = 400;
const previewSamples = 16;

export function finalTake({ name, width, height, samples }: Photograph): Take {
  return { name, width, height, samples, folder: rendersFolder };
}

/** A small, quick render to look at. */
export function previewTake({ name, width, height }: Photograph): Take {
  const scale = previewSide / Math.max(width, height);
  return {
    name,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    samples: previewSamples,
    folder: join(rendersFolder, "preview"),
  };
}

export function renderPath({ name, folder }: Take): string {
  return join(folder, `${name}.png`);
}

export function hasScene(take: Take): boolean {
  return existsSync(scenePath(take));
}

function scenePath({ name }: Take): string {
  return join(artFolder, "scenes", `${name.replaceAll("-", "_")}.py`);
}

/** Whether the PNG exists and was made from exactly the current sources. */
export function isUpToDate(take: Take): boolean {
  const stamp = stampPath(take);
  return existsSync(renderPath(take)) && existsSync(stamp) && readFileSync(stamp, "utf8") === hashOf(take);
}

/** Resolves to whether it worked; if not, prints what Blender printed. Aborting leaves no half file. */
export async function render(take: Take, { blender, weights }: Equipment, signal: AbortSignal): Promise<boolean> {
  mkdirSync(take.folder, { recursive: true });
  const hash = hashOf(take);
  const temporary = mkdtempSync(join(rendersFolder, "rendering-"));
  const progress = new Progress(take.name.padEnd(nameWidth), "setting the scene");
  try {
    const partial = join(temporary, "whole.png");
    const said = await runBlender(blender, [scenePath(take), partial, take], { weights, temporary, progress, signal });
    if (signal.aborted) {
      progress.end("stopped");
      return false;
    }
    if (!existsSync(partial)) {
      progress.end("failed");
      console.error(said.join("\n"));
      return false;
    }
    rmSync(stampPath(take), { force: true });
    renameSync(partial, renderPath(take));
    writeFileSync(stampPath(take), hash);
    progress.end(`${take.width} x ${take.height}, ${take.samples} samples`);
    return true;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

type Run = Readonly<{ weights: string; temporary: string; progress: Progress; signal: AbortSignal }>;

/** Resolves to the last lines that Blender printed. */
async function runBlender(
  blender: string,
  [scene, path, { width, height, samples }]: readonly [scene: string, path: string, take: Take],
  { weights, temporary, progress, signal }: Run,
): Promise<readonly string[]> {
  const args = ["-b", "--python-exit-code", "1", "-P", scene, "--", path, width, height, samples].map(String);
  const child = spawn(blender, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // Temporary files of Blender and the scene are removed with the folder, even if they are stopped.
    env: { ...process.env, NICETIES_DENOISER: weights, TMPDIR: temporary, PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      const fraction = renderedFraction(line);
      if (fraction !== undefined)
        progress.say(fraction < 1 ? "rendering" : "finishing", fraction < 1 ? fraction : undefined);
      else if (line.trim()) lastLines.push(line);
      if (lastLines.length > 25) lastLines.shift();
    });
  }
  await once(child, "close");
  signal.removeEventListener("abort", kill);
  return lastLines;
}

/** Parses the fraction that is rendered from a line such as `Fra:1 … | Rendered 0/2 Tiles, Sample 12/96`. */
function renderedFraction(line: string): number | undefined {
  const [, sample, samples] = (/Sample (\d+)\/(\d+)/.exec(line) ?? []).map(Number);
  if (sample === undefined || !samples) return undefined;
  const [, tile = 0, tiles = 1] = (/Rendered (\d+)\/(\d+) Tiles/.exec(line) ?? []).map(Number);
  return Math.min(1, (tile + sample / samples) / tiles);
}

function stampPath({ name, folder }: Take): string {
  return join(folder, `${name}.stamp`);
}

function hashOf(take: Take): string {
  const { width, height, samples } = take;
  const hash = createHash("sha256").update(`${width} ${height} ${samples}`);
  for (const file of sourcesOf(scenePath(take)))
    hash.update(`\0${relative(artFolder, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** The scene and all of our files that it imports, directly or not: those with a name that an import mentions. */
function sourcesOf(scene: string): readonly string[] {
  const ours = readdirSync(artFolder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".py"));
  const found = new Set([scene]);
  for (const file of found) {
    const imports = readFileSync(file, "utf8").match(importLines) ?? [];
    const names = new Set(imports.flatMap((line) => line.match(/\w+/g) ?? []));
    for (const other of ours) if (names.has(basename(other, ".py"))) found.add(join(artFolder, other));
  }
  return [...found].toSorted();
}

const importLines = /^[ \t]*(?:from|import)\b(?:[^(\n]*\([^)]*\)|.*)/gm;
