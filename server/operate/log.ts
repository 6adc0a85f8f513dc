import { format } from "node:util";
import { visibleText } from "../../catalogue/text/visible-text.ts";
import { currentRequestId } from "../http/observe-requests.ts";

/** How the shop speaks of what happens: in plain words to people, or in a line of JSON for each event to programs. */
export type LogFormat = "plain" | "json";

export type Log = Readonly<{
  /** Something that was meant to happen, in `words`; `facts` go along in JSON. */
  say: (event: string, words: string, facts?: object) => void;
  /** Something that was not, with its cause. */
  complain: (event: string, error: unknown) => void;
  /** What is of use to programs alone. */
  note: (event: string, facts: object) => void;
}>;

export type Print = (line: string) => void;

/** Everything that the shop prints goes through here, and no text in it steers a terminal. No address of a visitor ever does. */
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
