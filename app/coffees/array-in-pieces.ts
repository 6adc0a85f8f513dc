/**
 * Reads a JSON array that comes in pieces: each piece gives the items that it makes whole. Together these are the items
 * that JSON.parse makes of the whole text; a text that is no JSON array throws a SyntaxError, at its end at the latest.
 */
export class ArrayInPieces {
  /** What no item was made of yet. */
  #text = "";
  /** How far of it is known to hold no end of an item. */
  #at = 0;
  #state: "before" | "inside" | "after" = "before";
  /** Of brackets within the array. */
  #depth = 0;
  #isInString = false;
  #isFirst = true;

  push(piece: string): readonly unknown[] {
    this.#text += piece;
    if (this.#state === "before") this.#open();
    const items = this.#state === "inside" ? this.#scan() : [];
    if (this.#state === "after" && !isBlank(this.#text)) throw new SyntaxError("There is more than an array.");
    return items;
  }

  /** Throws where the array has not ended. */
  end(): void {
    if (this.#state !== "after") throw new SyntaxError("The array has no end.");
  }

  #open(): void {
    const start = this.#text.search(/[^ \t\n\r]/);
    if (start === -1) return;
    if (this.#text[start] !== "[") throw new SyntaxError("This is no array.");
    this.#text = this.#text.slice(start + 1);
    this.#state = "inside";
  }

  #scan(): readonly unknown[] {
    const text = this.#text;
    let cut = -1;
    let at = this.#at;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#isInString) {
        if (code === quote) this.#isInString = false;
        // What is escaped is skipped, also where it comes with the next piece.
        else if (code === backslash) at += 1;
      } else if (code === quote) this.#isInString = true;
      else if (code === openBracket || code === openBrace) this.#depth += 1;
      else if (code === closeBracket || code === closeBrace) {
        this.#depth -= 1;
        if (this.#depth < 0) return this.#close(at);
      } else if (code === comma && this.#depth === 0) cut = at;
    }
    if (cut === -1) {
      this.#at = at;
      return [];
    }
    this.#text = text.slice(cut + 1);
    this.#at = at - (cut + 1);
    return this.#parse(text.slice(0, cut));
  }

  #close(at: number): readonly unknown[] {
    const last = this.#text.slice(0, at);
    if (this.#text.charCodeAt(at) !== closeBracket) throw new SyntaxError("An array does not end like this.");
    this.#text = this.#text.slice(at + 1);
    this.#state = "after";
    return this.#isFirst && isBlank(last) ? [] : this.#parse(last);
  }

  /** Whatever the scan took for items: only JSON.parse knows whether they are. */
  #parse(text: string): readonly unknown[] {
    const items: readonly unknown[] = JSON.parse(`[${text}]`);
    if (items.length === 0) throw new SyntaxError("There is nothing between two commas.");
    this.#isFirst = false;
    return items;
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether there is nothing but what JSON takes for space. */
function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}
