import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { CloseIcon } from "../layout/icons.tsx";
import { ignoreRepeats } from "../layout/ignore-repeats.ts";
import { useWords } from "../words/words.tsx";
import { asSentence } from "./as-sentence.ts";

/** What a notice offers to do. */
type NoticeAction = Readonly<{ label: string; act: () => void }>;

/** Says what came of a call. It never blocks, and never changes what a control does. */
export type Notice = Readonly<{
  /** What happened, or did not. */
  title: string;
  /** Why, in the product server's own words. */
  words?: string;
  /** What the visitor can do. */
  advice?: string;
  /** One, or a few: Ctrl+Z does the last. */
  action?: NoticeAction | readonly NoticeAction[];
  /** All went well, so the notice leaves by itself. */
  isDone?: boolean;
  /** Ctrl+Z does its last action. */
  isUndoable?: boolean;
  /** It tells how the page that it appears on stands: the next one takes its place, and `useWithdraw` takes it away. */
  isOfPage?: boolean;
}>;

type NumberedNotice = Notice &
  Readonly<{
    number: number;
    /** Its time is over. What it offers stays until the next notice. */
    isResting?: boolean;
  }>;

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
            isCollapsed={collapsed.has(notice) && !isOpen}
            runAction={(action) => runAction(notice.number, action)}
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

/** Puts the notices at the top of the window where they would else cover what the visitor has just pressed. */
function useAvoidPressed(region: React.RefObject<HTMLElement | null>, newest: number | undefined): void {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const listen = ({ target }: Event) => {
      if (target instanceof Element && !region.current?.contains(target)) pressed.current = target.closest("a, button");
    };
    document.addEventListener("click", listen, true);
    return () => document.removeEventListener("click", listen, true);
  }, [region]);
  useLayoutEffect(() => {
    const place = region.current;
    if (!place || newest === undefined) return;
    place.removeAttribute("data-at-top");
    const covered = place.getBoundingClientRect();
    const { top, bottom, left, right } = pressed.current?.getBoundingClientRect() ?? new DOMRect();
    const isBelow = bottom > covered.top && top < innerHeight;
    place.toggleAttribute("data-at-top", isBelow && right > covered.left && left < covered.right);
  }, [region, newest]);
}

/** Leaves room below the page for the notices, and scrolls what Tab leads to out from under them (WCAG 2.4.11). */
function useAvoidFocused(region: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = region.current;
    if (!place) return;
    const room = new ResizeObserver(() => {
      const { height } = place.getBoundingClientRect();
      document.body.style.marginBottom = height > 0 ? `${height + 32}px` : "";
    });
    room.observe(place);
    const listen = ({ key }: KeyboardEvent) => {
      const focused = document.activeElement;
      if (key !== "Tab" || !focused || place.contains(focused)) return;
      const isCovered = () => {
        const { top, bottom } = focused.getBoundingClientRect();
        const covering = place.getBoundingClientRect();
        return bottom + 8 > covering.top && top - 8 < covering.bottom ? bottom + 8 - covering.top : 0;
      };
      if (isCovered()) place.removeAttribute("data-at-top");
      scrollBy({ top: isCovered(), behavior: "instant" });
    };
    document.addEventListener("keyup", listen);
    return () => {
      room.disconnect();
      document.removeEventListener("keyup", listen);
    };
  }, [region]);
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

function actionsOf({ action = [] }: Notice): readonly NoticeAction[] {
  return [action].flat();
}

type NoticeCardProps = Readonly<{
  notice: NumberedNotice;
  isCollapsed: boolean;
  runAction: (action: NoticeAction) => void;
  dismiss: () => void;
  retire: () => void;
}>;

function NoticeCard({ notice, isCollapsed, runAction, dismiss, retire }: NoticeCardProps) {
  const { number, title, words, advice, isDone, isUndoable, isResting } = notice;
  const actions = actionsOf(notice);
  const dictionary = useWords();
  const { notices } = dictionary;
  const titleId = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = card.current?.parentElement;
    // In a low window there is no room for all of them; nobody who is at one of them is moved.
    if (region && !region.contains(document.activeElement)) region.scrollTo({ top: region.scrollHeight });
  }, []);
  const isBrief = isDone && actions.length < 2;
  return (
    <div
      ref={card}
      className={`notice${isBrief ? " is-brief" : ""}${isCollapsed ? " is-folded" : ""}${isResting ? " is-resting" : ""}`}
      data-number={number}
    >
      <p>
        <strong id={titleId}>{asSentence(title, dictionary)}</strong> {[words, advice].filter(Boolean).join(" ")}
      </p>
      {actions.length > 0 && (
        <div className="notice-actions">
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              className="button-quiet"
              aria-describedby={titleId}
              aria-keyshortcuts={isUndoable && action === actions.at(-1) ? "Control+Z" : undefined}
              onClick={() => runAction(action)}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        className="notice-dismiss"
        aria-label={notices.dismiss}
        title={notices.dismiss}
        aria-describedby={titleId}
        onClick={dismiss}
      >
        <CloseIcon />
      </button>
      {/* Its animation is the notice's time, which the style sheet stops under the pointer and the focus. */}
      {isDone && !isResting && <span className="notice-time" onAnimationEnd={retire} />}
    </div>
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

/** Keys for the whole page, save where a dialog covers it; `onKey` says whether it took the key for itself. */
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

/** The newest notice's first button; from there the browser's own F6 goes on. */
function focusNewest(region: HTMLElement | null): boolean {
  if (!region || region.contains(document.activeElement)) return false;
  const button = region.querySelector<HTMLElement>(".notice:last-child button");
  button?.focus();
  return button !== null;
}

/** Where the layout's letters are none of ASCII's, the key counts that is Z on those that have it. */
function isUndoKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isZ = key.toLowerCase() === "z" || (code === "KeyZ" && !/^[ -~]$/.test(key));
  return isZ && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** There, Ctrl+Z undoes typing. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, [contenteditable]");
}
