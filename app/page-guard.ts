/* oxlint-disable unicorn/consistent-function-scoping -- guardPage runs from its own text, and can use nothing from around it */
import type { Language } from "../catalogue/language.ts";
import { nextPageKey } from "./tab-memory.ts";
import { formWords } from "./without-scripts/form-words.ts";

/*
 * Stands in the document itself, before and beside the scripts. What visitors do before these are there is kept, or sent as
 * the plain form that it is; never both, and never neither. A script that fails takes nothing away: the page stays as it
 * stands, and its links and forms go the way that they have without scripts. docs/decisions/0032-without-scripts.md
 */

/** Told to the window once React has taken the page over. */
export const aliveEvent = "alive";

/** What the guard is told of the shop. */
type Guarded = Readonly<{
  aliveEvent: string;
  /** Under which the tab keeps the address of a navigation that is under way. */
  nextPageKey: string;
  /** Buttons that do something else with scripts than without. */
  heldButtons: string;
  /** A form whose controls answer at once with scripts. */
  heldForm: string;
  /** What React listens for, which it hears no more of once it has failed. */
  heard: readonly string[];
  /** Nobody waits longer for scripts that may never come. */
  patienceMs: number;
  /** Tells those whose page has failed after it came alive. */
  bar: string;
}>;

/** The document `html` with its guard at the start. It tells of a fault in the language `told`, and with extras off to nobody. */
export function guardingPage(html: string, told: Language | undefined, nonce: string | undefined): string {
  const allowed = nonce ? ` nonce="${nonce}"` : "";
  const guarded: Guarded = {
    aliveEvent,
    nextPageKey,
    heldButtons: ".action-delete, .share-link",
    heldForm: ".find",
    heard: ["click", "submit", "input", "change", "keydown", "pointerdown", "focusin", "focusout", "toggle"],
    patienceMs: 30_000,
    bar: told ? barIn(told) : "",
  };
  const given = JSON.stringify(guarded).replaceAll("<", "\\u003c");
  return html.replace("<head>", () => `<head><script${allowed}>(${String(guardPage)})(${given})</script>`);
}

function barIn(language: Language): string {
  const { broken, loadAgain } = formWords[language];
  const link = `<a class="button-quiet" href="">${loadAgain}</a>`;
  return `<div class="notices" role="alert"><div class="notice"><p>${broken}</p>${link}</div></div>`;
}

/** Runs in the browser, from its own text: it can use nothing from around it. */
function guardPage({
  aliveEvent: alive,
  nextPageKey: nextPage,
  heldButtons,
  heldForm,
  heard,
  patienceMs,
  bar,
}: Guarded): void {
  let isAlive = false;
  let isOver = false;
  let isBroken = false;
  let focused: EventTarget | null = null;
  let scrolled = 0;
  const taps = new Set<HTMLElement>();
  const choices = new Map<HTMLInputElement | HTMLSelectElement, string>();
  const setBusy = (element: Element, isBusy: boolean) =>
    isBusy ? element.setAttribute("aria-busy", "true") : element.removeAttribute("aria-busy");
  const itemOf = (button: Element) => button.closest("[role=listitem]") ?? button;

  const onClick = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>(heldButtons);
    if (isOver || !button) return;
    event.preventDefault();
    taps.add(button);
    setBusy(itemOf(button), true);
    setTimeout(giveUp, patienceMs);
  };
  const onChoice = ({ target }: Event) => {
    const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (!isOver && isControl && target.form?.matches(heldForm)) choices.set(target, target.value);
  };
  const onSubmit = ({ target }: Event) => {
    if (!isOver && target instanceof HTMLFormElement && target.method === "post") setBusy(target, true);
  };
  /** Ends what is kept, and gives it. */
  const release = () => {
    isOver = true;
    const held = [...taps];
    taps.clear();
    for (const button of held) setBusy(itemOf(button), false);
    return held;
  };
  const onAlive = () => {
    const held = release();
    isAlive = true;
    for (const [control, value] of choices) {
      control.value = value;
      const type = control instanceof HTMLSelectElement ? "change" : "input";
      control.dispatchEvent(new Event(type, { bubbles: true }));
    }
    for (const button of held) button.click();
  };
  /** Without scripts a button leads to another page, so only the first of them can be followed. */
  const giveUp = () => {
    if (!isOver) release()[0]?.click();
  };
  const leaveToBrowser = () => {
    if (isBroken) return;
    isBroken = true;
    for (const type of heard) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    // The address is another one then, and nothing else shows its page.
    addEventListener("popstate", () => location.reload(), true);
    for (const form of document.querySelectorAll("form[aria-busy]")) setBusy(form, false);
    if (isAlive) document.body.insertAdjacentHTML("beforeend", bar);
    giveUp();
  };
  const onFault = (error: unknown) => {
    if (!isAlive) giveUp();
    else if (error instanceof Error && error.stack?.includes("/assets/")) leaveToBrowser();
  };
  /** React puts an error page in the place of the page, which is put back before anybody sees that. */
  const onRemoval = (records: readonly MutationRecord[]) => {
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    if (isBroken || !removed.some((node) => node instanceof Element && node.id === "page")) return;
    // On the way to another page, that page is asked of the server.
    const next = isAlive && sessionStorage.getItem(nextPage);
    if (next) return location.assign(next);
    for (const { addedNodes } of records) for (const node of addedNodes) node.parentNode?.removeChild(node);
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
    if (body && document.readyState === "interactive")
      new MutationObserver(onRemoval).observe(body, { childList: true });
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
  // Of a page that comes back from the history nothing is on its way any more.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const form of document.querySelectorAll("form[aria-busy]")) setBusy(form, false);
  });
}
