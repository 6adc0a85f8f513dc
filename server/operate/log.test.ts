import { expect, test } from "vitest";
import { openLog, type LogFormat } from "./log.ts";

const now = () => new Date("2026-11-21T12:00:00.000Z");

/** A log, and the lines that it prints to standard output and standard error. */
function heardLog(format: LogFormat) {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    log: openLog(
      format,
      now,
      (line) => out.push(line),
      (line) => err.push(line),
    ),
  };
}

test("the plain log has messages and failures, without events for programs", () => {
  const { log, out, err } = heardLog("plain");
  log.say("opened", "The shop is open.", { port: 3000 });
  log.complain("failure", new TypeError("Out of milk"));
  log.note("request", { status: 200 });
  expect(out).toEqual(["The shop is open."]);
  expect(err).toEqual([expect.stringMatching(/^TypeError: Out of milk\n {4}at /)]);
});

test("in JSON, each event is one line with its time, its level and its facts", () => {
  const { log, out, err } = heardLog("json");
  log.say("opened", "The shop is open.", { port: 3000 });
  log.complain("failure", "No milk");
  log.note("request", { status: 200 });
  const time = "2026-11-21T12:00:00.000Z";
  expect(out.map((line) => JSON.parse(line))).toEqual([
    { time, level: "info", event: "opened", words: "The shop is open.", port: 3000 },
    { time, level: "info", event: "request", status: 200 },
  ]);
  expect(err.map((line) => JSON.parse(line))).toEqual([{ time, level: "error", event: "failure", words: "No milk" }]);
});

test("in JSON, a failure of many lines, with its cause, is one line still", () => {
  const { log, err } = heardLog("json");
  log.complain("failure", new Error("Out of milk", { cause: new Error("The cow left\nlong ago") }));
  expect(err).toHaveLength(1);
  expect(err[0]).not.toContain("\n");
  expect(err[0]).toContain("The cow left");
});

test.for(["plain", "json"] as const)("control characters quoted in the log are escaped (%s)", (format) => {
  const { log, out, err } = heardLog(format);
  log.say("opened", "Caf\u001b[2J\u009b31m\u202e is open.");
  log.complain("failure", new Error("\u001b]0;taken\u0007\u009b31m\u202e"));
  expect([...out, ...err].join("\n")).toContain(String.raw`\u001b[2J\u009b31m\u202e is open.`);
  expect([...out, ...err].join("").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});
