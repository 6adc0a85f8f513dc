import { useEffect, useRef, type RefObject } from "react";
import { ignoreRepeats } from "../layout/ignore-repeats.ts";
import { useHashDialog } from "../layout/use-hash-dialog.ts";
import { useWords } from "../words/words.tsx";
import { changesWords } from "../words/changes-words.ts";
import { changesHash, scopeFromHash, type ChangesScope } from "./changes-address.ts";
import "./changes.css";
import { ChangeEntry } from "./entry/change-entry.tsx";
import { ChangesHeading } from "./changes-heading.tsx";
import { ChangesStep } from "./changes-link.tsx";
import { UndoPreviewSheet } from "./undo-preview.tsx";
import { useChangeLog } from "./log/use-change-log.ts";

/** The dialog with the log of changes and their Undo buttons. It is open while the address has its hash. */
export function ChangesDialog({ scope }: { scope: ChangesScope }) {
  const { dialog, onClose } = useHashDialog((hash) => scopeFromHash(hash) !== undefined);
  const isPressed = useRef(false);
  const close = () => dialog.current?.close();
  const isOpen = () => dialog.current?.open ?? false;

  return (
    <dialog
      ref={dialog}
      className="changes"
      aria-labelledby="changes-heading"
      onClose={onClose}
      // Only a press that begins and ends beside the sheet closes the dialog, not one that selects text.
      onPointerDown={({ target, currentTarget }) => {
        isPressed.current = target === currentTarget;
      }}
      onPointerUp={({ target, currentTarget }) => {
        isPressed.current &&= target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && isPressed.current) close();
      }}
    >
      <ChangesSheet key={changesHash(scope)} scope={scope} close={close} isOpen={isOpen} />
    </dialog>
  );
}

type ChangesSheetProps = Readonly<{ scope: ChangesScope; close: () => void; isOpen: () => boolean }>;

function ChangesSheet({ scope, close, isOpen }: ChangesSheetProps) {
  const words = changesWords(useWords());
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const log = useChangeLog(scope, isOpen);
  const { page, preview, isBusy } = log;
  const undoAllButton = useRef<HTMLButtonElement>(null);

  useEffect(() => heading.current?.focus(), []);

  /** If the pressed button is gone, moves the focus to the newest change, where the undo can be undone. */
  const recoverFocus = () => {
    if (document.activeElement !== document.body) return;
    (list.current?.querySelector("button") ?? heading.current)?.focus();
  };

  return (
    <div className="changes-sheet" {...ignoreRepeats}>
      <div className="changes-head">
        <h2 ref={heading} id="changes-heading" tabIndex={-1}>
          <ChangesHeading scope={scope} newest={page?.changes[0]} />
        </h2>
        <button type="button" className="button-quiet" onClick={close}>
          {words.close}
        </button>
        <p role="status">{log.words}</p>
      </div>
      {changesHash(scope) !== "#changes" && (
        <p>
          <ChangesStep scope={{}}>{words.allRecent}</ChangesStep>
        </p>
      )}
      {preview ? (
        <UndoPreviewSheet
          preview={preview}
          isBusy={isBusy}
          undo={() => void log.undoAll(preview).then(recoverFocus)}
          cancel={() => {
            log.cancel();
            undoAllButton.current?.focus();
          }}
        />
      ) : (
        <ChangeList log={log} list={list} undoAllButton={undoAllButton} scope={scope} recoverFocus={recoverFocus} />
      )}
    </div>
  );
}

type ChangeListProps = Readonly<{
  log: ReturnType<typeof useChangeLog>;
  list: RefObject<HTMLOListElement | null>;
  undoAllButton: RefObject<HTMLButtonElement | null>;
  scope: ChangesScope;
  recoverFocus: () => void;
}>;

function ChangeList({ log, list, undoAllButton, scope, recoverFocus }: ChangeListProps) {
  const words = changesWords(useWords());
  const { page, isBusy, undo, more } = log;
  const canUndo = page?.changes.some(({ isUndone }) => !isUndone);
  return (
    <>
      {scope.visitor !== undefined && canUndo && (
        <button
          ref={undoAllButton}
          type="button"
          className="button-gold"
          aria-disabled={isBusy}
          onClick={() => void log.previewAll().then(recoverFocus)}
        >
          {words.undoAll}
        </button>
      )}
      <ol ref={list} aria-busy={!page || isBusy}>
        {page?.changes.map((change) => (
          <ChangeEntry
            key={change.number}
            change={change}
            scope={scope}
            isBusy={isBusy}
            undo={() => void undo(change).then(recoverFocus)}
          />
        ))}
      </ol>
      {page?.changes.length === 0 && <p>{words.none}</p>}
      {page?.hasMore && (
        <button type="button" className="button-quiet" aria-disabled={isBusy} onClick={() => void more()}>
          {words.older}
        </button>
      )}
    </>
  );
}
