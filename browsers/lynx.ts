import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./children.ts";
import { Unmet } from "./shop-page.ts";

/** A page as Lynx prints it, with a number before each of its links and fields. */
export type LynxPage = Readonly<{ address: string; text: string }>;

/** Text to type here, or a pattern of the page's text whose group is the number of the link or field to go to. */
export type LynxAct = string | RegExp;

const sessionLimitMs = 30_000;
const namesOfKeys: Readonly<Record<string, string>> = { " ": "<space>", "\n": "^J", "\t": "<tab>" };
/** Clears a field. */
const clear = "^U";

/** Lynx, a text browser: no scripts, styles and pictures. It reads its keys from a file. */
export class Lynx {
  readonly #folder = newFolder("lynx");

  open(address: string): LynxPage {
    return this.#pressed(address, []);
  }

  /** Moves by Tab, types, and presses Enter at the end; returns the page that this opens. */
  press({ address, text }: LynxPage, ...acts: readonly LynxAct[]): LynxPage {
    // Buttons that do nothing have no number; all lines of a text area are one stop of Tab.
    const places = Array.from(text.matchAll(/\[(\d+)\]|\(BUTTON\)/g), ([, number]) => number);
    const lines = new Set(Array.from(text.matchAll(/^ +\[(\d+)\][^[]{40,}$/gm), ([, number]) => number));
    const tabs = places.map((place, index) => (lines.has(place) && lines.has(places[index - 1]) ? "" : "\t"));
    const keys: string[] = [];
    let at = 0;
    for (const act of acts) {
      if (typeof act === "string") {
        keys.push(clear, ...Array.from(act));
        continue;
      }
      const next = places.indexOf(act.exec(text)?.[1] ?? "none");
      if (next < 0) throw new Unmet(`expected: ${String(act)}; the page says:\n${text}`);
      keys.push(...tabs.slice(at + 1, next + 1));
      at = next;
    }
    return this.#pressed(address, [...keys, "\n"]);
  }

  #pressed(address: string, keys: readonly string[]): LynxPage {
    const [script, page, about] = ["keys", "page", "about"].map((name) => join(this.#folder, name));
    const print = (file = "") => ["p", "\n", clear, ...Array.from(file), "\n", "y"];
    const all = [...keys, ...print(page), "=", ...print(about)];
    writeFileSync(String(script), `${all.map((key) => `key ${namesOfKeys[key] ?? key}`).join("\n")}\nexit\n`);
    const words = `stty rows 200 cols 120 && exec lynx -nocolor -number_fields -display_charset=utf-8 -cmd_script="$KEYS" "$ADDRESS"`;
    const env = { PATH: process.env["PATH"], TERM: "vt100", LC_ALL: "C.UTF-8", KEYS: script, ADDRESS: address };
    execFileSync("script", ["-qec", words, "/dev/null"], { env, input: "", timeout: sessionLimitMs });
    const [, opened] = /URL: (\S+)/.exec(readFileSync(String(about), "utf8")) ?? [];
    return { address: String(opened), text: readFileSync(String(page), "utf8") };
  }
}
