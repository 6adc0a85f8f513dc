import { format } from "node:util";
import { visibleText } from "../../catalogue/text/visible-text.ts";
import { currentRequestId } from "../http/observe-requests.ts";

/** How the shop prints events: in plain words for people, or as a line of JSON for each event for programs. */
export type LogFormat = "plain" | "json";

export type Log = Readonly<{
  /** Prints an expected event in `words`; JSON has its `facts` as well. */
  say: (event: string, words: string, facts?: object) => void;
  /** Prints an unexpected event, with its cause. */
  complain: (event: string, error: unknown) => void;
  /** Prints an event that is of use only to programs: in JSON, and not in plain words. */
  note: (event: string, facts: object) => void;
}>;

export type Print = (line: string) => void;

/**
 * Everything that the shop prints goes through here. Characters that could control a terminal are escaped. Visitors'
 * addresses are never printed.
 */
export function openLog(
  logFormat: LogFormat,
  now: () => Date,
  out: Print = (line) => process.stdout.write(`${line}\n`),
  err: Print = (line) => process.stderr.write(`${line}\n`),
): Log {
  if (logFormat === "plain") {
    return {
      say: (_event, words) => out(visibleText(words)),
      complain: (_event, error) => err(visibleText(format(error))),
      note: () => {},
    };
  }
  const line = (level: "info" | "error", event: string, facts: object) =>
    visibleText(JSON.stringify({ time: now().toISOString(), level, event, requestId: currentRequestId(), ...facts }));
  return {
    say: (event, words, facts) => out(line("info", event, { words, ...facts })),
    complain: (event, error) => err(line("error", event, { words: format(error) })),
    note: (event, facts) => out(line("info", event, facts)),
  };
}
