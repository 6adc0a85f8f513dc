import { changeHeader } from "../../../catalogue/log/change-header.ts";
import { createClient } from "../../../client/client.ts";
import { CoffeeFault } from "../../../client/coffee-fault.ts";
import { isRecord } from "../../../client/read-coffee.ts";
import { eventParser } from "./event-parser.ts";
import { readRemoteChange, type RemoteChange } from "../remote-change.ts";

/**
 * All changes after number `after`, consecutive. Or `reload`: there are too many, so load the list, at least up to this
 * number.
 */
export type ChangeBatch = Readonly<{ after: number; changes: readonly RemoteChange[] } | { reload: number }>;

/** How a stream or a poll ended. */
export type StreamResult = Readonly<{
  /** Whether it delivered any event or reply. */
  hasEvents: boolean;
  /** Whether this server has no changes to follow, so that trying again is useless. */
  isUnavailable: boolean;
  /** When the server says to reconnect: from the Retry-After of a refusal, or from the stream's `retry`. */
  refusedMs?: number | undefined;
  retryMs?: number | undefined;
}>;

/** Options of a stream or a poll. It is aborted after `silenceMs` without data. */
export type StreamOptions = Readonly<{ onBatch: (batch: ChangeBatch) => void; signal: AbortSignal; silenceMs: number }>;

const noResult: StreamResult = { hasEvents: false, isUnavailable: false };
const refusedAtLeastMs = 1_000;

/**
 * Reads changes after a number from the event stream, until it ends. Calls `onBegin` when it opens. Never rejects. Uses
 * fetch, because `EventSource` hides a refusal's Retry-After and the heartbeats.
 */
export function readStream(
  baseUrl: string,
  after: number,
  options: StreamOptions,
  onBegin: () => void,
): Promise<StreamResult> {
  return exchange(baseUrl, `/-/changes/stream?after=${after}`, options, async (response, extendTimeout, setResult) => {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const parse = eventParser();
    let position = after;
    let retryMs: number | undefined;
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      extendTimeout();
      const changes: RemoteChange[] = [];
      const deliver = () => {
        if (changes.length === 0) return;
        options.onBatch({ after: position, changes: changes.splice(0) });
      };
      for (const { type, data } of parse(decoder.decode(read.value, { stream: true }))) {
        if (type === "retry") retryMs = Number(data);
        const message: unknown = type === "retry" ? undefined : JSON.parse(data);
        const change = type === "message" ? readRemoteChange(message) : undefined;
        if (change) changes.push(change);
        else if (type === "begin") onBegin();
        else if (type === "reload" && isRecord(message)) {
          deliver();
          position = Number(message["number"]);
          options.onBatch({ reload: position });
        }
        if (type !== "retry") setResult({ hasEvents: true, isUnavailable: false, retryMs });
        else setResult({ retryMs });
      }
      const last = changes.at(-1)?.number;
      deliver();
      position = last ?? position;
    }
  });
}

/** Further behind than this, loading the list is cheaper than its changes. */
const changeLimit = 1_000;

/** Fetches all changes after a number from the log, page by page. Never rejects. */
export async function pollChanges(baseUrl: string, after: number, options: StreamOptions): Promise<StreamResult> {
  let position = after;
  let hasMore = true;
  let result = noResult;
  while (hasMore) {
    hasMore = false;
    result = await exchange(baseUrl, `/-/changes?after=${position}`, options, async (response, _stay, setResult) => {
      const upTo = Number(response.headers.get(changeHeader) ?? NaN);
      const body: unknown = await response.json();
      const page = isRecord(body) ? body["changes"] : undefined;
      if (!isRecord(body) || !Array.isArray(page)) return;
      setResult({ hasEvents: true });
      if (body["reload"] === true || upTo < position || upTo - position > changeLimit)
        return options.onBatch({ reload: upTo });
      const changes = page.map(readRemoteChange).filter((change) => change !== undefined);
      if (changes.length > 0) options.onBatch({ after: position, changes });
      const last = changes.at(-1)?.number ?? position;
      hasMore = body["hasMore"] === true && last > position;
      position = last;
    });
  }
  return result;
}

async function exchange(
  baseUrl: string,
  path: string,
  { signal, silenceMs }: StreamOptions,
  read: (
    response: Response,
    extendTimeout: () => void,
    setResult: (result: Partial<StreamResult>) => void,
  ) => Promise<void>,
): Promise<StreamResult> {
  let result = noResult;
  const setResult = (more: Partial<StreamResult>) => (result = { ...result, ...more });
  try {
    await createClient({ url: baseUrl, timeoutMs: silenceMs }).call(
      "GET",
      path,
      (response, extendTimeout) => read(response, extendTimeout, setResult).then(() => "read"),
      { signal },
    );
  } catch (error) {
    // If the connection broke, what was delivered before stays.
    if (error instanceof CoffeeFault) setResult(refusal(error));
  }
  return result;
}

function refusal({ status, retryAfterSeconds }: CoffeeFault): Partial<StreamResult> {
  if (status === undefined) return {};
  const isPassing = status >= 500 || status === 408 || status === 429;
  if (!isPassing) return { isUnavailable: true };
  return retryAfterSeconds === undefined ? {} : { refusedMs: Math.max(refusedAtLeastMs, retryAfterSeconds * 1_000) };
}
