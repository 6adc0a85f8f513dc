import { expect, test } from "vitest";
import { eventParser, type ServerEvent } from "./event-parser.ts";

const parsed = (...pieces: readonly string[]) => {
  const parse = eventParser();
  return pieces.flatMap((piece) => parse(piece));
};
const message = (data: string): ServerEvent => ({ type: "message", data });

test.for([
  ["an event", "data: a\n\n", [message("a")]],
  ["its type", "event: begin\ndata: a\n\ndata: b\n\n", [{ type: "begin", data: "a" }, message("b")]],
  ["data of several lines", "data: a\ndata:\ndata: b\n\n", [message("a\n\nb")]],
  ["data without a blank, or with two", "data:a\n\ndata:  b\n\n", [message("a"), message(" b")]],
  ["no event without data", "event: begin\n\nid: 7\n\n", []],
  ["no comment", ":\n\n: data: a\n\ndata: b\n\n", [message("b")]],
  ["no unknown field", "else: 1\ndata\nid: 1\n\n", [message("")]],
  ["a colon within data", 'data: {"a":1}\n\n', [message('{"a":1}')]],
  ["a retry time, but only if it is a number", "retry: 500\nretry: x\n\n", [{ type: "retry", data: "500" }]],
  ["no incomplete event", "data: a\n", []],
] as const)("the event parser reads %s", ([, text, events]) => {
  for (const end of ["\n", "\r", "\r\n"]) {
    const written = text.replaceAll("\n", end);
    const cut = end === "\r" ? `${written}:` : written; // after a final CR, the parser waits for a possible LF
    expect(parsed(cut)).toEqual(events);
    expect(parsed(...Array.from(cut))).toEqual(events);
  }
});
