import { readablePath, segmentOfCoffee } from "../../shop/addresses.ts";
import type { FoundCoffee } from "../../../client/read-coffee.ts";
import type { Answer, CoffeeReader } from "../product-server.ts";

type Prefetch = { id: string; answer: Promise<Answer<FoundCoffee>>; repliedAt?: number };

/**
 * How long a reply may wait for a loader, in milliseconds: from a press on a link to the click, and not much longer.
 */
const freshMs = 1_000;

/**
 * Prefetches a page's coffee when a link is pressed or followed. The loader, which React Router calls later, takes that
 * reply. `now` reads the time in milliseconds.
 */
export function coffeePrefetcher(reader: CoffeeReader, now = () => performance.now()) {
  let latest: Prefetch | undefined;
  const freshAnswer = (id: string) =>
    latest?.id === id && now() - (latest.repliedAt ?? Infinity) < freshMs ? latest.answer : undefined;
  return {
    /** The original reader, except that `find` uses the prefetched reply for that id once. */
    reader: {
      ...reader,
      find(id: string) {
        const answer = freshAnswer(id) ?? reader.find(id);
        latest = undefined;
        return answer;
      },
    },
    /** Prefetches the coffee of the page at `path`, if it is a coffee's page. Resolves when the reply is there. */
    prefetch: async (path: string): Promise<void> => {
      const segment = segmentOfCoffee(readablePath(path));
      if (segment === undefined) return;
      const id = decodeURIComponent(segment);
      const pending = freshAnswer(id);
      if (pending) return void (await pending);
      const current: Prefetch = { id, answer: reader.find(id) };
      latest = current;
      await current.answer;
      current.repliedAt = now();
    },
  };
}
