import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldList } from "../../coffee/text/display-name.ts";
import { failureText, type Answer, type Failure } from "../../calls/product-server.ts";
import { undoFailureText, undoResultText, useUndo } from "../../undo/use-undo.ts";
import { useNotify } from "../../notices/notices.tsx";
import { useWords } from "../../words/words.tsx";
import { changesWords } from "../../words/changes-words.ts";
import type { ChangesScope } from "../changes-address.ts";
import {
  changedCoffeeName,
  actionOf,
  readChanges,
  readUndoPreview,
  readVisitorUndo,
  type ChangesPage,
  type LoggedChange,
  type UndoPreview,
} from "./read-changes.ts";
import { browserCall } from "../../calls/browser-product-server.ts";
import { useListChanges } from "../../list/coffee-list.tsx";
import { markStale } from "../../calls/loading/load-coffee.ts";
import { isRecord } from "../../../client/read-coffee.ts";
import { localChange } from "../../live/local-change.ts";
import { readRemoteChange, type RemoteChange } from "../../live/remote-change.ts";
import { useRevalidate } from "../../shop/shop-router.tsx";

type Log = Readonly<{
  page: ChangesPage | undefined;
  /** The status message about the last action. */
  words: string;
  /** Whether an action is running. Others are ignored until it ends. */
  isBusy: boolean;
  /** The preview of undoing all changes of the visitor, while it is open. */
  preview: UndoPreview | undefined;
}>;

/**
 * State and actions of the dialog of changes. An action resolves once the dialog shows its result. If it ends after the
 * dialog closes, a notice shows the result.
 */
export function useChangeLog(scope: ChangesScope, isDialogOpen: () => boolean) {
  const { log, update, report, oneAtATime } = useLog(scope, isDialogOpen);
  const undoChange = useUndo();
  const applyChanges = useApplyChanges();
  const dictionary = useWords();
  const labels = changesWords(dictionary);
  const reasonOf = (failure: Failure) => failureText(failure, dictionary.language);
  const reloadPages = async () => {
    const answer = await fetchChanges(scope, log.page?.changes.length);
    if (answer.ok) update({ page: answer.value });
  };

  const undoAddress = `/-/visitors/${encodeURIComponent(scope.visitor ?? "")}/undo`;

  return {
    ...log,
    undo: (change: LoggedChange) =>
      oneAtATime("", async () => {
        const answer = await undoChange(change.number);
        if (answer.ok) report(undoResultText(actionOf(change), answer.value, changedCoffeeName(change), dictionary));
        else report(undoFailureText(answer.failure, dictionary), reasonOf(answer.failure));
        await reloadPages();
      }),
    previewAll: () =>
      oneAtATime("", async () => {
        const answer = await browserCall()("GET", undoAddress, readUndoPreview);
        if (!answer.ok) return update({ words: `${labels.nothingUndone} ${reasonOf(answer.failure)}` });
        if (answer.value.changeCount > 0) return update({ preview: answer.value });
        update({ words: labels.nothingLeft });
        await reloadPages();
      }),
    /** Undoes exactly what the preview shows, or fails. */
    undoAll: ({ tag }: UndoPreview) =>
      oneAtATime(labels.undoing, async () => {
        const answer = await browserCall()("PUT", undoAddress, readVisitorUndo, { ifMatch: tag });
        update({ preview: undefined });
        if (answer.ok) {
          const { changes, erasedFields } = answer.value;
          await applyChanges(changes);
          const erasedList = fieldList(erasedFields, dictionary);
          const summary = labels.allUndone(dictionary.number(changes.length));
          report(erasedList ? `${summary} ${dictionary.notices.erasedStays(erasedList)}` : summary);
        } else {
          const isKnown = answer.failure.status !== undefined;
          report(isKnown ? labels.nothingUndone : dictionary.notices.undoneUnknown, reasonOf(answer.failure));
        }
        await reloadPages();
      }),
    cancel: () => update({ preview: undefined }),
    more: () =>
      oneAtATime("", async () => {
        const changes = log.page?.changes ?? [];
        const answer = await fetchChanges(scope, 1, changes.at(-1)?.number);
        if (!answer.ok) return update({ words: reasonOf(answer.failure) });
        update({ page: { ...answer.value, changes: [...changes, ...answer.value.changes] } });
      }),
  };
}

/** What the dialog shows. `report` uses a notice instead if the dialog is closed. */
function useLog(scope: ChangesScope, isDialogOpen: () => boolean) {
  const [log, setLog] = useState<Log>({ page: undefined, words: "", isBusy: false, preview: undefined });
  const notify = useNotify();
  const { language } = useWords();
  const isMounted = useRef(true);
  // A layout effect, so that a reply at the moment of closing becomes a notice.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const update = (part: Partial<Log>) => flushSync(() => setLog((earlier) => ({ ...earlier, ...part })));
  const report = (title: string, words = "") => {
    if (isMounted.current && isDialogOpen()) update({ words: `${title} ${words}`.trim() });
    else notify({ title, words, isDone: words === "" });
  };
  const oneAtATime = async (words: string, act: () => Promise<void>) => {
    if (log.isBusy) return;
    update({ words, isBusy: true });
    await act();
    update({ isBusy: false });
  };
  const loadFirstPage = useEffectEvent(async () => {
    const answer = await fetchChanges(scope);
    update(answer.ok ? { page: answer.value } : { words: failureText(answer.failure, language) });
  });
  useEffect(() => void loadFirstPage(), []);
  return { log, update, report, oneAtATime };
}

/** Fetches the newest changes of a scope, or those before a number, page by page until there are `count`. */
async function fetchChanges(scope: ChangesScope, count = 1, before?: number): Promise<Answer<ChangesPage>> {
  const query = new URLSearchParams({ ...scope, ...(before && { before: String(before) }) });
  const answer = await browserCall()("GET", `/-/changes?${query}`, readChanges);
  if (!answer.ok || !answer.value.hasMore || answer.value.changes.length >= count) return answer;
  const { changes } = answer.value;
  const rest = await fetchChanges(scope, count - changes.length, changes.at(-1)?.number);
  return rest.ok ? { ok: true, value: { ...rest.value, changes: [...changes, ...rest.value.changes] } } : rest;
}

/**
 * Applies logged changes to the list and reloads the current page. The numbers are consecutive in the log, oldest
 * first, and each is the last change of its coffee.
 */
function useApplyChanges(): (numbers: readonly number[]) => Promise<void> {
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

function readLoggedChanges(body: unknown): readonly RemoteChange[] {
  const changes: readonly unknown[] = isRecord(body) && Array.isArray(body["changes"]) ? body["changes"] : [];
  return changes.flatMap((change) => readRemoteChange(change) ?? []);
}
