import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serviceStatus, shownUnits } from "./service-status.ts";
import { installSteps, removeSteps, type Machine, type Step } from "./service-steps.ts";
import { serviceUnits } from "./units.ts";

const folder = fileURLToPath(new URL("../../service", import.meta.url));
const program = { version: "1.0.0-aaaaaaaaaaaa", canNotify: true };
const earlierUnit = "/etc/systemd/system/niceties.service";
const versions = "/opt/niceties/versions";
const nothing: Machine = {
  hasUser: () => false,
  exists: () => false,
  isActive: () => false,
  textOf: () => undefined,
  targetOf: () => undefined,
  foldersIn: () => [],
};
const links = new Map([
  [`${versions}/a`, program.version],
  [`${versions}/current`, "a"],
  ["/usr/local/bin/niceties", `${versions}/current/niceties`],
]);
const everything: Machine = {
  ...nothing,
  hasUser: () => true,
  exists: (path) => path !== earlierUnit,
  isActive: () => true,
  targetOf: (link) => links.get(link),
};
const titles = (steps: readonly Step[]) =>
  steps.map((step) => (step.kind === "run" ? step.command.join(" ") : `${step.kind} ${step.file}`));
const units = [...serviceUnits.keys()];

test("service/ holds the units that niceties service install writes", () => {
  const files = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const);
  expect(Object.fromEntries(serviceUnits)).toEqual(Object.fromEntries(files));
});

test.each([
  [true, "remove"],
  [false, "write"],
])("only on a Node that cannot tell systemd by itself, a child of the shop may: %s, %s", (canNotify, kind) => {
  const steps = installSteps(nothing, { ...program, canNotify });
  const [step] = steps.filter((each) => each.kind !== "run" && each.file.endsWith("niceties@a.service.d/notify.conf"));
  expect(step?.kind).toBe(kind);
  if (step?.kind === "write") expect(step.text).toContain("NotifyAccess=all");
});

test("installing makes the user and the first settings, copies the program, writes every unit, and starts the shop last", () => {
  expect(titles(installSteps(nothing, program))).toEqual([
    "useradd --system --home-dir /var/lib/niceties --shell /usr/sbin/nologin niceties",
    "install --directory --mode=755 /etc/niceties",
    "write /etc/niceties/niceties.env",
    "chgrp niceties /etc/niceties/niceties.env",
    `copy program to ${versions}/${program.version}`,
    `sync --file-system ${versions}/${program.version}`,
    `link ${versions}/a`,
    "remove /etc/systemd/system/niceties@a.service.d/notify.conf",
    `link ${versions}/current`,
    "link /usr/local/bin/niceties",
    ...units.map((name) => `write /etc/systemd/system/${name}`),
    "write /etc/systemd/system/niceties.socket.d/process.conf",
    "systemctl daemon-reload",
    "systemctl enable --now niceties.socket niceties-backup.timer niceties@a.service",
  ]);
});

test("the unit of earlier versions gives up the port before the socket takes it", () => {
  const steps = titles(installSteps({ ...nothing, exists: (path) => path === earlierUnit }, program));
  expect(steps.slice(-3)).toEqual([
    "systemctl disable --now niceties.service",
    `remove ${earlierUnit}`,
    "systemctl enable --now niceties.socket niceties-backup.timer niceties@a.service",
  ]);
});

test("installing again writes the units, and leaves the user, the settings and the version that is open as they are", () => {
  const steps = titles(installSteps(everything, { ...program, version: "2.0.0-bbbbbbbbbbbb" }));
  expect(steps.filter((step) => !step.startsWith("write "))).toEqual([
    "systemctl daemon-reload",
    "systemctl enable --now niceties.socket niceties-backup.timer niceties@a.service",
  ]);
  expect(steps.filter((step) => step.startsWith("write "))).toHaveLength(units.length + 1);
});

test("installing while the shop is closed makes the running program the shop, in the process that has it already", () => {
  const former = "0.9.0-dddddddddddd";
  const targetOf = (link: string) => (link === `${versions}/b` ? former : links.get(link));
  const steps = titles(
    installSteps({ ...everything, isActive: () => false, targetOf }, { ...program, version: former }),
  );
  expect(steps.filter((step) => !step.startsWith("write "))).toEqual([
    `link ${versions}/b`,
    "remove /etc/systemd/system/niceties@b.service.d/notify.conf",
    `link ${versions}/current`,
    "systemctl daemon-reload",
    "systemctl disable niceties@a.service",
    "systemctl enable --now niceties.socket niceties-backup.timer niceties@b.service",
  ]);
});

test("installing over units that an operator wrote takes the program in for the process that is open", () => {
  const steps = titles(installSteps({ ...nothing, isActive: (unit) => unit === "niceties@b.service" }, program));
  expect(steps).toContain(`link ${versions}/b`);
  expect(steps.at(-1)).toBe("systemctl enable --now niceties.socket niceties-backup.timer niceties@b.service");
});

test("removing closes the shop first, removes the programs, and leaves data, settings and user; without a service it is refused", () => {
  expect(titles(removeSteps(everything))).toEqual([
    "systemctl disable --now niceties.socket niceties@a.service niceties@b.service niceties-backup.timer",
    ...units.map((name) => `remove /etc/systemd/system/${name}`),
    "remove /etc/systemd/system/niceties.socket.d/process.conf",
    "remove /etc/systemd/system/niceties@a.service.d/notify.conf",
    "remove /etc/systemd/system/niceties@b.service.d/notify.conf",
    "remove /usr/local/bin/niceties",
    `remove ${versions}`,
    "remove /var/cache/niceties",
    "remove /var/lib/systemd/timers/stamp-niceties-backup.timer",
    `rmdir --ignore-fail-on-non-empty ${["niceties.socket.d", "niceties@a.service.d", "niceties@b.service.d"].map((name) => `/etc/systemd/system/${name}`).join(" ")} /opt/niceties`,
    "systemctl daemon-reload",
  ]);
  expect(() => removeSteps(nothing)).toThrow("The service is not installed");
  const npms = { ...everything, targetOf: () => "../lib/node_modules/niceties/dist/program/niceties.js" };
  expect(titles(removeSteps(npms))).not.toContain("remove /usr/local/bin/niceties");
});

test.each([
  ["not-found inactive inactive inactive", false, "The service is not installed. "],
  ["inactive inactive inactive inactive", false, "The shop is closed. "],
  ["active active inactive active", true, "The shop listens on 127.0.0.1:3000.\n"],
  ["active inactive active active", true, "The shop listens on 127.0.0.1:3000.\n"],
  ["active activating inactive active", false, "The shop does not open. "],
  ["active failed inactive active", false, "The shop does not open. "],
  ["active inactive inactive active", true, "The shop listens on 127.0.0.1:3000. The next visitor starts"],
])("with units that are %s, the status says so", (text, isOpen, beginning) => {
  const states = text.split(" ");
  const shown = shownUnits.map((name, place) => ({
    name,
    properties: new Map([
      ["LoadState", states[place] === "not-found" ? "not-found" : "loaded"],
      ["ActiveState", states[place] ?? ""],
      ["Listen", "127.0.0.1:3000 (Stream)"],
    ]),
  }));
  const status = serviceStatus(shown);
  expect([status.isOpen, status.words.slice(0, beginning.length)]).toEqual([isOpen, beginning]);
});

test("the status names the version of each process", () => {
  const properties = new Map([["LoadState", "loaded"]]);
  const { words } = serviceStatus([
    { name: "niceties.socket", properties },
    { name: "niceties@a.service", properties, version: "1.0.0-aaaaaaaaaaaa" },
  ]);
  expect(words).toMatch(/^niceties@a\.service +unknown \(1\.0\.0-aaaaaaaaaaaa\)$/m);
});
