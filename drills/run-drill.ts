// npm run drill NAME: runs one of the drills, each of which is a file NAME-drill.ts in a folder beside this one that exports
// `drill`.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runDrill, type Drill } from "./kit.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const ending = "-drill.ts";
const files = new Map(
  globSync(`*/*${ending}`, { cwd: folder }).map((file) => [basename(file, ending), `${folder}${file}`]),
);

const [name = "", ...args] = process.argv.slice(2);
const file = files.get(name);
if (file) {
  const { drill }: { drill: Drill } = await import(pathToFileURL(file).href);
  process.exitCode = await runDrill(name, drill, args);
} else {
  const isHelp = name === "" || name === "--help";
  const names = [...files.keys()].toSorted().map((each) => `  npm run drill ${each} -- --help`);
  console[isHelp ? "log" : "error"](
    [...(isHelp ? [] : [`There is no drill ${name}.`]), "The drills:", ...names].join("\n"),
  );
  process.exitCode = isHelp ? 0 : 2;
}
