// npm run art: renders the shop's photographs, and encodes them for its pages.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installLocked } from "../tools/set-up/install-locked.ts";
import { artFolder, findBlender, findWeights, Missing } from "./equipment.ts";
import { nameWidth, photographs, type Photograph } from "./photographs.ts";
import { Progress } from "./progress.ts";
import {
  finalTake,
  hasScene,
  isUpToDate,
  previewTake,
  render,
  renderPath,
  rendersFolder,
  type Take,
} from "./render.ts";

const helpText = `npm run art                    renders and encodes what is missing or was made from older scenes
npm run art -- hero latte-art  only photographs with these names, or names that begin so
npm run art -- --force         renders even what is up to date
npm run art -- --encode        encodes again what is rendered, and renders nothing
npm run art -- --preview       small and quick, to art/.renders/preview, and encodes nothing
npm run art -- --sheet         all renders on one picture (or all previews, with --preview)
npm run art -- --list          the photographs, and the state of each

Large renders go to art/.renders, files for pages to public/photographs, and their sizes and previews to
app/photographs/photographs.{css,ts}. Ctrl-C stops; the next run goes on with what is not done.`;

const options = {
  help: { type: "boolean", short: "h" },
  list: { type: "boolean" },
  force: { type: "boolean" },
  encode: { type: "boolean" },
  preview: { type: "boolean" },
  sheet: { type: "boolean" },
} as const;

type Asked = Readonly<{ [Option in keyof typeof options]?: boolean }>;

/** The command line cannot be understood. */
class Unclear extends Error {}

async function main(args: readonly string[]): Promise<boolean> {
  const { asked, chosen } = readArguments(args);
  if (asked.help) {
    console.log(helpText);
    return true;
  }
  if (asked.list) {
    for (const photograph of chosen) console.log(describeState(photograph));
    return true;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  installLocked(artFolder, "Installing what encodes photographs");
  if (asked.sheet) return await makeSheet(chosen.map(asked.preview ? previewTake : finalTake));
  if (asked.preview) return await renderDue(chosen.map(previewTake), asked, stop.signal);
  return await make(chosen, asked, stop.signal);
}

function readArguments(args: readonly string[]): { asked: Asked; chosen: readonly Photograph[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { asked: values, chosen: positionals.length === 0 ? photographs : positionals.flatMap(chosenBy) };
  } catch (error) {
    throw error instanceof TypeError ? new Unclear(error.message.replace(/\. .*/, ".")) : error;
  }
}

function chosenBy(name: string): readonly Photograph[] {
  const exact = photographs.filter((photograph) => photograph.name === name);
  const chosen = exact.length > 0 ? exact : photographs.filter((photograph) => photograph.name.startsWith(name));
  if (chosen.length > 0) return chosen;
  throw new Unclear(`There is no photograph ${name}; there are ${photographs.map((known) => known.name).join(", ")}.`);
}

function describeState(photograph: Photograph): string {
  const take = finalTake(photograph);
  const size = `${take.width} x ${take.height}`.padStart(11);
  return `${take.name.padEnd(nameWidth)}  ${size}  ${take.samples} samples  ${stateOf(take)}`;
}

function stateOf(take: Take): string {
  if (!hasScene(take)) return "has no scene yet";
  if (isUpToDate(take)) return "rendered";
  return existsSync(renderPath(take)) ? "rendered from an older scene" : "to be rendered";
}

/** Renders photographs that are out of date, and encodes each as soon as it is rendered. */
async function make(chosen: readonly Photograph[], asked: Asked, signal: AbortSignal): Promise<boolean> {
  // Imported only here, because its packages may have been installed a moment ago.
  const { describe, encode, encodeIcons, isEncoded, weigh } = await import("./encode.ts");
  let isWhole = true;
  for (const photograph of chosen) {
    const take = finalTake(photograph);
    if (!asked.encode && !(await renderDue([take], asked, signal))) isWhole = false;
    const path = renderPath(take);
    if (signal.aborted || !existsSync(path) || (!asked.encode && isEncoded(photograph, path))) continue;
    const progress = new Progress(take.name.padEnd(nameWidth), "encoding");
    await encode(photograph, path, signal);
    progress.end(signal.aborted ? "stopped" : "encoded");
  }
  if (!signal.aborted) await encodeIcons();
  await describe();
  return weigh() && isWhole && !signal.aborted;
}

/** Renders the takes that are out of date. Resolves to whether all renders exist now. */
async function renderDue(takes: readonly Take[], asked: Asked, signal: AbortSignal): Promise<boolean> {
  let isWhole = true;
  for (const take of takes) {
    if (signal.aborted) return false;
    if (!hasScene(take)) {
      console.log(`${take.name.padEnd(nameWidth)}  has no scene yet`);
      isWhole = false;
    } else if (asked.force || !isUpToDate(take)) {
      if (!(await render(take, { blender: findBlender(), weights: findWeights() }, signal))) isWhole = false;
    } else {
      console.log(`${take.name.padEnd(nameWidth)}  is up to date`);
    }
  }
  return isWhole;
}

async function makeSheet(takes: readonly Take[]): Promise<boolean> {
  const { contactSheet } = await import("./encode.ts");
  const path = join(rendersFolder, "contact-sheet.jpg");
  const rendered = takes
    .map((take) => ({ name: take.name, path: renderPath(take) }))
    .filter((one) => existsSync(one.path));
  if (rendered.length === 0) throw new Missing("Nothing is rendered yet: npm run art, or npm run art -- --preview.");
  await contactSheet(rendered, path);
  console.log(`${rendered.length} photographs on ${path}`);
  return true;
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  if (error instanceof Unclear) console.error(`${error.message}\nnpm run art -- --help lists the options.`);
  else if (error instanceof Missing) console.error(error.message);
  else throw error;
  process.exitCode = error instanceof Unclear ? 2 : 1;
}
