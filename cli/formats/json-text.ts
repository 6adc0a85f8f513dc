// What JSON.parse does not tell: where the members of an array stand, and whether an object names a key twice. Both are
// asked of text that JSON.parse has already taken.

/** A member of an array as it is written, and the line that it begins in, from 1. */
export type ArrayMember = Readonly<{ json: string; line: number }>;

/** The members of the array that `json`, valid JSON that begins in line `firstLine` of its file, is. */
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
    // Only an array without members has an empty place.
    if (member === "") return;
    const memberStart = at - json.slice(start, at).trimStart().length;
    line += countLineEnds(json, counted, memberStart);
    counted = memberStart;
    yield { json: member, line };
    if (isEnd) return;
    start = at + 1;
  }
}

/** The keys that any one object in `json`, which is valid JSON, has more than once. RFC 8259 §4 leaves open which counts. */
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

/** How many lines end from `start` to before `end`. */
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

/** The key that the string at `at` is, or undefined where it is a value. */
function keyAt(json: string, at: number): string | undefined {
  const end = afterString(json, at);
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(json) ? String(JSON.parse(json.slice(at, end))) : undefined;
}

/** RFC 8259 §6. */
const numberOfJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The value of a number that stands as text in a file: what a coffee keeps the digits of must be written as JSON writes a
 * number. NaN, which no coffee can cost, for any other text.
 */
export function valueOfDigits(digits: string): number {
  return numberOfJson.test(digits) ? Number(digits) : Number.NaN;
}
