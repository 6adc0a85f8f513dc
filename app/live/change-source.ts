import { changeHeader } from "../../catalogue/log/change-header.ts";
import { isRecord } from "../calls/read-reply.ts";
import { eventParser } from "./event-parser.ts";
import { readToldChange, type ToldChange } from "./remote-change.ts";

/** Changes that follow each other: all that came after number `after`. Or there is too much to tell. */
export type Told = Readonly<{ after: number; changes: readonly ToldChange[] } | { reload: number }>;

/** How a call ended. */
export type Ending = Readonly<{
  /** Whether anything came of it. */
  isFruitful: boolean;
  /** Whether there is nothing to follow, now or later. */
  isAbsent: boolean;
  /** When to come again, as the server says; by a refusal, or with what it delivered. */
  refusedMs?: number | undefined;
  retryMs?: number | undefined;
}>;

/** Of one call: what it hears, and how long it bears with silence. */
export type Hearing = Readonly<{ onTold: (told: Told) => void; signal: AbortSignal; silenceMs: number }>;

const fruitless: Ending = { isFruitful: false, isAbsent: false };
const refusedAtLeastMs = 1_000;

/** Hears changes after a number as they are made, until the stream ends. `onBegin` tells that it is open. Never rejects. */
export function hearStream(baseUrl: string, after: number, hearing: Hearing, onBegin: () => void): Promise<Ending> {
  return exchange(`${baseUrl}/-/changes/stream?after=${after}`, hearing, async (response, stay, noteEnding) => {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const parse = eventParser();
    let position = after;
    let retryMs: number | undefined;
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      stay();
      const changes: ToldChange[] = [];
      const tell = () => {
        if (changes.length === 0) return;
        hearing.onTold({ after: position, changes: changes.splice(0) });
      };
      for (const { type, data } of parse(decoder.decode(read.value, { stream: true }))) {
        if (type === "retry") retryMs = Number(data);
        const told: unknown = type === "retry" ? undefined : JSON.parse(data);
        const change = type === "message" ? readToldChange(told) : undefined;
        if (change) changes.push(change);
        else if (type === "begin") onBegin();
        else if (type === "reload" && isRecord(told)) {
          tell();
          position = Number(told["number"]);
          hearing.onTold({ reload: position });
        }
        if (type !== "retry") noteEnding({ isFruitful: true, isAbsent: false, retryMs });
        else noteEnding({ retryMs });
      }
      const last = changes.at(-1)?.number;
      tell();
      position = last ?? position;
    }
  });
}

/** So far behind, the list costs less than its changes. */
const mostBehind = 1_000;

/** Asks once for all changes after a number. Never rejects. */
export async function askForChanges(baseUrl: string, after: number, hearing: Hearing): Promise<Ending> {
  let position = after;
  let hasMore = true;
  let ending = fruitless;
  while (hasMore) {
    hasMore = false;
    ending = await exchange(`${baseUrl}/-/changes?after=${position}`, hearing, async (response, _stay, noteEnding) => {
      const upTo = Number(response.headers.get(changeHeader) ?? NaN);
      const body: unknown = await response.json();
      const page = isRecord(body) ? body["changes"] : undefined;
      if (!isRecord(body) || !Array.isArray(page)) return;
      noteEnding({ isFruitful: true });
      if (body["reload"] === true || upTo < position || upTo - position > mostBehind)
        return hearing.onTold({ reload: upTo });
      const changes = page.map(readToldChange).filter((change) => change !== undefined);
      if (changes.length > 0) hearing.onTold({ after: position, changes });
      const last = changes.at(-1)?.number ?? position;
      hasMore = body["hasMore"] === true && last > position;
      position = last;
    });
  }
  return ending;
}

async function exchange(
  url: string,
  { signal, silenceMs }: Hearing,
  read: (response: Response, stay: () => void, noteEnding: (ending: Partial<Ending>) => void) => Promise<void>,
): Promise<Ending> {
  const cut = new AbortController();
  const abort = () => cut.abort();
  let timer = setTimeout(abort, silenceMs);
  let ending = fruitless;
  signal.addEventListener("abort", abort);
  try {
    if (signal.aborted) return ending;
    const response = await fetch(url, { signal: cut.signal, credentials: "omit" });
    const stay = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
    };
    const noteEnding = (more: Partial<Ending>) => (ending = { ...ending, ...more });
    if (response.ok) await read(response, stay, noteEnding);
    else noteEnding(refusal(response));
  } catch {
    // However it was cut off: what came before that counts.
  }
  clearTimeout(timer);
  signal.removeEventListener("abort", abort);
  cut.abort();
  return ending;
}

function refusal({ status, headers }: Response): Partial<Ending> {
  const isPassing = status >= 500 || status === 408 || status === 429;
  if (!isPassing) return { isAbsent: true };
  const seconds = Number.parseInt(headers.get("retry-after") ?? "");
  return seconds >= 0 ? { refusedMs: Math.max(refusedAtLeastMs, seconds * 1_000) } : {};
}
