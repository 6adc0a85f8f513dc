import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { browserCall } from "../calls/browser-product-server.ts";
import { fieldList } from "../coffee/listed-fields.ts";
import { failureText, type Answer, type Failure } from "../calls/product-server.ts";
import { notUndoneWords, undoneWords, useUndo } from "../undo/use-undo.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { changesWords } from "../words/changes-words.ts";
import type { ChangesShown } from "./changes-address.ts";
import { changedCoffeeName, deedOf, readChanges, type ChangesPage, type ShownChange } from "./read-changes.ts";
import { readUndoPreview, readVisitorUndo, type UndoPreview } from "./read-visitor-undo.ts";
import { useTakeIn } from "./use-take-in.ts";

type Log = Readonly<{
  page: ChangesPage | undefined;
  /** What came of what was asked for last. */
  words: string;
  /** While it is under way nothing else is begun. */
  isBusy: boolean;
  /** What undoing everything by the visitor would do, while it is shown. */
  preview: UndoPreview | undefined;
}>;

type ChangeLog = Log &
  Readonly<{
    /** Each resolves once the page shows what came of it. */
    undo: (change: ShownChange) => Promise<void>;
    previewAll: () => Promise<void>;
    /** Does what is shown, or nothing. */
    undoAll: (preview: UndoPreview) => Promise<void>;
    cancel: () => void;
    more: () => Promise<void>;
  }>;

/** The changes that are shown, and what can be done with them. What ends after they are closed is told by a notice. */
export function useChangeLog(shown: ChangesShown, isDialogOpen: () => boolean): ChangeLog {
  const [log, setLog] = useState<Log>({ page: undefined, words: "", isBusy: false, preview: undefined });
  const notify = useNotify();
  const undoChange = useUndo();
  const takeIn = useTakeIn();
  const spoken = useWords();
  const { language, number: counted } = spoken;
  const said = changesWords(spoken);
  const why = (failure: Failure) => failureText(failure, language);

  const isMounted = useRef(true);
  const isOpen = () => isMounted.current && isDialogOpen();
  const update = (part: Partial<Log>) => flushSync(() => setLog((earlier) => ({ ...earlier, ...part })));
  const tell = (title: string, words = "") => {
    if (isOpen()) update({ words: `${title} ${words}`.trim() });
    else notify({ title, words, isDone: words === "" });
  };
  const begin = useEffectEvent(async () => {
    const answer = await fetchChanges(shown);
    update(answer.ok ? { page: answer.value } : { words: why(answer.failure) });
  });
  // At once, for a reply that comes in the same moment is told where it can be read.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => void begin(), []);

  const oneAtATime = async (words: string, act: () => Promise<void>) => {
    if (log.isBusy) return;
    update({ words, isBusy: true });
    await act();
    update({ isBusy: false });
  };
  const readAgain = async () => {
    const answer = await fetchChanges(shown, log.page?.changes.length);
    if (answer.ok) update({ page: answer.value });
  };

  const undoAddress = `/-/visitors/${encodeURIComponent(shown.visitor ?? "")}/undo`;

  return {
    ...log,
    undo: (change) =>
      oneAtATime("", async () => {
        const answer = await undoChange(change.number);
        if (answer.ok) tell(undoneWords(deedOf(change), answer.value, changedCoffeeName(change), spoken));
        else tell(notUndoneWords(answer.failure, spoken), why(answer.failure));
        await readAgain();
      }),
    previewAll: () =>
      oneAtATime("", async () => {
        const answer = await browserCall()("GET", undoAddress, readUndoPreview);
        if (!answer.ok) return update({ words: `${said.nothingUndone} ${why(answer.failure)}` });
        if (answer.value.changeCount > 0) return update({ preview: answer.value });
        update({ words: said.nothingLeft });
        await readAgain();
      }),
    undoAll: ({ tag }) =>
      oneAtATime(said.undoing, async () => {
        const answer = await browserCall()("PUT", undoAddress, readVisitorUndo, { ifMatch: tag });
        update({ preview: undefined });
        if (answer.ok) {
          const { changes, erasedFields } = answer.value;
          await takeIn(changes);
          const lost = fieldList(erasedFields, spoken);
          const undone = said.allUndone(counted(changes.length));
          tell(lost ? `${undone} ${spoken.notices.erasedStays(lost)}` : undone);
        } else {
          const isKnown = answer.failure.status !== undefined;
          tell(isKnown ? said.nothingUndone : spoken.notices.undoneUnknown, why(answer.failure));
        }
        await readAgain();
      }),
    cancel: () => update({ preview: undefined }),
    more: () =>
      oneAtATime("", async () => {
        const changes = log.page?.changes ?? [];
        const answer = await fetchChanges(shown, 1, changes.at(-1)?.number);
        update(
          answer.ok
            ? { page: { ...answer.value, changes: [...changes, ...answer.value.changes] } }
            : { words: why(answer.failure) },
        );
      }),
  };
}

/** The newest of the shown changes, or those before one of them: a page, and more pages until it is enough. */
async function fetchChanges(shown: ChangesShown, enough = 1, before?: number): Promise<Answer<ChangesPage>> {
  const query = new URLSearchParams({ ...shown, ...(before && { before: String(before) }) });
  const answer = await browserCall()("GET", `/-/changes?${query}`, readChanges);
  if (!answer.ok || !answer.value.hasMore || answer.value.changes.length >= enough) return answer;
  const { changes } = answer.value;
  const rest = await fetchChanges(shown, enough - changes.length, changes.at(-1)?.number);
  return rest.ok ? { ok: true, value: { ...rest.value, changes: [...changes, ...rest.value.changes] } } : rest;
}
