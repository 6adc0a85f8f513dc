import { OperationRefused } from "../operation-refused.ts";
import {
  currentSlot,
  linkCurrent,
  openAtBootSteps,
  placeSteps,
  run,
  slotSteps,
  unitMode,
  versionOf,
  type Machine,
  type RunningProgram,
  type Step,
} from "./service-steps.ts";
import { notifyDropIn, serviceUnits, unitsFolder, versionsFolder, type Slot } from "./units.ts";

/** A part of an update, in which nothing that visitors see has changed yet. */
export type Phase = Readonly<{
  title: string;
  steps: readonly Step[];
  /** The steps that bring back what was before; they may run even if only some of `steps` were done. */
  undo: readonly Step[];
  /** What is wrong if a step fails, as the beginning of a sentence. */
  failure: string;
  /** The unit whose log says why. */
  unit?: string;
}>;

/** An update of the service to another version, as data. */
export type Update = Readonly<{
  version: string;
  /** If one of them fails, the update ends, and the open version stays. */
  phases: readonly Phase[];
  /** The old process ends, and the new one is the shop from now on. */
  takeOver: readonly Step[];
}>;

export type UpdateOptions = Readonly<{
  /** The other version takes over again, in place of the running program. */
  isBack: boolean;
  /** Whether the open version makes a backup first. There is nothing to back up if another server keeps the coffees. */
  backsUp: boolean;
}>;

/** How many versions stay: the open one, the one before, and another whose scripts the pages of visitors may still need. */
const versionsKept = 3;

/**
 * The phases and steps of an update to the running program, or back to the version before. Throws `OperationRefused` if
 * there is nothing to update, or to go back to.
 */
export function updatePlan(machine: Machine, program: RunningProgram, options: UpdateOptions): Update {
  const from = currentSlot(machine);
  const openVersion = from && versionOf(machine, from);
  if (from === undefined || openVersion === undefined)
    throw new OperationRefused("There is no service to update. sudo niceties service install installs it.");
  const to = from === "a" ? "b" : "a";
  if (machine.isActive(`niceties@${to}.service`))
    throw new OperationRefused(
      `niceties@${to} runs, and the shop is niceties@${from}: an update was killed before it ended. Run: systemctl stop niceties@${to}`,
    );
  const former = versionOf(machine, to);
  const version = options.isBack ? former : program.version;
  if (version === undefined || (options.isBack && !machine.exists(`${versionsFolder}/${version}`)))
    throw new OperationRefused("There is no version to go back to: the service has not been updated yet.");
  if (version === openVersion)
    throw new OperationRefused(
      `The service runs ${version} already. Run this command with the program of another version, such as npx niceties@latest service update.`,
    );
  const phases = [
    ...(options.isBack ? [] : [placePhase(machine, version)]),
    ...(options.backsUp ? [backupPhase] : []),
    ...(options.isBack ? [] : [pointPhase(machine, to, version, program.canNotify)]),
    rehearsalPhase(to, version),
    startPhase(to, version),
  ];
  const takeOver = [...takeOverSteps(from, to), ...(options.isBack ? [] : pruneSteps(machine, [version, openVersion]))];
  return { version, phases, takeOver };
}

function placePhase(machine: Machine, version: string): Phase {
  return {
    title: `Copying ${version} to ${versionsFolder}`,
    steps: placeSteps(machine, version),
    undo: [], // a copy is whole or not there, and the next update uses it or removes it
    failure: "The new version was not copied",
  };
}

/**
 * The open version makes the backup: a newer one would first bring the data to its own format, and the open one could
 * then not read the backup either.
 */
const backupPhase: Phase = {
  title: "Making a backup with the open version",
  steps: [run("systemctl", "start", "niceties-backup.service")],
  undo: [run("systemctl", "stop", "niceties-backup.service")],
  failure: "No backup was made",
  unit: "niceties-backup.service",
};

function pointPhase(machine: Machine, to: Slot, version: string, canNotify: boolean): Phase {
  const units = [...serviceUnits]
    .map(([name, text]) => ({ file: `${unitsFolder}/${name}`, text }))
    .filter(({ file, text }) => machine.textOf(file) !== text);
  const former = versionOf(machine, to);
  const reload = run("systemctl", "daemon-reload");
  return {
    title: `Preparing niceties@${to} for it`,
    steps: [...slotSteps(to, version, canNotify), ...units.map(({ file, text }) => written(file, text)), reload],
    undo: [
      ...(former === undefined
        ? [{ kind: "remove", file: `${versionsFolder}/${to}` } as const]
        : slotSteps(to, former, machine.textOf(notifyDropIn(to)) === undefined)),
      ...units.map(({ file }) => written(file, machine.textOf(file))),
      reload,
    ],
    failure: `niceties@${to} could not be prepared`,
  };
}

function written(file: string, text: string | undefined): Step {
  return text === undefined ? { kind: "remove", file } : { kind: "write", file, text, mode: unitMode };
}

function rehearsalPhase(to: Slot, version: string): Phase {
  const unit = `niceties-rehearsal@${to}.service`;
  return {
    title: "Rehearsing it on a copy of the shop",
    steps: [run("systemctl", "start", unit)],
    undo: [run("systemctl", "stop", unit)],
    failure: `${version} failed its rehearsal`,
    unit,
  };
}

/** systemctl waits until the new process says that it is open. From then on both processes answer visitors. */
function startPhase(to: Slot, version: string): Phase {
  const unit = `niceties@${to}.service`;
  return {
    title: "Opening it beside the open version",
    steps: [run("systemctl", "start", unit)],
    undo: [run("systemctl", "stop", unit)],
    failure: `${version} did not open`,
    unit,
  };
}

function takeOverSteps(from: Slot, to: Slot): readonly Step[] {
  return [
    run("systemctl", "stop", `niceties@${from}.service`),
    linkCurrent(to),
    ...openAtBootSteps(to),
    run("systemctl", "enable", `niceties@${to}.service`),
    run("systemctl", "disable", `niceties@${from}.service`),
  ];
}

function pruneSteps({ foldersIn }: Machine, used: readonly string[]): readonly Step[] {
  const unused = foldersIn(versionsFolder).filter((name) => !used.includes(name));
  const kept = unused.filter((name) => !name.startsWith("unfinished-")).slice(0, versionsKept - used.length);
  return unused
    .filter((name) => !kept.includes(name))
    .map((name) => ({ kind: "remove", file: `${versionsFolder}/${name}` }) as const);
}

/** How steps are done. */
export type Performer = Readonly<{
  /** Rejects if the step fails, or once the signal is aborted. */
  perform: (step: Step, signal?: AbortSignal) => Promise<void>;
  /** What the last start of a unit printed at its end; undefined if that is not known. */
  lastWords: (unit: string) => string | undefined;
  onPhase: (title: string) => void;
}>;

/**
 * Performs an update. If a phase fails, or the signal is aborted in one, everything is as it was before, and this rejects
 * with `OperationRefused` or the signal's reason. After the phases, the signal has no effect.
 */
export async function performUpdate({ phases, takeOver }: Update, performer: Performer, signal: AbortSignal) {
  const begun: Phase[] = [];
  for (const phase of phases) {
    signal.throwIfAborted();
    performer.onPhase(phase.title);
    begun.unshift(phase);
    try {
      for (const step of phase.steps) await performer.perform(step, signal);
    } catch (error) {
      const words = failureWords(phase, error, performer);
      await undo(begun, performer);
      signal.throwIfAborted();
      throw new OperationRefused(words, { cause: error });
    }
  }
  performer.onPhase("Ending the old process");
  for (const step of takeOver) await performer.perform(step);
}

function failureWords({ failure, unit }: Phase, error: unknown, { lastWords }: Performer): string {
  const why = (unit && lastWords(unit)) ?? (error instanceof Error ? error.message : String(error));
  const log = unit === undefined ? "" : ` journalctl -u ${unit} shows more.`;
  return `${failure}: ${why.replace(/[.\s]*$/, ".")} The open version stays.${log}`;
}

/** Undoes as much as it can: a step that fails does not keep the others from being undone. */
async function undo(begun: readonly Phase[], { perform }: Performer): Promise<void> {
  for (const step of begun.flatMap((phase) => phase.undo)) await perform(step).catch(() => {});
}
