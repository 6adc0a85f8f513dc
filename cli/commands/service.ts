import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Argument, Command } from "commander";
import { runningVersion, type ProgramVersion } from "../../operations/service/program-version.ts";
import { rehearse, usualLimits } from "../../operations/service/rehearse.ts";
import { lockService } from "../../operations/service/service-lock.ts";
import { serviceStatus, shownProperties, shownUnits } from "../../operations/service/service-status.ts";
import {
  currentSlot,
  installSteps,
  removeSteps,
  versionOf,
  type RunningProgram,
  type Step,
} from "../../operations/service/service-steps.ts";
import {
  assertRoot,
  assertSystemd,
  lastWords,
  perform,
  showUnit,
  thisMachine,
} from "../../operations/service/systemd.ts";
import { dataFolder, settingsFolder } from "../../operations/service/units.ts";
import { performUpdate, updatePlan, type Update, type UpdateOptions } from "../../operations/service/update-steps.ts";
import { scriptFile } from "../../program/files.ts";
import { backupsDirectory, readSettings, settingsFile } from "../../server/settings.ts";
import { readSettingsFile } from "../shop/shop.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { explain } from "../terminal/explain.ts";
import { Interrupted, interruptible } from "../terminal/interruption.ts";
import { print } from "../terminal/print.ts";

const help = `
install   copies the running program and its Node to /opt/niceties/versions, writes the units, with a socket that systemd
          keeps, starts the shop and a daily backup, and does so after each boot. Run again, it replaces the units and
          leaves the settings, the data and the open version.
update    run by the program of another version, lets that version take over: it makes a backup, rehearses on a copy of the
          shop, opens the new version beside the open one, and ends that one. No request fails. If a step fails, the open
          version stays. With --back, the version before the last update takes over again, in the same way.
rehearse  what update starts as the shop's user: opens a copy of the shop, made from its newest backup, and reads it.
status    says whether the service is open, where, and with which versions.
remove    closes the shop and removes the units and the programs. The data, the settings and the user stay.

install, update and remove need root, and ask nothing. One of them runs at a time.

Examples:
  niceties service install --dry-run   print each step and each unit, and change nothing
  sudo niceties service install
  sudo npx niceties@latest service update
  sudo niceties service update --back
  niceties service status

Exit codes:
  0    done; for status: the shop is open, or opens for the next visitor
  1    not done, or the shop is closed, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; an update has then changed nothing`;

const actions = ["install", "update", "rehearse", "status", "remove"] as const;
/** The service's user must be able to read what root writes. */
const usualMask = 0o022;
type Action = (typeof actions)[number];
type Options = Readonly<{ dryRun?: boolean; back?: boolean; backup?: boolean }>;

export const serviceCommand = new Command("service")
  .summary("run the shop as a service of systemd")
  .description("Installs the shop as a service of systemd, updates it, shows it, or removes it.")
  .addArgument(new Argument("<action>", "install, update, rehearse, status or remove").choices(actions))
  .option("--dry-run", "print what would be done, and change nothing")
  .option("--back", "with update: go back to the version before the last update")
  .option("--no-backup", "with update: make no backup, and rehearse on the newest that there is")
  .addHelpText("after", help)
  .action(async (action: Action, { dryRun = false, back = false, backup = true }: Options, command: Command) => {
    if ((back || !backup) && action !== "update") command.error("--back and --no-backup go with update only");
    switch (action) {
      case "status":
        return printStatus();
      case "rehearse":
        return printRehearsal();
      case "update":
        return update(dryRun, { isBack: back, backsUp: backup && keepsCoffees() });
      case "install":
      case "remove":
        return installOrRemove(action, dryRun);
    }
  });

async function installOrRemove(action: "install" | "remove", dryRun: boolean): Promise<void> {
  const version = runningVersion();
  const steps = () =>
    action === "install" ? installSteps(thisMachine, runningProgram(version)) : removeSteps(thisMachine);
  if (dryRun) return print(steps().map(describe).join("\n"));
  assertSystemd();
  assertRoot(`niceties service ${action}`);
  using _ = lockService();
  process.umask(usualMask);
  for (const step of steps()) {
    await perform(step, version);
    print(title(step));
  }
  print(action === "install" ? installedWords(version) : removedWords);
}

function installedWords({ name }: ProgramVersion): string {
  const slot = currentSlot(thisMachine);
  const open = slot && versionOf(thisMachine, slot);
  const hint = open === name ? "" : ` It stays ${open}: niceties service update lets ${name} take over.`;
  return `The shop is open.${hint} Its settings are in ${settingsFolder}/${settingsFile}, its data in ${dataFolder}. niceties service status shows more.`;
}

const removedWords = `The service is removed. The data in ${dataFolder}, the settings in ${settingsFolder} and the user stay.`;

function runningProgram({ name }: ProgramVersion): RunningProgram {
  return { version: name, canNotify: isBuiltin("node:ffi") };
}

async function update(dryRun: boolean, options: UpdateOptions): Promise<void> {
  const started = performance.now();
  const version = runningVersion();
  const plan = () => updatePlan(thisMachine, runningProgram(version), options);
  if (dryRun) return print(describeUpdate(plan()));
  assertSystemd();
  assertRoot("niceties service update");
  using _ = lockService();
  process.umask(usualMask);
  setPriority(constants.priority.PRIORITY_LOW); // visitors go first
  const planned = plan();
  const performer = {
    perform: (step: Step, signal?: AbortSignal) => perform(step, version, signal),
    lastWords,
    onPhase: (words: string) => print(`${words} …`),
  };
  await interruptible((signal) => performUpdate(planned, performer, signal));
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const undoHint = options.isBack ? "" : " niceties service update --back goes back.";
  print(`The shop is ${planned.version} now, after ${seconds} s.${undoHint}`);
}

/** Whether the service's settings leave the coffees with the shop. Throws `BadSettings` if this version cannot use them. */
function keepsCoffees(): boolean {
  const file = `${settingsFolder}/${settingsFile}`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return readSettings({}, text).PRODUCT_SERVER_URL === "";
}

function describeUpdate({ phases, takeOver }: Update): string {
  const parts = [...phases, { title: "Ending the old process", steps: takeOver }];
  return parts.flatMap(({ title: words, steps }) => [`# ${words}`, ...steps.map(describe)]).join("\n");
}

async function printRehearsal(): Promise<void> {
  const settingsText = readSettingsFile();
  const settings = readSettings(process.env, settingsText);
  const backups = settings.PRODUCT_SERVER_URL === "" ? backupsDirectory(settings) : undefined;
  const command = [process.execPath, ...process.execArgv, fileURLToPath(scriptFile("niceties")), "serve"];
  const rehearsal = { command, environment: process.env, settingsText, backups, limits: usualLimits };
  try {
    print(await interruptible((signal) => rehearse({ ...rehearsal, signal })));
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    // niceties service update shows the last line.
    const words = explain(error) ?? (error instanceof Error ? error.message : String(error));
    throw new CommandFailed(words.replaceAll("\n", " "), { cause: error });
  }
}

function title(step: Step): string {
  switch (step.kind) {
    case "run":
      return step.command.join(" ");
    case "link":
      return `link ${step.file} to ${step.target}`;
    case "write":
    case "remove":
    case "copy program to":
      return `${step.kind} ${step.file}`;
  }
}

/** A step with everything that it writes. */
function describe(step: Step): string {
  if (step.kind !== "write") return title(step);
  return `${title(step)}, mode ${step.mode.toString(8)}\n${step.text.replaceAll(/^(?=.)/gm, "    ")}`;
}

function printStatus(): void {
  assertSystemd();
  const units = shownUnits.map((name) => {
    const slot = (["a", "b"] as const).find((each) => name === `niceties@${each}.service`);
    const version = slot && versionOf(thisMachine, slot);
    return { name, properties: showUnit(name, shownProperties), version };
  });
  const { isOpen, words } = serviceStatus(units);
  print(words);
  if (!isOpen) process.exitCode = 1;
}
