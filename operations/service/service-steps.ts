import { OperationRefused } from "../operation-refused.ts";
import {
  cacheFolder,
  dataFolder,
  notifyDropIn,
  notifyDropInText,
  serviceUnits,
  settingsFolder,
  socketDropIn,
  socketDropInFor,
  timerStamp,
  unitsFolder,
  user,
  versionsFolder,
  type Slot,
} from "./units.ts";

/** One thing that changes the machine. */
export type Step =
  | Readonly<{ kind: "run"; command: readonly [string, ...string[]] }>
  | Readonly<{ kind: "write"; file: string; text: string; mode: number }>
  /** Copies the running program. */
  | Readonly<{ kind: "copy program to"; file: string }>
  | Readonly<{ kind: "link"; file: string; target: string }>
  /** Removes a file, or a folder with all that it holds. */
  | Readonly<{ kind: "remove"; file: string }>;

/** What the steps depend on. */
export type Machine = Readonly<{
  hasUser: (name: string) => boolean;
  exists: (path: string) => boolean;
  isActive: (unit: string) => boolean;
  /** The text of a file; undefined if there is none. */
  textOf: (file: string) => string | undefined;
  /** What a symbolic link names; undefined if there is none. */
  targetOf: (link: string) => string | undefined;
  /** The names of the folders in a folder, newest first, without links; none if it does not exist. */
  foldersIn: (folder: string) => readonly string[];
}>;

/** The program that is running, as far as the steps depend on it. */
export type RunningProgram = Readonly<{
  /** The name of its version. */
  version: string;
  /** Whether its Node has `node:ffi`. Otherwise a child of the shop, systemd-notify, says when the shop is open. */
  canNotify: boolean;
}>;

const settingsFile = `${settingsFolder}/niceties.env`;
/** The command, for operators. */
const commandLink = "/usr/local/bin/niceties";
const currentLink = `${versionsFolder}/current`;
const commandFile = `${currentLink}/niceties`;
/** The only unit of earlier versions, which had the port for itself. */
const earlierUnit = "niceties.service";
const allUnits = ["niceties.socket", "niceties@a.service", "niceties@b.service", "niceties-backup.timer"];
const slots = ["a", "b"] as const;
export const unitMode = 0o644;

const firstSettings = `DATA_DIR=${dataFolder}
LOG=json
`;

/**
 * The steps that install the service, or replace its units: they leave out what is there already, and never change the
 * settings, the data or the version that is open. If the shop is closed, the running program becomes the shop.
 */
export function installSteps(machine: Machine, { version, canNotify }: RunningProgram): readonly Step[] {
  const current = currentSlot(machine);
  const isOpen = ["niceties.socket", "niceties@a.service", "niceties@b.service"].some(machine.isActive);
  const isKept = current !== undefined && isOpen;
  const unkept = slots.find((each) => versionOf(machine, each) === version) ?? current;
  const slot = (isKept ? current : unkept) ?? (machine.isActive("niceties@b.service") ? "b" : "a");
  const other = slot === "a" ? "b" : "a";
  return [
    ...(machine.hasUser(user)
      ? []
      : [run("useradd", "--system", "--home-dir", dataFolder, "--shell", "/usr/sbin/nologin", user)]),
    ...(machine.exists(settingsFile)
      ? []
      : [
          run("install", "--directory", "--mode=755", settingsFolder),
          { kind: "write", file: settingsFile, text: firstSettings, mode: 0o640 } as const,
          run("chgrp", user, settingsFile),
        ]),
    ...(isKept ? [] : [...placeSteps(machine, version), ...slotSteps(slot, version, canNotify), linkCurrent(slot)]),
    ...(machine.exists(commandLink) ? [] : [link(commandLink, commandFile)]),
    ...[...serviceUnits].map(
      ([name, text]) => ({ kind: "write", file: `${unitsFolder}/${name}`, text, mode: unitMode }) as const,
    ),
    ...openAtBootSteps(slot),
    ...removeEarlierUnit(machine),
    ...(current && !isKept ? [run("systemctl", "disable", `niceties@${other}.service`)] : []),
    run("systemctl", "enable", "--now", "niceties.socket", "niceties-backup.timer", `niceties@${slot}.service`),
  ];
}

/** The steps that close the shop and remove its units and its programs. The data, the settings and the user stay. */
export function removeSteps({ exists, targetOf }: Machine): readonly Step[] {
  const units = [...serviceUnits.keys()].map((name) => `${unitsFolder}/${name}`).filter(exists);
  if (units.length === 0) throw new OperationRefused("The service is not installed, so nothing was removed.");
  const dropIns = [socketDropIn, ...slots.map(notifyDropIn)];
  const folders = [...dropIns, versionsFolder].map((file) => file.slice(0, file.lastIndexOf("/"))).filter(exists);
  const isOurs = targetOf(commandLink) === commandFile;
  const files = [
    ...units,
    ...dropIns.filter(exists),
    ...(isOurs ? [commandLink] : []),
    versionsFolder,
    cacheFolder,
    timerStamp,
  ];
  return [
    run("systemctl", "disable", "--now", ...allUnits),
    ...files.map((file) => ({ kind: "remove", file }) as const),
    // An operator's own files stay, such as those of systemctl edit.
    ...(folders.length > 0 ? [run("rmdir", "--ignore-fail-on-non-empty", ...folders)] : []),
    run("systemctl", "daemon-reload"),
  ];
}

/** The process that is the shop; undefined if the service is not installed. */
export function currentSlot({ targetOf }: Pick<Machine, "targetOf">): Slot | undefined {
  return slots.find((slot) => targetOf(currentLink) === slot);
}

/** The version that a process runs, or will run; undefined if it has none yet. */
export function versionOf({ targetOf }: Pick<Machine, "targetOf">, slot: Slot): string | undefined {
  return targetOf(`${versionsFolder}/${slot}`);
}

/** The steps that copy the running program, if it is not there yet. */
export function placeSteps({ exists }: Pick<Machine, "exists">, version: string): readonly Step[] {
  const file = `${versionsFolder}/${version}`;
  // A power cut must not leave a version that looks whole.
  return exists(file) ? [] : [{ kind: "copy program to", file }, run("sync", "--file-system", file)];
}

/** The steps that make a process run a version from its next start on. */
export function slotSteps(slot: Slot, version: string, canNotify: boolean): readonly Step[] {
  const file = notifyDropIn(slot);
  return [
    link(`${versionsFolder}/${slot}`, version),
    canNotify ? { kind: "remove", file } : { kind: "write", file, text: notifyDropInText, mode: unitMode },
  ];
}

/** The steps after which a process is the one that visitors and the system start. The unit must be enabled, too. */
export function openAtBootSteps(slot: Slot): readonly Step[] {
  return [
    { kind: "write", file: socketDropIn, text: socketDropInFor(slot), mode: unitMode },
    run("systemctl", "daemon-reload"),
  ];
}

export function linkCurrent(slot: Slot): Step {
  return link(currentLink, slot);
}

function removeEarlierUnit({ exists }: Machine): readonly Step[] {
  const file = `${unitsFolder}/${earlierUnit}`;
  return exists(file) ? [run("systemctl", "disable", "--now", earlierUnit), { kind: "remove", file }] : [];
}

function link(file: string, target: string): Step {
  return { kind: "link", file, target };
}

export function run(program: string, ...args: readonly string[]): Step {
  return { kind: "run", command: [program, ...args] };
}
