import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { browserCall } from "../coffees/browser-product-server.ts";
import { wordsOf, type Answer, type Failure } from "../coffees/product-server.ts";
import { notUndoneWords, undoneWords, useUndo, type Deed } from "../coffees/use-undo.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import type { ChangesShown } from "./changes-address.ts";
import { readChanges, type ChangesPage, type ShownChange } from "./read-changes.ts";

type Log = Readonly<{
  page: ChangesPage | undefined;
  /** What came of what was asked for last. */
  words: string;
  /** How far that has come; nothing else is begun meanwhile. */
  progress: Readonly<{ done: number; of: number }> | undefined;
}>;

type ChangeLog = Log &
  Readonly<{
    /** Each resolves once the page shows what came of it. */
    undo: (change: ShownChange) => Promise<void>;
    undoAll: () => Promise<void>;
    more: () => Promise<void>;
  }>;

/** The changes that are shown, and what can be done with them. What ends after they are closed is told by a notice. */
export function useChangeLog(shown: ChangesShown, isDialogOpen: () => boolean): ChangeLog {
  const [log, setLog] = useState<Log>({ page: undefined, words: "", progress: undefined });
  const notify = useNotify();
  const takeBack = useUndo();
  const spoken = useWords();
  const { changes: said, language, number: counted } = spoken;
  const why = (failure: Failure) => wordsOf(failure, language);

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
    if (log.progress) return;
    update({ words, progress: { done: 0, of: 1 } });
    await act();
    update({ progress: undefined });
  };
  const readAgain = async () => {
    const answer = await fetchChanges(shown, log.page?.changes.length);
    if (answer.ok) update({ page: answer.value });
  };

  return {
    ...log,
    undo: (change) =>
      oneAtATime("", async () => {
        const answer = await takeBack(change.number);
        if (answer.ok)
          tell(undoneWords(deedOf(change), answer.value, (change.after ?? change.before)?.name ?? "", spoken));
        else tell(notUndoneWords(answer.failure, spoken), why(answer.failure));
        await readAgain();
      }),
    undoAll: () =>
      oneAtATime(said.undoing, async () => {
        const all = await fetchChanges(shown, Infinity);
        if (!all.ok) return tell(said.nothingUndone, why(all.failure));
        const numbers = undoable(all.value);
        let undone = 0;
        let hindrance = "";
        for (const [done, number] of numbers.entries()) {
          if (!isOpen()) hindrance = said.openAgain;
          if (hindrance) break;
          update({ progress: { done, of: numbers.length } });
          const answer = await takeBack(number);
          if (!answer.ok) hindrance = why(answer.failure);
          else if (answer.value.change) undone += 1;
        }
        if (!hindrance && undone < numbers.length) hindrance = said.othersStay;
        tell(said.someUndone(counted(undone), counted(numbers.length)), hindrance);
        await readAgain();
      }),
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

function deedOf({ before, after }: ShownChange): Deed {
  if (!before) return "add";
  return after ? "update" : "delete";
}

/** What was taken back already, and what took it back, are as good as never made. */
function undoable({ changes }: ChangesPage): number[] {
  const all = new Set(changes.map(({ number }) => number));
  return changes
    .filter(({ isUndone, undoes }) => !isUndone && !(undoes && all.has(undoes)))
    .map(({ number }) => number);
}
