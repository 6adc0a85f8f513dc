/* oxlint-disable unicorn/consistent-function-scoping -- guardPage runs from its own text, and can use nothing from around it */
import { nextPageKey } from "./tab-memory.ts";

/*
 * An inline script that runs before all others. It records taps before hydration and repeats them afterwards; forms are
 * posted natively at once. No tap is lost or done twice. If a script fails, the page stays, and its links and forms
 * work as plain HTML. docs/decisions/0032-without-scripts.md
 */

/**
 * Event on the window after hydration. Its detail has the texts to show if a script fails later: a sentence, and the
 * label of the reload link. Without them the guard shows nothing, and leaves the page to React.
 */
export const aliveEvent = "alive";

/** Attribute of a form that the browser posted before hydration. */
export const earlySubmitAttribute = "data-sent-early";

/** Adds the guard to the start of a document. */
export function withPageGuard(html: string, nonce: string | undefined): string {
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  const hasPrice = html.includes(' class="coffee-form"');
  const calls = [
    call(guardPage, aliveEvent, earlySubmitAttribute, nextPageKey),
    ...(hasPrice ? [call(guardPrice, aliveEvent)] : []),
  ];
  return html.replace("<head>", () => `<head><script${nonceAttribute}>${calls.join(";")}</script>`);
}

/** A function call as script text. The function cannot use anything outside of itself. */
function call<Values extends readonly string[]>(act: (...values: Values) => void, ...values: Values): string {
  return `(${String(act)})(...${JSON.stringify(values).replaceAll("<", "\\u003c")})`;
}

// oxlint-disable-next-line max-lines-per-function -- it runs from its own text, so its parts have to stand within it
function guardPage(alive: string, early: string, nextPage: string): void {
  // Elements that work differently without scripts.
  const tapTargets = ".action-delete, .share-link";
  // The search form, whose controls work at once with scripts.
  const findForm = ".find";
  // Events to keep from React after it has failed.
  const types = ["click", "submit", "input", "change", "keydown", "pointerdown", "focusin", "focusout", "toggle"];
  // How long a tap waits for the scripts.
  const maxWaitMs = 30_000;
  let isAlive = false;
  let [broken, loadAgain]: readonly string[] = [];
  let isOver = false;
  let isBroken = false;
  let brokenAt = "";
  let focused: EventTarget | null = null;
  let scrolled = 0;
  const taps = new Set<HTMLElement>();
  const choices = new Map<HTMLInputElement | HTMLSelectElement, string>();
  const setBusy = (element: Element, isBusy: boolean) =>
    isBusy ? element.setAttribute("aria-busy", "true") : element.removeAttribute("aria-busy");
  const itemOf = (button: Element) => button.closest("[role=listitem]") ?? button;
  const address = () => location.pathname + location.search;

  const onClick = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>(tapTargets);
    if (isOver || !button) return;
    event.preventDefault();
    taps.add(button);
    setBusy(itemOf(button), true);
    setTimeout(giveUp, maxWaitMs);
  };
  const onChoice = ({ target }: Event) => {
    const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (!isOver && isControl && target.form?.matches(findForm)) choices.set(target, target.value);
  };
  const onSubmit = (event: Event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    // A script sent the form before the failure, and the reply may still arrive.
    if (isBroken && form.getAttribute("aria-busy") === "true") event.preventDefault();
    if (isOver) return;
    form.setAttribute(early, "");
    setBusy(form, true);
  };
  const clearEarly = () => {
    for (const form of document.querySelectorAll(`[${early}]`)) setBusy(form, false);
  };
  /** Stops recording, and returns the recorded taps. */
  const release = () => {
    isOver = true;
    const list = [...taps];
    taps.clear();
    for (const button of list) setBusy(itemOf(button), false);
    return list;
  };
  const onAlive = (event: Event) => {
    const list = release();
    isAlive = true;
    if (event instanceof CustomEvent) [broken, loadAgain] = event.detail ?? [];
    for (const [control, value] of choices) {
      control.value = value;
      const type = control instanceof HTMLSelectElement ? "change" : "input";
      control.dispatchEvent(new Event(type, { bubbles: true }));
    }
    for (const button of list) button.click();
  };
  /** Gives up on scripts: presses the first button natively, which opens another page. */
  const giveUp = () => {
    if (!isOver) release()[0]?.click();
  };
  const leaveToBrowser = () => {
    if (isBroken) return;
    isBroken = true;
    brokenAt = address();
    for (const type of types) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    addEventListener("popstate", reloadIfMoved, true);
    clearEarly();
    if (isAlive && broken) showBar();
    giveUp();
  };
  /**
   * Reloads if Back or Forward changed the page's address, because no script renders that page. A hash does not count.
   */
  const reloadIfMoved = () => {
    if (address() !== brokenAt) location.reload();
  };
  const showBar = () => {
    const link = `<a class="button-quiet" href="">${loadAgain}</a>`;
    const bar = `<div class="notices" role="alert"><div class="notice"><p>${broken}</p>${link}</div></div>`;
    document.body.insertAdjacentHTML("beforeend", bar);
    const room = `${(document.body.lastElementChild?.clientHeight ?? 0) + 32}px`;
    document.body.style.marginBottom = room;
    document.documentElement.style.scrollPaddingBottom = room;
  };
  const onFault = (error: unknown) => {
    if (!isAlive) return giveUp();
    // AbortError is expected when the visitor navigates quickly.
    const isOurs =
      error instanceof Error && error.name !== "AbortError" && error.stack?.includes(`${location.origin}/assets/`);
    if (broken && isOurs) leaveToBrowser();
  };
  /** The target of a pending navigation. The address may already be the target's. */
  const pendingPage = () => {
    try {
      const [from, to] = (sessionStorage.getItem(nextPage) ?? "").split("\n");
      return to === address() || from === JSON.stringify([address(), history.state]) ? to : undefined;
    } catch {
      return undefined; // the browser refuses storage
    }
  };
  /** If React replaces the page with an error page, puts the page back before the next paint. */
  const onRemoval = (records: readonly MutationRecord[]) => {
    // A pending call may have navigated.
    if (isBroken) return reloadIfMoved();
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    if (!removed.some((node) => node instanceof Element && node.id === "page")) return;
    // If a navigation was pending, load its target from the server.
    const next = isAlive && pendingPage();
    if (next) return location.assign(next);
    // Hide the added nodes; React may still remove them itself.
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLElement) node.hidden = true;
    document.body.prepend(...removed);
    // Restore the focus and the scroll position.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    scrollTo(0, scrolled);
    leaveToBrowser();
  };

  addEventListener("click", onClick, true);
  addEventListener("input", onChoice, true);
  addEventListener("submit", onSubmit, true);
  // Capturing, because React stops the event during hydration.
  addEventListener("focusin", ({ target }) => (focused = target), true);
  addEventListener("scroll", () => (scrolled = scrollY));
  addEventListener(alive, onAlive, { once: true });
  document.addEventListener("readystatechange", () => {
    // The body is missing if the visitor left before it arrived.
    const body: HTMLElement | null = document.body;
    if (!body || document.readyState !== "interactive") return;
    new MutationObserver(onRemoval).observe(body, { childList: true });
    // The reply to a form post has no scripts.
    if (!("__reactRouterContext" in window)) giveUp();
  });
  addEventListener("unhandledrejection", ({ reason }) => onFault(reason));
  addEventListener(
    "error",
    ({ target, error }) => {
      // Ignore images that fail to load.
      if (target === window || target instanceof HTMLScriptElement) onFault(error);
    },
    true,
  );
  // A page restored from the back/forward cache has no request in flight.
  addEventListener("pageshow", ({ persisted }) => persisted && clearEarly());
}

/**
 * Corrects a comma in a price before hydration: Chrome drops it, so that 120,50 becomes 12050. Here it becomes a point,
 * and 1,200 becomes 1200.
 */
function guardPrice(alive: string): void {
  let isAlive = false;
  let hasComma = false;
  const onType = (event: Event) => {
    const { target } = event;
    if (isAlive || !(target instanceof HTMLInputElement) || target.type !== "number") return;
    if (event.type === "input") {
      if (hasComma && /^[1-9]\d*\.\d{3}$/.test(target.value)) target.value = target.value.replace(".", "");
      hasComma &&= target.value.includes(".");
    } else if (event instanceof InputEvent && event.data === ",") {
      event.preventDefault();
      document.execCommand("insertText", false, ".");
      hasComma = true;
    }
  };
  addEventListener(alive, () => (isAlive = true), { once: true });
  for (const type of ["beforeinput", "input"]) addEventListener(type, onType, true);
}
