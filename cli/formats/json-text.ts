// What JSON.parse does not report: where the members of an array are, and whether an object repeats a key. Both
// functions expect text that JSON.parse has accepted.

/** A member of an array as written, and the line in which it begins, from 1. */
export type ArrayMember = Readonly<{ json: string; line: number }>;

/** The members of the array `json`, which is valid JSON and begins in line `firstLine` of its file. */
export function* arrayMembers(json: string, firstLine = 1): Generator<ArrayMember> {
  let depth = 0;
  let start = json.indexOf("[") + 1;
  let counted = 0;
  let line = firstLine;
  for (let at = start - 1; at < json.length; at = afterToken(json, at)) {
    const character = json.charAt(at);
    if (isOpening(character)) depth++;
    if (isClosing(character)) depth--;
    const isEnd = depth === 0 && character === "]";
    if (!isEnd && !(depth === 1 && character === ",")) continue;
    const member = json.slice(start, at).trim();
    // Only an empty array has an empty member.
    if (member === "") return;
    const memberStart = at - json.slice(start, at).trimStart().length;
    line += countLineEnds(json, counted, memberStart);
    counted = memberStart;
    yield { json: member, line };
    if (isEnd) return;
    start = at + 1;
  }
}

/** The keys that an object in `json`, valid JSON, has more than once. RFC 8259 §4 leaves open which of them counts. */
export function repeatedKeys(json: string): string[] {
  const keysOfOpen: Set<string>[] = [];
  const repeated = new Set<string>();
  for (let at = 0; at < json.length; at = afterToken(json, at)) {
    const character = json.charAt(at);
    if (isOpening(character)) keysOfOpen.push(new Set());
    if (isClosing(character)) keysOfOpen.pop();
    const key = character === '"' ? keyAt(json, at) : undefined;
    if (key === undefined) continue;
    const keys = keysOfOpen.at(-1);
    if (keys?.has(key)) repeated.add(key);
    keys?.add(key);
  }
  return [...repeated];
}

/** How many lines end between `start` and `end`. */
export function countLineEnds(text: string, start: number, end: number, lineEnd = "\n"): number {
  return text.slice(start, end).split(lineEnd).length - 1;
}

function isOpening(character: string): boolean {
  return character === "[" || character === "{";
}

function isClosing(character: string): boolean {
  return character === "]" || character === "}";
}

function afterToken(json: string, at: number): number {
  return json.charAt(at) === '"' ? afterString(json, at) : at + 1;
}

function afterString(json: string, opening: number): number {
  let closing = json.indexOf('"', opening + 1);
  while (isEscaped(json, closing)) closing = json.indexOf('"', closing + 1);
  return closing + 1;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charAt(at - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** The key that begins at `at`; undefined if the string there is a value. */
function keyAt(json: string, at: number): string | undefined {
  const end = afterString(json, at);
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(json) ? String(JSON.parse(json.slice(at, end))) : undefined;
}

/** RFC 8259 §6. */
const numberOfJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The value of a number in a text file, which must be written as in JSON, since a coffee keeps its digits. NaN for any
 * other text; no coffee can have NaN as its price.
 */
export function valueOfDigits(digits: string): number {
  return numberOfJson.test(digits) ? Number(digits) : Number.NaN;
}
