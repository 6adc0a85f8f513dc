/** Parses JSON like `JSON.parse`, and hands back the digits in which its own `price`, where that is a number, was written. */
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
 * The first key that stands more than once in the object that `json` is; undefined where each stands once. `JSON.parse`
 * keeps the last of them, and another reader may keep the first (RFC 8259 §4). The text must be JSON, as the time that
 * this takes is in proportion to its length only then.
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

/** Names each key of the object that `json` is, and the place behind its colon. */
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

/** Where the text that begins at `start` ends: at the first quote that is not escaped. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
