/**
 * Parses a JSON array from chunks. The returned function takes the next chunk and returns the items that are complete
 * with it; a call without a chunk marks the end. The items together equal JSON.parse of the whole text. Text that is
 * not a JSON array throws a SyntaxError, at the end at the latest.
 */
export function jsonArrayParser(): (piece?: string) => readonly unknown[] {
  /** The text that is not parsed yet, and how far the scan for a comma has come in it. */
  let text = "";
  let at = 0;
  /** How many brackets are open: 0 before the array, 1 between its items. */
  let depth = 0;
  let isInString = false;
  let isEmpty = true;
  let isOver = false;

  /** Parses the text before `end` as items, and drops it. JSON.parse throws if they are not valid. */
  const take = (end: number, isLast: boolean): readonly unknown[] => {
    const items: readonly unknown[] = JSON.parse(`[${text.slice(0, end)}]`);
    if (items.length === 0 && !(isLast && isEmpty)) throw new SyntaxError();
    isEmpty = false;
    text = text.slice(end + 1);
    at -= end + 1;
    return items;
  };

  const scan = (): readonly unknown[] => {
    let comma = -1;
    for (; at < text.length; at += 1) {
      const character = text[at];
      if (isInString) {
        if (character === '"') isInString = false;
        // Skips the escaped character, even if it comes with the next chunk.
        else if (character === "\\") at += 1;
      } else if (character === '"') isInString = true;
      else if (character === "[" || character === "{") depth += 1;
      else if (character === "]" || character === "}") {
        depth -= 1;
        if (depth > 0) continue;
        if (character === "}") throw new SyntaxError();
        isOver = true;
        return take(at, true);
      } else if (character === "," && depth === 1) comma = at;
    }
    return comma === -1 ? [] : take(comma, false);
  };

  return (piece) => {
    text += piece ?? "";
    if (depth === 0 && !isOver) {
      text = text.replace(space, "");
      if (text) {
        if (text[0] !== "[") throw new SyntaxError();
        text = text.slice(1);
        depth = 1;
      }
    }
    const items = depth > 0 ? scan() : [];
    if (isOver ? text.replace(space, "") : piece === undefined) throw new SyntaxError();
    return items;
  };
}

/** White space in JSON (RFC 8259 §2). */
const space = /^[ \t\n\r]+/;
