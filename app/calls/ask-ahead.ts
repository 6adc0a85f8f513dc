import { readablePath, segmentOfCoffee } from "../shop/addresses.ts";
import type { Answer, CoffeeReader, FoundCoffee } from "./product-server.ts";

type AskAhead = Readonly<{
  /** The original reader, except that `find` uses the prefetched reply for that id once. */
  reader: CoffeeReader;
  /** Prefetches the coffee of the page at `path`, if it is a coffee's page. Resolves when the reply is there. */
  ask: (path: string) => Promise<void>;
}>;

type Ahead = { id: string; answer: Promise<Answer<FoundCoffee>>; repliedAt?: number };

/** How long a reply may wait for a loader, in milliseconds: from a press on a link to the click, and not much longer. */
const freshMs = 1_000;

/**
 * Prefetches a page's coffee when a link is pressed or followed. The loader, which React Router calls later, takes that
 * reply. `now` reads the time in milliseconds.
 */
export function askAhead(reader: CoffeeReader, now = () => performance.now()): AskAhead {
  let ahead: Ahead | undefined;
  const freshAnswer = (id: string) =>
    ahead?.id === id && now() - (ahead.repliedAt ?? Infinity) < freshMs ? ahead.answer : undefined;
  return {
    reader: {
      ...reader,
      find(id) {
        const answer = freshAnswer(id) ?? reader.find(id);
        ahead = undefined;
        return answer;
      },
    },
    async ask(path) {
      const segment = segmentOfCoffee(readablePath(path));
      if (segment === undefined) return;
      const id = decodeURIComponent(segment);
      const early = freshAnswer(id);
      if (early) return void (await early);
      const asked: Ahead = { id, answer: reader.find(id) };
      ahead = asked;
      await asked.answer;
      asked.repliedAt = now();
    },
  };
}
