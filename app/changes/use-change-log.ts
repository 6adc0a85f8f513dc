import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { browserCall } from "../coffees/browser-product-server.ts";
import type { Answer } from "../coffees/product-server.ts";
import { notUndoneWords, undoneWords, useUndo, type Deed } from "../coffees/use-undo.ts";
import { useNotify } from "../notices/notices.tsx";
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

  const isMounted = useRef(true);
  const isOpen = () => isMounted.current && isDialogOpen();
  const update = (part: Partial<Log>) => flushSync(() => setLog((earlier) => ({ ...earlier, ...part })));
  const tell = (title: string, words = "") => {
    if (isOpen()) update({ words: `${title} ${words}`.trim() });
    else notify({ title, words, isDone: words === "" });
  };
  const begin = useEffectEvent(async () => {
    const answer = await fetchChanges(shown);
    update(answer.ok ? { page: answer.value } : { words: answer.failure.words });
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
        if (answer.ok) tell(undoneWords(deedOf(change), answer.value, (change.after ?? change.before)?.name ?? ""));
        else tell(notUndoneWords(answer.failure), answer.failure.words);
        await readAgain();
      }),
    undoAll: () =>
      oneAtATime("Undoing all …", async () => {
        const all = await fetchChanges(shown, Infinity);
        if (!all.ok) return tell("Nothing was undone.", all.failure.words);
        const numbers = undoable(all.value);
        let undone = 0;
        let why = "";
        for (const [done, number] of numbers.entries()) {
          if (!isOpen()) why = "Open the changes again to undo the others.";
          if (why) break;
          update({ progress: { done, of: numbers.length } });
          const answer = await takeBack(number);
          if (!answer.ok) why = answer.failure.words;
          else if (answer.value.change) undone += 1;
        }
        if (!why && undone < numbers.length) why = "The others were changed again since, and stay.";
        tell(`${undone} of ${numbers.length} undone.`, why);
        await readAgain();
      }),
    more: () =>
      oneAtATime("", async () => {
        const changes = log.page?.changes ?? [];
        const answer = await fetchChanges(shown, 1, changes.at(-1)?.number);
        update(
          answer.ok
            ? { page: { ...answer.value, changes: [...changes, ...answer.value.changes] } }
            : { words: answer.failure.words },
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
