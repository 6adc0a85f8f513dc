import { formatWithOptions } from "node:util";
import { currentRequestId } from "./http/observe-requests.ts";

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

/** Everything that the shop prints goes through here. No address of a visitor ever does. */
export function openLog(format: LogFormat, now: () => Date): Log {
  const line = (level: "info" | "error", event: string, facts: object) =>
    JSON.stringify({ time: now().toISOString(), level, event, requestId: currentRequestId(), ...facts });
  if (format === "plain") {
    return {
      say: (_event, words) => console.log(words),
      complain: (_event, error) => console.error(error),
      note: () => {},
    };
  }
  return {
    say: (event, words, facts) => console.log(line("info", event, { words, ...facts })),
    complain: (event, error) => console.error(line("error", event, { words: inWords(error) })),
    note: (event, facts) => console.log(line("info", event, facts)),
  };
}

function inWords(error: unknown): string {
  return typeof error === "string" ? error : formatWithOptions({ colors: false }, "%O", error);
}
