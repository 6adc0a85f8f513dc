import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { ignoreRepeats } from "../layout/ignore-repeats.ts";
import { useWords } from "../words/words.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { actionsOf, type Notice, type NoticeAction, type NumberedNotice } from "./notice.ts";
import { isField, isUndoKey, usePageKeys } from "./page-keys.ts";
import { useAvoidFocused, useAvoidPressed } from "./use-avoid-covering.ts";

type Notify = (notice: Notice) => void;

const NotifyContext = createContext<Notify>(() => {});
const WithdrawContext = createContext(() => {});

export function useNotify(): Notify {
  return useContext(NotifyContext);
}

/** Takes away what was told of the page, for it is so no longer; as the page leaves, that is done by itself. */
export function useWithdraw(): () => void {
  const withdraw = useContext(WithdrawContext);
  useLayoutEffect(() => withdraw, [withdraw]);
  return withdraw;
}

/** Holds the notices region. With extras off there is none, and `useNotify` gives a function that does nothing. */
export function NoticesProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  return extras ? <ShownNotices>{children}</ShownNotices> : children;
}

function ShownNotices({ children }: { children: ReactNode }) {
  const words = useWords();
  const region = useRef<HTMLElement>(null);
  const focusedBefore = useFocusedOutside(region);
  const [isOpen, setOpen] = useState(false);
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
    // The button that was pressed is gone. Another notice's would undo what nobody asked for: back to the page it is.
    if (!hasFocus) return;
    const before = focusedBefore.current;
    const target = before?.isConnected ? before : document.querySelector<HTMLElement>("main h1");
    target?.focus({ preventScroll: true });
  };
  const retire = (number: number) =>
    setNotices((current) =>
      current.flatMap((notice) => {
        if (notice.number !== number) return notice;
        return notice.action && notice === current.at(-1) ? { ...notice, isResting: true } : [];
      }),
    );
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

/** In a low window they would cover the page. */
const noticeLimit = () => (innerHeight < 480 ? 1 : 3);

/**
 * The notices that one line stands for, which takes the place of a notice: what was done before what went wrong, the older
 * before the newer, and never the newest.
 */
function collapsedNotices(notices: readonly NumberedNotice[]): ReadonlySet<NumberedNotice> {
  if (notices.length <= 1 || notices.length <= noticeLimit()) return new Set();
  const earlier = notices.slice(0, -1);
  const order = [...earlier.filter(({ isDone }) => isDone), ...earlier.filter(({ isDone }) => !isDone)];
  return new Set(order.slice(0, notices.length - noticeLimit() + 1));
}

/**
 * Without what the new one stands in for: what rests, what was told of the page before, and the same words that offer
 * nothing.
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

/** What outside of the region had the focus last. */
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

/** The newest notice's first button; from there the browser's own F6 goes on. */
function focusNewest(region: HTMLElement | null): boolean {
  if (!region || region.contains(document.activeElement)) return false;
  const button = region.querySelector<HTMLElement>(".notice:last-child button");
  button?.focus();
  return button !== null;
}
