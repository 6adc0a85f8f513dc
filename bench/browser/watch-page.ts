/** What the page should show after a tap or a jump. */
export type Outcome =
  | Readonly<{ kind: "details"; id: string; name: string }>
  | Readonly<{ kind: "form"; id: string; name: string }>
  | Readonly<{ kind: "price"; id: string; price: string }>
  | Readonly<{ kind: "gone"; id: string }>
  | Readonly<{ kind: "add" }>
  /** Any card in the middle of the window. */
  | Readonly<{ kind: "cards" }>;

/** An event that the page reports at once. Times are in milliseconds, on one clock for all documents. */
export type Message =
  | Readonly<{ kind: "pressed"; at: number }>
  | Readonly<{ kind: "shown"; at: number }>
  | Readonly<{ kind: "card"; at: number }>
  | Readonly<{ kind: "field"; at: number }>
  | Readonly<{ kind: "typed"; at: number }>
  | Readonly<{ kind: "interaction"; id: string; ms: number }>;

/** What a page records about itself. Times are in milliseconds since its navigation began. */
export type Watched = {
  /** Undefined until the first card is visible. */
  firstCardMs: number | undefined;
  largestPaintMs: number | undefined;
  longTasks: { startMs: number; ms: number }[];
  /** When a node was last added or removed, or a long task ended. */
  changedMs: number;
  /** Sends `shown` after the frame that first shows the outcome, in this document or in one that follows. */
  expect: (outcome: Outcome) => void;
  /** Starts recording the times between frames; `endFrames` stops it and returns them. */
  startFrames: () => void;
  endFrames: () => readonly number[];
};

declare global {
  interface Window {
    watched: Watched;
    tellBench: (message: Message) => Promise<void>;
  }
}

/* oxlint-disable unicorn/consistent-function-scoping -- the function travels alone, with all that it uses inside it */

/** Runs in the browser before any script of the page. Only its text is sent, so it can use nothing outside itself. */
export function watchPage(): void {
  /** Taps are only for the first cards, as many as this. */
  const tappedAtMost = 8;
  const items = document.getElementsByClassName("coffee-item");
  const now = () => performance.timeOrigin + performance.now();

  /** Calls `work` at the end of the first frame in which `isSo` returns true. */
  const afterFrameOf = (isSo: () => boolean | undefined, work: () => void) => {
    const look = () => {
      if (!isSo()) {
        requestAnimationFrame(look);
        return;
      }
      const channel = new MessageChannel();
      channel.port1.addEventListener("message", work);
      channel.port1.start();
      channel.port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  };
  const observe = (init: PerformanceObserverInit, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) hear(entry);
    }).observe(init);

  const watched: Watched = {
    firstCardMs: undefined,
    largestPaintMs: undefined,
    longTasks: [],
    changedMs: 0,
    expect(outcome) {
      sessionStorage.setItem("expected", JSON.stringify(outcome));
      afterFrameOf(() => isShown(outcome), tellShown);
    },
    startFrames() {
      frames = [];
      const note = (time: number) => {
        if (!frames) return;
        frames.push(time);
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    },
    endFrames() {
      const times = frames ?? [];
      frames = undefined;
      return times.slice(1).map((time, at) => time - (times[at] ?? time));
    },
  };
  let frames: number[] | undefined;
  window.watched = watched;

  const firstItems = () => Array.from({ length: tappedAtMost }, (_, at) => items[at]).filter((item) => item);
  const leadsTo = (id: string) => (item: Element | undefined) => item?.querySelector(`a[href="/coffee-details/${id}"]`);
  const isShown = (outcome: Outcome) => {
    const { pathname } = location;
    if (outcome.kind === "cards")
      return !!document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(".coffee-item article");
    if (outcome.kind === "add")
      return (
        pathname === "/add-new-coffee" && document.querySelector<HTMLInputElement>('input[name="name"]')?.value === ""
      );
    const { id } = outcome;
    if (outcome.kind === "details")
      return pathname === `/coffee-details/${id}` && document.querySelector("dl dd")?.textContent === outcome.name;
    if (outcome.kind === "form") {
      const field = document.querySelector<HTMLInputElement>('input[name="name"]');
      return pathname === `/update-coffee/${id}` && field?.value === outcome.name;
    }
    if (pathname !== "/" || !items[0]?.querySelector("h3")?.checkVisibility()) return false;
    const item = firstItems().find(leadsTo(id));
    if (outcome.kind === "gone") return !item;
    return item?.textContent.includes(`${outcome.price} Taka`);
  };
  const tellShown = () => {
    sessionStorage.removeItem("expected");
    void window.tellBench({ kind: "shown", at: now() });
  };
  const expected = sessionStorage.getItem("expected");
  if (expected) {
    const outcome: Outcome = JSON.parse(expected);
    afterFrameOf(() => isShown(outcome), tellShown);
  }

  if (location.pathname === "/") {
    const isThere = () => items[0]?.querySelector("h3")?.checkVisibility();
    afterFrameOf(isThere, () => {
      watched.firstCardMs = performance.now();
      void window.tellBench({ kind: "card", at: now() });
    });
  }
  if (location.pathname === "/add-new-coffee") {
    const field = () => document.querySelector<HTMLInputElement>('input[name="name"]');
    const isThere = () => field()?.checkVisibility();
    afterFrameOf(isThere, () => {
      field()?.focus();
      void window.tellBench({ kind: "field", at: now() });
    });
    const isTyped = () => void window.tellBench({ kind: "typed", at: now() });
    addEventListener("input", () => afterFrameOf(() => true, isTyped), { capture: true });
  }

  observe({ type: "largest-contentful-paint", buffered: true }, ({ startTime }) => {
    watched.largestPaintMs = startTime;
  });
  observe({ type: "longtask", buffered: true }, ({ startTime, duration }) => {
    watched.longTasks.push({ startMs: startTime, ms: duration });
    watched.changedMs = Math.max(watched.changedMs, startTime + duration);
  });
  new MutationObserver(() => (watched.changedMs = performance.now())).observe(document, {
    childList: true,
    subtree: true,
  });
  // TypeScript's own type lacks the threshold (Event Timing §3.2).
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: "event",
    buffered: true,
    durationThreshold: 16,
  };
  for (const init of [events, { type: "first-input", buffered: true }]) {
    observe(init, (entry) => {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) return;
      const id = `${performance.timeOrigin} ${entry.interactionId}`;
      void window.tellBench({ kind: "interaction", id, ms: entry.duration });
    });
  }
  addEventListener(
    "pointerdown",
    (event) => void window.tellBench({ kind: "pressed", at: performance.timeOrigin + event.timeStamp }),
    { capture: true },
  );
}
