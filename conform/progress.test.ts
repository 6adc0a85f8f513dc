import { expect, test } from "vitest";
import { Progress } from "./progress.ts";

function progressOn(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { progress: new Progress({ isTTY, write }), written };
}

test("on a terminal each step takes the place of the one before, and a note stays", () => {
  const { progress, written } = progressOn(true);
  progress.show("1 of 2: list-array");
  progress.writeLine("waiting");
  progress.show("2 of 2: list-added");
  expect(written.join("")).toBe("\r\u001b[K1 of 2: list-array\r\u001b[Kwaiting\n\r\u001b[K2 of 2: list-added");
});

test("without a terminal only notes are written", () => {
  const { progress, written } = progressOn(false);
  progress.show("1 of 2: list-array");
  progress.writeLine("waiting");
  expect(written.join("")).toBe("waiting\n");
});
