import { fileURLToPath } from "node:url";

/**
 * Runs a program in a process with few permissions, and returns "done", or the code of the error that it throws. `run`
 * starts the process with the source of a module, and returns what it prints. The program can use the modules fs, net,
 * events and child_process.
 */
export function outcomeOf(program: string, run: (source: string) => string): string {
  const output = run(`
    import fs from "node:fs"; import net from "node:net"; import events from "node:events"; import child_process from "node:child_process";
    try { ${program}; console.log("done") } catch ({ code }) { console.log(code) }
  `);
  return output.trim();
}

/** Programs that a process with few permissions must not run, and what they do. Its own source is in `folder`. */
export function forbiddenPrograms(folder: URL): readonly (readonly [what: string, program: string])[] {
  const file = (path: string) => JSON.stringify(fileURLToPath(new URL(path, folder)));
  const packageFile = JSON.stringify(fileURLToPath(new URL("../package.json", import.meta.url)));
  return [
    ["read the secrets of the shop's process", `fs.readFileSync("/proc/${process.pid}/environ")`],
    ["read other files of the shop", `fs.readFileSync(${packageFile})`],
    ["write into its own folder", `fs.writeFileSync(${file("written.txt")}, "")`],
    ["start another program", `child_process.execFileSync("true")`],
    ["connect to the network", `await events.once(net.connect(9, "127.0.0.1"), "connect")`],
    ["listen on the network", `net.createServer().listen(0).unref()`],
  ];
}
