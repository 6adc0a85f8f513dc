import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { browserCall } from "../coffees/browser-product-server.ts";
import type { Answer } from "../coffees/product-server.ts";
import { undoneWords, useUndo } from "../coffees/use-undo.ts";
import { changesHash, type ChangesShown } from "./changes-address.ts";
import { ChangeEntry, visitorName } from "./change-entry.tsx";
import { readChanges, type ChangesPage, type ShownChange } from "./read-changes.ts";

/** The log of changes, to be read and undone. Open for as long as the address says so. */
export function ChangesDialog({ shown }: { shown: ChangesShown }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const hash = changesHash(shown);

  // Closed before it leaves the document, it hands the focus back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="changes"
      aria-labelledby="changes"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) leave();
      }}
    >
      <div className="changes-sheet">
        <header>
          <h2 id="changes">{heading(shown)}</h2>
          <button type="button" className="button-quiet" onClick={leave}>
            Close
          </button>
        </header>
        {hash !== "#changes" && (
          <p>
            <Link to="#changes" preventScrollReset>
              All recent changes
            </Link>
          </p>
        )}
        <Changes key={hash} shown={shown} />
      </div>
    </dialog>
  );

  function leave() {
    void navigate({ hash: "" }, { replace: true, preventScrollReset: true });
  }
}

function heading({ coffee, visitor }: ChangesShown): string {
  if (visitor !== undefined) return `Everything by ${visitorName(visitor)}`;
  return coffee === undefined ? "Recent changes" : "Changes of this coffee";
}

function Changes({ shown }: { shown: ChangesShown }) {
  const list = useRef<HTMLOListElement>(null);
  const [page, setPage] = useState<ChangesPage>();
  const [words, setWords] = useState("");
  const [progress, setProgress] = useState<Readonly<{ done: number; of: number }>>();
  const undo = useUndo();

  const isOpen = useRef(true);
  const take = (answer: Answer<ChangesPage>) => {
    if (!isOpen.current) return;
    if (answer.ok) flushSync(() => setPage(answer.value));
    else setWords(answer.failure.words);
  };
  const begin = useEffectEvent(() => fetchChanges(shown).then(take));
  useEffect(() => {
    isOpen.current = true;
    void begin();
    return () => {
      isOpen.current = false;
    };
  }, []);

  const undoOne = async ({ number, before, after }: ShownChange) => {
    const answer = await undo(number);
    const deed = before ? (after ? "update" : "delete") : "add";
    setWords(answer.ok ? undoneWords(deed, answer.value, (after ?? before)?.name ?? "") : answer.failure.words);
    take(await fetchChanges(shown));
    // Its own button is gone; the first one now is that of the undo, so that it can be undone as easily.
    if (document.activeElement === document.body) list.current?.querySelector("button")?.focus();
  };

  const undoAll = async () => {
    setProgress({ done: 0, of: 1 });
    const wanted = await undoable(shown);
    if (!wanted.ok) {
      setProgress(undefined);
      return take(wanted);
    }
    const numbers = wanted.value;
    let undone = 0;
    let stopped = "";
    for (const [done, number] of numbers.entries()) {
      if (!isOpen.current) return;
      setProgress({ done, of: numbers.length });
      const answer = await undo(number);
      if (answer.ok && answer.value.change) undone += 1;
      if (answer.ok) continue;
      stopped = ` ${answer.failure.words}`;
      break;
    }
    setProgress(undefined);
    const left = stopped || undone === numbers.length ? "" : " The others were changed again since, and stay.";
    setWords(`${undone} of ${numbers.length} undone.${stopped}${left}`);
    take(await fetchChanges(shown));
  };

  const more = async () => {
    const last = page?.changes.at(-1);
    const answer = await fetchChanges(shown, last?.number);
    if (!answer.ok) setWords(answer.failure.words);
    else setPage({ changes: [...(page?.changes ?? []), ...answer.value.changes], hasMore: answer.value.hasMore });
  };

  const canUndo = page?.changes.some(({ isUndone }) => !isUndone);
  return (
    <>
      <p role="status" className="changes-status">
        {progress ? `Undoing ${progress.done + 1} of ${progress.of} …` : words}
      </p>
      {progress && <progress aria-label="Undone so far" max={progress.of} value={progress.done} />}
      {shown.visitor !== undefined && canUndo && !progress && (
        <button type="button" className="button-gold" onClick={() => void undoAll()}>
          Undo all of these
        </button>
      )}
      <ol ref={list} aria-busy={!page || progress !== undefined}>
        {page?.changes.map((change) => (
          <ChangeEntry key={change.number} change={change} shown={shown} undo={() => void undoOne(change)} />
        ))}
      </ol>
      {page?.changes.length === 0 && <p>Nothing has changed yet.</p>}
      {page?.hasMore && (
        <button type="button" className="button-quiet" onClick={() => void more()}>
          Older changes
        </button>
      )}
    </>
  );
}

function fetchChanges(shown: ChangesShown, before?: number) {
  const query = new URLSearchParams({ ...shown, ...(before && { before: String(before) }) });
  return browserCall()("GET", `/-/changes?${query}`, readChanges);
}

/**
 * The numbers of all shown changes that there is something to undo of, newest first, however many pages they fill. What
 * was taken back already, and what took it back, are as good as never made.
 */
async function undoable(shown: ChangesShown): Promise<Answer<number[]>> {
  const all = new Map<number, ShownChange>();
  for (let before: number | undefined, hasMore = true; hasMore;) {
    const answer = await fetchChanges(shown, before);
    if (!answer.ok) return answer;
    for (const change of answer.value.changes) all.set(change.number, change);
    before = answer.value.changes.at(-1)?.number;
    hasMore = answer.value.hasMore;
  }
  const left = [...all.values()].filter(({ isUndone, undoes }) => !isUndone && !(undoes && all.has(undoes)));
  return { ok: true, value: left.map(({ number }) => number) };
}
