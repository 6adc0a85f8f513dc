import { readablePath, segmentOfCoffee } from "../addresses.ts";
import type { Answer, CoffeeReader, FoundCoffee } from "./product-server.ts";

type AskAhead = Readonly<{
  /** The original reader, except that `find` uses the prefetched reply for that id once. */
  reader: CoffeeReader;
  /** Prefetches the coffee of the page at `path`, if it is a coffee's page. Returns a function that discards an unused reply. */
  ask: (path: string) => () => void;
}>;

/** Prefetches a page's coffee when a link is followed. The loader, which React Router calls later, takes that reply. */
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
