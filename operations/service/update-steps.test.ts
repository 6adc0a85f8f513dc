import { expect, test } from "vitest";
import { OperationRefused } from "../operation-refused.ts";
import type { Machine, Step } from "./service-steps.ts";
import { serviceUnits } from "./units.ts";
import { performUpdate, updatePlan, type Update } from "./update-steps.ts";

const versions = "/opt/niceties/versions";
const program = { version: "2.0.0-bbbbbbbbbbbb", canNotify: true };
const update = { isBack: false, backsUp: true };
const back = { isBack: true, backsUp: true };

/** A machine on which niceties@a is the shop, with version 1; the units are those of the program. */
function machineWith(links: Readonly<Record<string, string>> = {}, folders: readonly string[] = []): Machine {
  const all: Readonly<Record<string, string>> = { current: "a", a: "1.0.0-aaaaaaaaaaaa", ...links };
  return {
    hasUser: () => true,
    exists: (path) => folders.some((name) => path === `${versions}/${name}`),
    isActive: (unit) => unit === `niceties@${all["current"]}.service`,
    textOf: (file) => serviceUnits.get(file.replace("/etc/systemd/system/", "")),
    targetOf: (link) => all[link.replace(`${versions}/`, "")],
    foldersIn: () => folders,
  };
}

const title = (step: Step) => {
  if (step.kind === "run") return step.command.join(" ");
  return step.kind === "link" ? `link ${step.file} to ${step.target}` : `${step.kind} ${step.file}`;
};
const titles = ({ phases, takeOver }: Update) => [...phases.flatMap(({ steps }) => steps), ...takeOver].map(title);

const starting = [
  `copy program to ${versions}/${program.version}`,
  `sync --file-system ${versions}/${program.version}`,
  "systemctl start niceties-backup.service",
  `link ${versions}/b to ${program.version}`,
  "remove /etc/systemd/system/niceties@b.service.d/notify.conf",
  "systemctl daemon-reload",
  "systemctl start niceties-rehearsal@b.service",
  "systemctl start niceties@b.service",
];
const takingOver = [
  "systemctl stop niceties@a.service",
  `link ${versions}/current to b`,
  "write /etc/systemd/system/niceties.socket.d/process.conf",
  "systemctl daemon-reload",
  "systemctl enable niceties@b.service",
  "systemctl disable niceties@a.service",
];

test("an update backs up, rehearses and opens the new version before it ends the old process", () => {
  expect(titles(updatePlan(machineWith(), program, update))).toEqual([...starting, ...takingOver]);
});

test("an update without a backup does everything else", () => {
  const steps = titles(updatePlan(machineWith(), program, { ...update, backsUp: false }));
  expect(steps).toEqual([...starting, ...takingOver].filter((step) => !step.includes("backup")));
});

test("the next update goes to the other process", () => {
  const machine = machineWith({ current: "b", b: "1.5.0-cccccccccccc" });
  expect(titles(updatePlan(machine, program, update)).slice(-6)).toEqual([
    "systemctl stop niceties@b.service",
    `link ${versions}/current to a`,
    "write /etc/systemd/system/niceties.socket.d/process.conf",
    "systemctl daemon-reload",
    "systemctl enable niceties@a.service",
    "systemctl disable niceties@b.service",
  ]);
});

test("after an update the open version, the one before and one more stay; older and unfinished ones are removed", () => {
  const folders = ["unfinished-9", "1.0.0-aaaaaaaaaaaa", "0.9.0-dddddddddddd", "0.8.0-eeeeeeeeeeee"];
  const steps = titles(updatePlan(machineWith({ b: "0.9.0-dddddddddddd" }, folders), program, update));
  expect(steps.slice(-2)).toEqual([`remove ${versions}/unfinished-9`, `remove ${versions}/0.8.0-eeeeeeeeeeee`]);
});

test("going back rehearses the former version, copies nothing, and removes nothing", () => {
  const machine = machineWith({ b: "0.9.0-dddddddddddd" }, ["0.9.0-dddddddddddd"]);
  expect(titles(updatePlan(machine, program, back))).toEqual([
    "systemctl start niceties-backup.service",
    "systemctl start niceties-rehearsal@b.service",
    "systemctl start niceties@b.service",
    ...takingOver,
  ]);
});

test.each([
  ["without a service", { current: "" }, update, "There is no service to update"],
  ["to the open version", { a: program.version }, update, `The service runs ${program.version} already`],
  ["back without an earlier version", {}, back, "There is no version to go back to"],
  ["back to a version that was removed", { b: "0.1.0-eeeeeeeeeeee" }, back, "There is no version to go back to"],
] as const)("an update %s is refused", (_what, links, options, message) => {
  expect(() => updatePlan(machineWith(links), program, options)).toThrow(message);
});

test("an update is refused while the other process runs, which an update that was killed has left", () => {
  const machine = { ...machineWith(), isActive: () => true };
  expect(() => updatePlan(machine, program, update)).toThrow("Run: systemctl stop niceties@b");
});

/** Performs an update on a machine where the command that has `failing` in it fails. Resolves to what was done. */
async function failAt(failing: string, plan: Update, signal = new AbortController().signal) {
  const done: string[] = [];
  const performer = {
    async perform(step: Step) {
      done.push(title(step));
      if (title(step).includes(failing)) throw new OperationRefused(`${title(step)} failed: Job failed.`);
    },
    lastWords: (unit: string) => (unit.startsWith("niceties-rehearsal") ? "The copy answered / with 500." : undefined),
    onPhase: () => {},
  };
  const error: unknown = await performUpdate(plan, performer, signal).catch((reason: unknown) => reason);
  return { done, message: error instanceof Error ? error.message : "" };
}

test.each([
  ["copy program", "The new version was not copied: copy program to"],
  ["start niceties-backup", "No backup was made: systemctl start niceties-backup.service failed: Job failed. The open"],
  [
    "start niceties-rehearsal",
    `${program.version} failed its rehearsal: The copy answered / with 500. The open version stays. journalctl -u niceties-rehearsal@b.service`,
  ],
  [
    "start niceties@b",
    `${program.version} did not open: systemctl start niceties@b.service failed: Job failed. The open`,
  ],
])("a version that fails at %s is never let in: the old process goes on", async (failing, message) => {
  const { done, message: said } = await failAt(failing, updatePlan(machineWith(), program, update));
  expect(said.slice(0, message.length)).toBe(message);
  expect(done.filter((step) => takingOver.slice(0, 2).includes(step))).toEqual([]);
  const failed = done.findIndex((step) => step.includes(failing));
  expect(done.slice(0, failed + 1)).toEqual(starting.slice(0, failed + 1));
});

test("what failed is stopped first, and then everything is as it was, the former version of its process too", async () => {
  const machine = machineWith({ b: "0.9.0-dddddddddddd" });
  const oldUnit = "/etc/systemd/system/niceties-backup.service";
  const textOf = (file: string) => (file === oldUnit ? "old text" : machine.textOf(file));
  const plan = updatePlan({ ...machine, textOf }, program, update);
  const { done } = await failAt("start niceties@b", plan);
  expect(done.slice(done.indexOf("systemctl start niceties@b.service") + 1)).toEqual([
    "systemctl stop niceties@b.service",
    "systemctl stop niceties-rehearsal@b.service",
    `link ${versions}/b to 0.9.0-dddddddddddd`,
    "remove /etc/systemd/system/niceties@b.service.d/notify.conf",
    `write ${oldUnit}`,
    "systemctl daemon-reload",
    "systemctl stop niceties-backup.service",
  ]);
  const unit = plan.phases.flatMap(({ undo }) => undo).find((step) => step.kind === "write");
  expect(unit).toMatchObject({ file: oldUnit, text: "old text" });
});

test("Ctrl-C before the new version opens leaves everything as it was", async () => {
  const controller = new AbortController();
  const plan = updatePlan(machineWith(), program, update);
  const stopped = new Error("Stopped.");
  const done: string[] = [];
  const performer = {
    async perform(step: Step, signal?: AbortSignal) {
      done.push(title(step));
      if (title(step).includes("start niceties-rehearsal")) controller.abort(stopped);
      signal?.throwIfAborted();
    },
    lastWords: () => undefined,
    onPhase: () => {},
  };
  await expect(performUpdate(plan, performer, controller.signal)).rejects.toBe(stopped);
  expect(done.slice(7)).toEqual([
    "systemctl stop niceties-rehearsal@b.service",
    `remove ${versions}/b`,
    "systemctl daemon-reload",
    "systemctl stop niceties-backup.service",
  ]);
});
