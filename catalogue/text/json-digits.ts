/** Parses JSON like `JSON.parse`, and also returns the digits of the top-level `price`, if that is a number. */
export function parseKeepingPriceDigits(json: string): { value: unknown; priceDigits: string | undefined } {
  const value: unknown = JSON.parse(json);
  return { value, priceDigits: hasNumberForPrice(value) ? priceDigitsIn(json) : undefined };
}

function hasNumberForPrice(value: unknown): boolean {
  return typeof value === "object" && value !== null && "price" in value && typeof value.price === "number";
}

function priceDigitsIn(json: string): string | undefined {
  let digits: string | undefined;
  eachMember(json, (key, valueAt) => {
    if (key === "price") digits = numberAt(json, valueAt);
  });
  return digits;
}

function numberAt(json: string, start: number): string | undefined {
  const number = /[ \t\r\n]*(-?\d[\d.eE+-]*)/y;
  number.lastIndex = start;
  return number.exec(json)?.[1];
}

/**
 * The first repeated key of the object `json`; undefined if there is none. `JSON.parse` keeps the last value of a
 * repeated key, and another reader may keep the first (RFC 8259 §4). `json` must be valid JSON; only then is the time
 * in proportion to its length.
 */
export function repeatedKey(json: string): string | undefined {
  const keys = new Set<string>();
  let repeated: string | undefined;
  eachMember(json, (key) => {
    if (keys.has(key)) repeated ??= key;
    keys.add(key);
  });
  return repeated;
}

const quote = 0x22;
const colon = 0x3a;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Calls `onMember` with each key of the object `json`, and the position after its colon. */
function eachMember(json: string, onMember: (key: string, valueAt: number) => void): void {
  let depth = 0;
  let text = "";
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const end = endOfText(json, at);
      if (depth === 1) text = json.slice(at, end + 1);
      at = end;
    } else if (character === colon && depth === 1) {
      onMember(text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1), at + 1);
    } else if (opening.has(character)) depth += 1;
    else if (closing.has(character)) depth -= 1;
  }
}

/** The position of the closing quote of the string that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
