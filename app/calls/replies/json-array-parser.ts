/**
 * Reads a JSON array that comes in pieces: the function it gives takes each piece and gives the items that it makes whole;
 * called without one, it ends the text. Together the items are what JSON.parse makes of the whole text. A text that is no
 * JSON array throws a SyntaxError, at its end at the latest.
 */
export function jsonArrayParser(): (piece?: string) => readonly unknown[] {
  /** What no item was made of yet, and how far of it no item ends. */
  let text = "";
  let at = 0;
  /** Of brackets: 0 before the array, 1 in it and between its items. */
  let depth = 0;
  let isInString = false;
  let isEmpty = true;
  let isOver = false;

  /** The items before `end`, whatever was taken for them: only JSON.parse knows whether they are. */
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
        // What is escaped is skipped, also where it comes with the next piece.
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

/** What JSON takes for space. */
const space = /^[ \t\n\r]+/;
