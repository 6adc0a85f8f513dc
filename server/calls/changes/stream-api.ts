import type { CoffeeStore, ChangeWithStatus } from "../../../catalogue/coffee-store.ts";
import type { PreparedCatalogue } from "../../list-cache/prepared-catalogue.ts";
import { sharePromise } from "../../http/limits/share-promise.ts";
import type { Handler } from "../../http/route.ts";
import { placeInLog, readPlace } from "./change-number.ts";
import type { ChangeStream } from "./change-stream.ts";
import { mostEvents, type EventBuffer } from "./event-buffer.ts";
import type { ShownPast } from "./shown-past.ts";
import { reloadEvent } from "./stream-events.ts";
import { listChangeFromLog } from "./changes-in-log.ts";

export type StreamApiParts = Readonly<{
  store: CoffeeStore;
  catalogue: PreparedCatalogue;
  recent: EventBuffer;
  past: ShownPast;
  stream: ChangeStream;
}>;

/** Pages of the log that are read for clients that reconnect; each has a megabyte of texts. */
const mostPages = 8;

/** Keeps proxies from caching, buffering or altering a reply without end; `x-accel-buffering` is for nginx. */
const ofStream = Object.entries({
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  connection: "close",
}).flat();

/** The call that streams changes as they are made. See docs/api.md. */
export function streamApi({ store, catalogue, recent, past, stream }: StreamApiParts) {
  /** By the buffer's age: the one read of the log that puts earlier changes in front of the buffer. */
  const filled = new Map<number, Promise<void>>();
  const fill = async () => {
    const changes: ChangeWithStatus[] = [];
    let before = recent.start + 1;
    for (let pages = 0; pages < mostPages && changes.length < mostEvents; pages++) {
      const page = await store.selectPage({ before }, mostEvents - changes.length);
      changes.push(...page.changes);
      before = changes.at(-1)?.number ?? 0;
      if (!page.hasMore) break;
    }
    const coffees = await catalogue.current();
    recent.prepend(changes.toReversed().map((change) => listChangeFromLog(change, coffees)));
  };

  const followChanges: Handler = async ({ incoming, search }) => {
    const { "last-event-id": lastId } = incoming.headers;
    const [name, asked] = lastId
      ? ["Last-Event-ID", String(lastId)]
      : ["after", new URLSearchParams(search).get("after")];
    const after = asked === null ? undefined : readPlace(name, asked, placeInLog);
    if (incoming.method === "HEAD") return { status: 200, headers: ofStream, body: "" };
    stream.assertRoom(incoming);
    await catalogue.current();
    const mayResume = after === undefined || (await past.resumes(after, recent.newest));
    const isBefore = after !== undefined && after < recent.start && after >= recent.newest - mostEvents;
    if (mayResume && isBefore) await sharePromise(filled, recent.age, fill);
    const isKnown = after === undefined || (mayResume && recent.reaches(after));
    const position = isKnown ? (after ?? recent.newest) : recent.newest;
    const listen = stream.authorise(incoming, position);
    return {
      status: 200,
      headers: ofStream,
      body: (outgoing) => {
        if (!isKnown) outgoing.write(reloadEvent(position));
        listen(outgoing);
      },
    };
  };

  return { followChanges };
}
