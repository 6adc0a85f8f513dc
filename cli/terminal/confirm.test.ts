import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirm } from "./confirm.ts";
import { Interrupted } from "./interruption.ts";

/** The answer of `confirm` to this input; `isEnd` closes the input after it. */
async function answerTo(typed: string, isEnd = false): Promise<boolean> {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const answer = confirm("Undo these 2 changes?", undefined, input, output);
  input.write(typed);
  if (isEnd) input.end();
  return answer;
}

test.for(["y\r", "Y\r", "yes\r"])("%j is a yes", async (typed) => {
  expect(await answerTo(typed)).toBe(true);
});

test.for(["\r", "n\r", "no\r", "yesterday\r", "\u0004"])("%j is a no", async (typed) => {
  expect(await answerTo(typed)).toBe(false);
});

test("an end without an answer is a no", async () => {
  expect(await answerTo("", true)).toBe(false);
});

test("Ctrl-C interrupts the question", async () => {
  await expect(answerTo("\u0003")).rejects.toEqual(new Interrupted("SIGINT"));
});
