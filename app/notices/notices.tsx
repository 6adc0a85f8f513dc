import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";

/** Says what came of a call. It never blocks, and never changes what a control does. */
export type Notice = Readonly<{
  /** What happened, or did not. */
  title: string;
  /** Why, in the product server's own words. */
  words?: string;
  /** What the visitor can do. */
  advice?: string;
  action?: Readonly<{ label: string; act: () => void }>;
  /** All went well, so the notice leaves by itself. */
  isDone?: boolean;
  /** Ctrl+Z does what it offers. */
  isUndoable?: boolean;
}>;

type NumberedNotice = Notice & Readonly<{ number: number }>;

const shownAtMost = 3;

const NotifyContext = createContext<(notice: Notice) => void>(() => {});

export function useNotify(): (notice: Notice) => void {
  return useContext(NotifyContext);
}

/** Holds the notices region. With extras off there is none, and `useNotify` gives a function that does nothing. */
export function NoticesProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  return extras ? <ShownNotices>{children}</ShownNotices> : children;
}

function ShownNotices({ children }: { children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  const [notices, setNotices] = useState<readonly NumberedNotice[]>([]);
  const notify = useCallback((notice: Notice) => {
    setNotices((shown) => [...shown.slice(1 - shownAtMost), { ...notice, number: (shown.at(-1)?.number ?? 0) + 1 }]);
  }, []);
  const dismiss = (number: number) => {
    const isHeld = region.current?.contains(document.activeElement);
    flushSync(() => setNotices((shown) => shown.filter((notice) => notice.number !== number)));
    // The button that was pressed is gone: on to the next notice, or back to the page.
    if (!isHeld) return;
    const next = region.current?.querySelector("button") ?? document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  };
  const take = ({ number, action }: NumberedNotice) => {
    action?.act();
    dismiss(number);
  };
  useKeys((event) => {
    if (event.key === "F6") return focusNewest(region.current);
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    const newest = notices.findLast(({ isUndoable }) => isUndoable);
    if (!isUndo || event.repeat || !newest || isField(event.target)) return false;
    take(newest);
    return true;
  });

  return (
    <NotifyContext value={notify}>
      {children}
      <section ref={region} aria-label="Notices" aria-live="polite" className="notices">
        {notices.map((notice) => (
          <NoticeCard
            key={notice.number}
            notice={notice}
            take={() => take(notice)}
            dismiss={() => dismiss(notice.number)}
          />
        ))}
      </section>
    </NotifyContext>
  );
}

type NoticeCardProps = Readonly<{ notice: Notice; take: () => void; dismiss: () => void }>;

function NoticeCard({ notice: { title, words, advice, action, isDone }, take, dismiss }: NoticeCardProps) {
  return (
    <div className="notice">
      <p>
        <strong>{title}</strong> {[words, advice].filter(Boolean).join(" ")}
      </p>
      <div className="flex gap-2">
        {action && (
          <button type="button" className="button-quiet" onClick={take}>
            {action.label}
          </button>
        )}
        <button type="button" className="button-quiet" onClick={dismiss}>
          Dismiss
        </button>
      </div>
      {/* Its animation is the notice's time, which the style sheet stops under the pointer and the focus. */}
      {isDone && <span className="notice-time" onAnimationEnd={dismiss} />}
    </div>
  );
}

/** Keys for the whole page; `onKey` says whether it took the key for itself. */
function useKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented && onKey(event)) event.preventDefault();
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

/** There, Ctrl+Z takes typing back. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, [contenteditable]");
}
