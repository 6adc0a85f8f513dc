import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useEffectEvent,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { focusHeading } from "../layout/focus-heading.ts";
import { ignoreRepeats } from "../layout/ignore-repeats.ts";
import { useWords } from "../words/words.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { actionsOf, type Notice, type NoticeAction, type NumberedNotice } from "./notice.ts";
import { useAvoidFocused, useAvoidPressed } from "./use-avoid-covering.ts";

type Notify = (notice: Notice) => void;

const NotifyContext = createContext<Notify>(() => {});
const WithdrawContext = createContext(() => {});

export function useNotify(): Notify {
  return useContext(NotifyContext);
}

/**
 * Returns a function that removes the notices about the current page. They are also removed when the component
 * unmounts.
 */
export function useWithdraw(): () => void {
  const withdraw = useContext(WithdrawContext);
  useLayoutEffect(() => withdraw, [withdraw]);
  return withdraw;
}

/**
 * Provides the region of notices. With extras off there is none, and `useNotify` returns a function that does nothing.
 */
export function NoticesProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  return extras ? <ShownNotices>{children}</ShownNotices> : children;
}

function ShownNotices({ children }: { children: ReactNode }) {
  const words = useWords();
  const region = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { notices, notify, withdraw, dismiss, retire } = useNoticeList(region);
  const runAction = (number: number, action: NoticeAction | undefined) => {
    action?.act();
    dismiss(number);
  };
  usePageKeys((event) => {
    if (event.key === "F6") return focusNewest(region.current);
    const undoable = [...notices].reverse().find(({ isUndoable }) => isUndoable);
    if (!isUndoKey(event) || event.repeat || !undoable || isField(event.target)) return false;
    runAction(undoable.number, actionsOf(undoable).at(-1));
    return true;
  });

  const collapsed = collapsedNotices(notices);
  if (isOpen && collapsed.size === 0) setOpen(false);
  useAvoidPressed(region, notices.at(-1)?.number);
  useAvoidFocused(region);

  return (
    <NotifyContext value={notify}>
      <WithdrawContext value={withdraw}>{children}</WithdrawContext>
      <section
        ref={region}
        aria-label={words.notices.region}
        aria-live="polite"
        aria-keyshortcuts="F6"
        className={isOpen ? "notices is-open" : "notices"}
        {...ignoreRepeats}
      >
        {collapsed.size > 0 && (
          <button
            type="button"
            className="notices-more"
            aria-live="off"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {words.notices.more(words.number(collapsed.size))}
          </button>
        )}
        {notices.map((notice) => (
          <NoticeCard
            key={notice.number}
            notice={notice}
            isFolded={collapsed.has(notice) && !isOpen}
            act={(action) => runAction(notice.number, action)}
            dismiss={() => dismiss(notice.number)}
            retire={() => retire(notice.number)}
          />
        ))}
      </section>
    </NotifyContext>
  );
}

/** The notices in the region, oldest first, and the functions that change them. */
function useNoticeList(region: React.RefObject<HTMLElement | null>) {
  const focusedBefore = useFocusedOutside(region);
  const [notices, setNotices] = useState<readonly NumberedNotice[]>([]);
  const notify = useCallback((notice: Notice) => {
    setNotices((current) => [
      ...withoutReplaced(current, notice),
      { ...notice, number: (current.at(-1)?.number ?? 0) + 1 },
    ]);
  }, []);
  const withdraw = useCallback(() => setNotices((current) => current.filter(({ isOfPage }) => !isOfPage)), []);
  const dismiss = (number: number) => {
    const hasFocus = region.current?.querySelector(`[data-number="${number}"]`)?.contains(document.activeElement);
    flushSync(() => setNotices((current) => current.filter((notice) => notice.number !== number)));
    // The pressed button is gone. Move the focus to the page, not to another notice's Undo.
    if (!hasFocus) return;
    const before = focusedBefore.current;
    if (before?.isConnected) before.focus({ preventScroll: true });
    else focusHeading();
  };
  /** Ends the time of a notice. The newest one stays if it has buttons. */
  const retire = (number: number) =>
    setNotices((current) =>
      current.flatMap((notice) => {
        if (notice.number !== number) return notice;
        return notice.action && notice === current.at(-1) ? { ...notice, isResting: true } : [];
      }),
    );
  return { notices, notify, withdraw, dismiss, retire };
}

/** How many notices are shown in full; only one in a low window. */
const noticeLimit = () => (innerHeight < 480 ? 1 : 3);

/** The notices behind the line "N more": successes before failures, older before newer, and never the newest. */
function collapsedNotices(notices: readonly NumberedNotice[]): ReadonlySet<NumberedNotice> {
  if (notices.length <= 1 || notices.length <= noticeLimit()) return new Set();
  const earlier = notices.slice(0, -1);
  const order = [...earlier.filter(({ isDone }) => isDone), ...earlier.filter(({ isDone }) => !isDone)];
  return new Set(order.slice(0, notices.length - noticeLimit() + 1));
}

/**
 * Removes the notices that a new one replaces: those whose time is over, the previous one about the page, and equal
 * ones without buttons.
 */
function withoutReplaced(
  current: readonly NumberedNotice[],
  { title, words, isOfPage }: Notice,
): readonly NumberedNotice[] {
  return current.filter(
    (notice) =>
      !notice.isResting &&
      !(isOfPage && notice.isOfPage) &&
      (notice.action || notice.title !== title || notice.words !== words),
  );
}

/** The element outside the region that last had the focus. */
function useFocusedOutside(region: React.RefObject<HTMLElement | null>): React.RefObject<HTMLElement | null> {
  const focused = useRef<HTMLElement>(null);
  useEffect(() => {
    const listen = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !region.current?.contains(target)) focused.current = target;
    };
    document.addEventListener("focusin", listen);
    return () => document.removeEventListener("focusin", listen);
  }, [region]);
  return focused;
}

/** Focuses the first button of the newest notice. A second F6 is left to the browser. */
function focusNewest(region: HTMLElement | null): boolean {
  if (!region || region.contains(document.activeElement)) return false;
  const button = region.querySelector<HTMLElement>(".notice:last-child button");
  button?.focus();
  return button !== null;
}

/** Listens for keys on the whole page, except under a dialog. `onKey` returns whether it handled the key. */
function usePageKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (onKey(event)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => listener(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Whether the key is Ctrl+Z. On layouts without Latin letters, the key at the position of Z counts. */
function isUndoKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isZ = key.toLowerCase() === "z" || (code === "KeyZ" && !/^[ -~]$/.test(key));
  return isZ && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Whether Ctrl+Z undoes typing in the target. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, [contenteditable]");
}
