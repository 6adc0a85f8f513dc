import { expect, test } from "vitest";
import type { Move, Moves } from "../../catalogue/coffee-store.ts";
import { watchMoves } from "./watch-moves.ts";

function to(isDone: boolean, leaseUntil: number): Moves {
  const version = { number: 1, hash: "a" };
  const move: Move = { id: "1", place: "there", since: "", isDone, version, mover: "here 1", leaseUntil };
  return { to: move, from: undefined };
}

test("the log says once each when a move begins, is given up and is done", async () => {
  const soon = Date.now() + 10_000;
  const seen = [to(false, soon), to(false, soon), to(false, 0), to(false, soon), to(true, 0), to(true, 0)];
  const closing = new AbortController();
  const told: string[] = [];
  const moves = async (): Promise<Moves> => {
    const next = seen.shift();
    if (seen.length === 0) closing.abort();
    return next ?? { to: undefined, from: undefined };
  };
  await watchMoves({ moves }, { say: (_event, words) => told.push(words) }, closing.signal, 1);
  expect(told).toEqual([
    expect.stringMatching(/^niceties move is copying the shop to there\./),
    expect.stringMatching(/^The move was given up\./),
    expect.stringMatching(/^niceties move is copying/),
    expect.stringMatching(/^The shop has moved to there\./),
  ]);
});
