/* oxlint-disable unicorn/consistent-function-scoping -- guardPage runs from its own text, and can use nothing from around it */
import { nextPageKey } from "./tab-memory.ts";

/*
 * Runs from the document itself, before the scripts load. It keeps each tap that comes before them and repeats it once they
 * are there; a form is sent at once, as plain HTML. No tap is lost or done twice. If a script fails, the page stays, and its
 * links and forms work as plain HTML. docs/decisions/0032-without-scripts.md
 */

/**
 * Told to the window once React has taken the page over, with what is said if the page fails after that: a sentence, and the
 * label of the link that loads it again. Without these, nothing is said and nothing is taken from React.
 */
export const aliveEvent = "alive";

/** The attribute of a form that the browser has sent by itself, before the scripts were there. */
export const earlySubmitAttribute = "data-sent-early";

/** The document `html` with its guard at the start. */
export function withPageGuard(html: string, nonce: string | undefined): string {
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  const hasPrice = html.includes(' class="coffee-form"');
  const calls = [
    call(guardPage, aliveEvent, earlySubmitAttribute, nextPageKey),
    ...(hasPrice ? [call(guardPrice, aliveEvent)] : []),
  ];
  return html.replace("<head>", () => `<head><script${nonceAttribute}>${calls.join(";")}</script>`);
}

/** A call as the text of a script. The function can use nothing from around it. */
function call<Values extends readonly string[]>(act: (...values: Values) => void, ...values: Values): string {
  return `(${String(act)})(...${JSON.stringify(values).replaceAll("<", "\\u003c")})`;
}

function guardPage(alive: string, early: string, nextPage: string): void {
  // They do something else with scripts than without.
  const tapTargets = ".action-delete, .share-link";
  // Its controls answer at once with scripts.
  const findForm = ".find";
  // What React listens for, which it hears no more of once it has failed.
  const types = ["click", "submit", "input", "change", "keydown", "pointerdown", "focusin", "focusout", "toggle"];
  // Nobody waits longer for scripts that may never come.
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
    // A script sent it before the fault, and its reply may still come.
    if (isBroken && form.getAttribute("aria-busy") === "true") event.preventDefault();
    if (isOver) return;
    form.setAttribute(early, "");
    setBusy(form, true);
  };
  const clearEarly = () => {
    for (const form of document.querySelectorAll(`[${early}]`)) setBusy(form, false);
  };
  /** Ends what is kept, and gives it. */
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
  /** Without scripts a button leads to another page, so only the first of them can be followed. */
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
  /** Nothing else shows the page of another address. A link within the page leads to none. */
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
    // An aborted operation is expected when the visitor moves on quickly, so it is no fault.
    const isOurs =
      error instanceof Error && error.name !== "AbortError" && error.stack?.includes(`${location.origin}/assets/`);
    if (broken && isOurs) leaveToBrowser();
  };
  /** The page that this one was being left for; the address may be that of the next page already. */
  const pendingPage = () => {
    try {
      const [from, to] = (sessionStorage.getItem(nextPage) ?? "").split("\n");
      return to === address() || from === JSON.stringify([address(), history.state]) ? to : undefined;
    } catch {
      return undefined; // the browser refuses storage
    }
  };
  /** React puts an error page in the place of the page, which is put back before anybody sees that. */
  const onRemoval = (records: readonly MutationRecord[]) => {
    // A call that was under way may have led on.
    if (isBroken) return reloadIfMoved();
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    if (!removed.some((node) => node instanceof Element && node.id === "page")) return;
    // On the way to another page, that page is asked of the server.
    const next = isAlive && pendingPage();
    if (next) return location.assign(next);
    // Hidden, not removed: React may still remove them itself.
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLElement) node.hidden = true;
    document.body.prepend(...removed);
    // Whoever was typing goes on, at the same place.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    scrollTo(0, scrolled);
    leaveToBrowser();
  };

  addEventListener("click", onClick, true);
  addEventListener("input", onChoice, true);
  addEventListener("submit", onSubmit, true);
  // React keeps it from all others while a page is taken over.
  addEventListener("focusin", ({ target }) => (focused = target), true);
  addEventListener("scroll", () => (scrolled = scrollY));
  addEventListener(alive, onAlive, { once: true });
  document.addEventListener("readystatechange", () => {
    // A page that is left before its body came has none.
    const body: HTMLElement | null = document.body;
    if (!body || document.readyState !== "interactive") return;
    new MutationObserver(onRemoval).observe(body, { childList: true });
    // The answer to a form has no scripts.
    if (!("__reactRouterContext" in window)) giveUp();
  });
  addEventListener("unhandledrejection", ({ reason }) => onFault(reason));
  addEventListener(
    "error",
    ({ target, error }) => {
      // A picture that does not come is no fault of the page.
      if (target === window || target instanceof HTMLScriptElement) onFault(error);
    },
    true,
  );
  // A page restored from the back/forward cache has no request in flight.
  addEventListener("pageshow", ({ persisted }) => persisted && clearEarly());
}

/** Chrome drops a comma from a price without a word, and 120,50 would be 12050. Here it is a point; 1,200 becomes 1200 all the same. */
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
