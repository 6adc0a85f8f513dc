import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

/** Says what a call did not do. It never blocks, and never changes what a control does. */
export type Notice = Readonly<{
  /** What did not happen. */
  title: string;
  /** Why, in the product server's own words. */
  words: string;
  /** What the visitor can do. */
  advice: string;
  action?: Readonly<{ label: string; act: () => void }>;
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
    flushSync(() => setNotices((shown) => shown.filter((notice) => notice.number !== number)));
    // The button that was pressed is gone: on to the next notice, or back to the page.
    if (document.activeElement !== document.body) return;
    const next = region.current?.querySelector("button") ?? document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  };

  return (
    <NotifyContext value={notify}>
      {children}
      <section ref={region} aria-label="Notices" aria-live="polite" className="notices">
        {notices.map((notice) => (
          <NoticeCard key={notice.number} notice={notice} dismiss={() => dismiss(notice.number)} />
        ))}
      </section>
    </NotifyContext>
  );
}

function NoticeCard({ notice, dismiss }: { notice: Notice; dismiss: () => void }) {
  const { title, words, advice, action } = notice;
  return (
    <div className="notice">
      <p>
        <strong>{title}</strong> {words} {advice}
      </p>
      <div className="flex gap-2">
        {action && (
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              action.act();
              dismiss();
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" className="button-quiet" onClick={dismiss}>
          Dismiss
        </button>
      </div>
    </div>
  );
}
