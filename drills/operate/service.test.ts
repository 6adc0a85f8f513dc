import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { insistOnProgram } from "../../tools/installed-programs.ts";
import { commandsUnder } from "./docs-commands.ts";

const folder = fileURLToPath(new URL("../../service", import.meta.url));
const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
const services = readdirSync(folder).filter((name) => name.endsWith(".service"));

test.for(services)("%s may write to the shop's data alone, and Node may compile", (name) => {
  const lines = readFileSync(`${folder}/${name}`, "utf8").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "User=niceties",
      "StateDirectory=niceties",
      "ProtectSystem=strict",
      "NoNewPrivileges=yes",
      "CapabilityBoundingSet=",
      "UMask=0077",
    ]),
  );
  expect(lines.filter((line) => /^(ReadWritePaths|MemoryDenyWriteExecute)=/.test(line))).toEqual([]);
});

if (process.platform === "linux") {
  test("systemd rates the exposure of each service 1.2 or less", () => {
    insistOnProgram("systemd-analyze");
    const files = services.map((name) => `${folder}/${name}`);
    const { status, stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=12", ...files]);
    expect(status, String(stdout)).toBe(0);
  });
}

test("docs/operating.md has commands for each service task", () => {
  const commands = [
    ["Installing the service", "./niceties service install"],
    ["Updating the service", "./niceties service update"],
    ["Going back", "niceties service update --back"],
    ["Going back when the data has changed", "niceties service install"],
    ["Uninstalling the service", "niceties service remove"],
  ] as const;
  for (const [heading, command] of commands) expect(commandsUnder(heading, page).join("")).toContain(command);
});
