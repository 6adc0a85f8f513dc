import { browserCall } from "../../calls/browser-product-server.ts";
import { useListChanges } from "../../list/coffee-list.tsx";
import { markStale } from "../../calls/loading/should-revalidate.ts";
import type { Answer } from "../../calls/product-server.ts";
import { isRecord } from "../../calls/replies/read-reply.ts";
import { localChange } from "../../live/local-change.ts";
import { readRemoteChange, type RemoteChange } from "../../live/remote-change.ts";
import { useRevalidate } from "../../shop/shop-router.tsx";

/**
 * Applies logged changes to the list and reloads the current page. The numbers are consecutive in the log, oldest
 * first, and each is the last change of its coffee.
 */
export function useApplyChanges(): (numbers: readonly number[]) => Promise<void> {
  const { record, reloadTo: reloadUpTo } = useListChanges();
  const revalidate = useRevalidate();
  return async (numbers) => {
    const [first = 0, last = first] = [numbers[0], numbers.at(-1)];
    for (let after = first - 1; after < last;) {
      const answer = await browserCall()("GET", `/-/changes?after=${after}`, readLoggedChanges);
      const newest = answer.ok ? answer.value.at(-1)?.number : undefined;
      if (!answer.ok || newest === undefined) {
        await reloadUpTo(last);
        break;
      }
      for (const change of answer.value) if (numbers.includes(change.number)) record(localChange(change));
      after = newest;
    }
    markStale();
    void revalidate();
  };
}

function readLoggedChanges(body: unknown): Answer<readonly RemoteChange[]> {
  const changes: readonly unknown[] = isRecord(body) && Array.isArray(body["changes"]) ? body["changes"] : [];
  return { ok: true, value: changes.flatMap((change) => readRemoteChange(change) ?? []) };
}
