import { afterEach, expect, test, vi } from "vitest";
import { openLog } from "./log.ts";

const now = () => new Date("2026-11-21T12:00:00.000Z");
const printed: string[] = [];

/** What the log prints, and where to. */
function listen(): void {
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(`out ${String(line)}`));
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void printed.push(`error ${String(line)}`));
}

afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});

test("in plain words, people read what is said and what went wrong, and not what is for programs", () => {
  listen();
  const log = openLog("plain", now);
  log.say("opened", "The shop is open.", { port: 3000 });
  log.complain("failure", new TypeError("Out of milk"));
  log.note("request", { status: 200 });
  expect(printed).toEqual(["out The shop is open.", "error TypeError: Out of milk"]);
});

test("in JSON, each event is one line with its time, its level and its facts", () => {
  listen();
  const log = openLog("json", now);
  log.say("opened", "The shop is open.", { port: 3000 });
  log.complain("failure", "No milk");
  log.note("request", { status: 200 });
  const time = "2026-11-21T12:00:00.000Z";
  expect(printed.map((line) => JSON.parse(line.slice(line.indexOf(" "))))).toEqual([
    { time, level: "info", event: "opened", words: "The shop is open.", port: 3000 },
    { time, level: "error", event: "failure", words: "No milk" },
    { time, level: "info", event: "request", status: 200 },
  ]);
  expect(printed.map((line) => line.split(" ")[0])).toEqual(["out", "error", "out"]);
});

test("in JSON, a failure of many lines, with its cause, is one line still", () => {
  listen();
  openLog("json", now).complain("failure", new Error("Out of milk", { cause: new Error("The cow left\nlong ago") }));
  expect(printed).toHaveLength(1);
  expect(printed[0]).not.toContain("\n");
  expect(JSON.parse(String(printed[0]).slice("error ".length))).toMatchObject({
    words: expect.stringContaining("The cow left"),
  });
});
