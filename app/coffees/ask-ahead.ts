import { readablePath, segmentOfCoffee } from "../addresses.ts";
import type { Answer, CoffeeReader, FoundCoffee } from "./product-server.ts";

type AskAhead = Readonly<{
  /** Reads like the reader it was made of, and hands out, once, what was asked for ahead. */
  reader: CoffeeReader;
  /** Asks for the coffee of the page at `path`, if that is about one. What it gives drops the answer, if nobody took it. */
  ask: (path: string) => () => void;
}>;

/** Has a page's coffee on its way before the router, which has much to do until then, comes to ask for it. */
export function askAhead(reader: CoffeeReader): AskAhead {
  let ahead: Readonly<{ id: string; answer: Promise<Answer<FoundCoffee>> }> | undefined;
  return {
    reader: {
      ...reader,
      find(id) {
        const answer = ahead?.id === id ? ahead.answer : reader.find(id);
        ahead = undefined;
        return answer;
      },
    },
    ask(path) {
      const segment = segmentOfCoffee(readablePath(path));
      if (segment === undefined) return () => {};
      const id = decodeURIComponent(segment);
      const asked = { id, answer: reader.find(id) };
      ahead = asked;
      return () => {
        if (ahead === asked) ahead = undefined;
      };
    },
  };
}
