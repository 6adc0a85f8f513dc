import type { Coffee } from "../../../catalogue/coffee.ts";
import { jsonArrayParser } from "./json-array-parser.ts";
import { yieldToMain } from "../yield-to-main.ts";
import { addToList, type CoffeesById } from "../../../client/read-coffee.ts";

/** How many bytes are parsed in one step, and how long steps may block the main thread. */
const pieceBytes = 32_768;
const sliceMs = 6;

/**
 * Reads a list from its body while it arrives, at most `atMost` coffees. It yields to the main thread between slices,
 * and calls `onItems` when coffees arrive. Resolves to undefined if the body is not a list. Rejects if the connection
 * breaks.
 */
export async function readStreamedList(
  body: ReadableStream<Uint8Array> | null,
  onItems: () => void,
  atMost = Infinity,
): Promise<readonly Coffee[] | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const itemsOf = jsonArrayParser();
  const list: CoffeesById = new Map();
  let slice = performance.now();
  try {
    while (list.size < atMost) {
      const bytes = (await reader?.read())?.value;
      for (let at = 0; at < (bytes?.length ?? 0); at += pieceBytes) {
        const items = itemsOf(decoder.decode(bytes?.subarray(at, at + pieceBytes), { stream: true }));
        if (items.length > 0) onItems();
        addToList(list, items);
        if (performance.now() - slice < sliceMs) continue;
        await yieldToMain();
        slice = performance.now();
      }
      if (bytes) continue;
      addToList(list, [...itemsOf(decoder.decode()), ...itemsOf()]);
      break;
    }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    void reader?.cancel().catch(() => {});
  }
  return [...list.values()].slice(0, atMost);
}
