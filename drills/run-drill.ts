// npm run drill NAME: runs one of the drills. Each is a file NAME-drill.ts in a folder beside this file, and exports
// `drill`.
import { drillFiles, loadDrill, runDrill } from "./kit/drill.ts";

const [name = "", ...args] = process.argv.slice(2);
const file = drillFiles.get(name);
if (file) process.exitCode = await runDrill(name, await loadDrill(file), args);
else {
  const isHelp = name === "" || name === "--help";
  const names = [...drillFiles.keys()].toSorted().map((each) => `  npm run drill ${each} -- --help`);
  console[isHelp ? "log" : "error"](
    [...(isHelp ? [] : [`There is no drill ${name}.`]), "The drills:", ...names, "All of them: npm run drills"].join(
      "\n",
    ),
  );
  process.exitCode = isHelp ? 0 : 2;
}
