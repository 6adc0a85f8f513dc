import { setTimeout as delay } from "node:timers/promises";
import type { Key, Visitor } from "./visitor.ts";

/** WebDriver's names for keys that type nothing. */
const keys: Readonly<Record<Key, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Backspace: "\uE003",
  Delete: "\uE017",
  End: "\uE010",
};
const control = "\uE009";

type Action =
  | Readonly<{ type: "keyDown" | "keyUp"; value: string }>
  | Readonly<{ type: "pointerMove"; x: number; y: number }>
  | Readonly<{ type: "pointerDown" | "pointerUp"; button: number }>;

/** Input sources with their actions, in the form that WebDriver and WebDriver BiDi share. */
export type InputActions = readonly Readonly<{ type: string; id: string; actions: readonly Action[] }>[];

/** A second click in one place within this time is a double click, of which the shop counts only the first. */
const doubleClickMs = 600;

/** Mouse and keyboard input through WebDriver's actions. */
export function webDriverInput(
  perform: (actions: InputActions) => Promise<unknown>,
): Pick<Visitor, "click" | "type" | "press" | "pressWithControl"> {
  const pressEach = async (values: readonly string[]) => {
    const actions = values.flatMap((value): Action[] => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await perform([{ type: "key", id: "keyboard", actions }]);
  };
  let last = { place: "", at: 0 };
  return {
    click: async (x, y) => {
      const place = `${Math.round(x)}, ${Math.round(y)}`;
      if (place === last.place) await delay(Math.max(0, last.at + doubleClickMs - performance.now()));
      last = { place, at: performance.now() };
      const actions: readonly Action[] = [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await perform([{ type: "pointer", id: "mouse", actions }]);
    },
    type: (text) => pressEach(Array.from(text)),
    press: (key) => pressEach([keys[key]]),
    pressWithControl: async (letter) => {
      const actions: readonly Action[] = [
        { type: "keyDown", value: control },
        { type: "keyDown", value: letter },
        { type: "keyUp", value: letter },
        { type: "keyUp", value: control },
      ];
      await perform([{ type: "key", id: "keyboard", actions }]);
    },
  };
}
