import { setTimeout as delay } from "node:timers/promises";
import type { Visitor } from "./visitor.ts";

/** An element as a visitor sees it: its kind, its name or words, and what contains it. */
export type Target = Readonly<{
  css: string;
  /** The whole name: its label, or its words. */
  name?: string;
  /** Part of its words. */
  words?: string;
  /** An element inside it. */
  having?: Target;
  within?: Target;
}>;

const waitMs = 15_000;
const pauseMs = 50;

/** An expectation of a step that is not met; the message says what is there instead. */
export class Unmet extends Error {}

/** Runs in the page: finds the visible elements that match the target. */
function seek({ css, name, words, having, within }: Target): Element[] {
  const shorten = (text: string) => text.replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) => {
    const label = "labels" in element && element.labels instanceof NodeList ? element.labels[0] : undefined;
    return shorten(element.getAttribute("aria-label") || (label ?? element).textContent || "");
  };
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const roots: readonly ParentNode[] = within ? seek(within) : [document];
  return roots
    .flatMap((root) => Array.from(root.querySelectorAll(css)))
    .filter(
      (element) =>
        isSeen(element) &&
        (name === undefined || nameOf(element) === name) &&
        (words === undefined || shorten(element.textContent || "").includes(words)) &&
        (having === undefined || seek(having).some((part) => element.contains(part))),
    );
}

/** Runs in the page: where an element's middle is in the window, and which other element covers it, if any. */
function placeOf(element: Element) {
  const find = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const inWindow = ({ x, y }: { x: number; y: number }) => x > 0 && x < innerWidth && y > 0 && y < innerHeight;
  if (!inWindow(find())) element.scrollIntoView({ block: "center" });
  const place = find();
  const front = document.elementFromPoint(place.x, place.y);
  const isClear = front !== null && element.contains(front);
  return { ...place, front: isClear ? "" : (front?.outerHTML.slice(0, 100) ?? "nothing") };
}

/** A page of the shop, as a visitor uses it. An expectation waits until it is met, or throws an error that names it. */
export class ShopPage {
  readonly visitor: Visitor;
  readonly #url: string;

  constructor(visitor: Visitor, url: string) {
    this.visitor = visitor;
    this.#url = url;
  }

  /** Opens a page, and waits until its scripts have hydrated it: then it requests the list. */
  async open(path: string): Promise<void> {
    await this.goTo(path);
    const isAlive = () => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/coffee"));
    await this.until(`the page ${path} comes alive`, () => this.run(isAlive), Boolean);
  }

  /**
   * Opens an address, and once more if the earlier page is still there: leaving it aborts the loading of its code, and
   * React Router then reloads that page.
   */
  async goTo(path: string): Promise<void> {
    // From the same page, the browser would not load an address with a hash.
    if (path.includes("#")) await this.visitor.goTo("about:blank");
    for (const _ of [1, 2]) {
      await this.run(() => void Object.assign(window, { isLeft: true }));
      await this.visitor.goTo(this.#url + path);
      if (!(await this.run(() => "isLeft" in window))) return;
    }
  }

  /** Runs a function in the page. */
  async run<Result>(action: () => Result | Promise<Result>): Promise<Result> {
    return this.#evaluate(`(${String(action)})()`);
  }

  /** Runs a function in the page on each matching element, and resolves to its results. */
  async each<Result>(target: Target, look: (element: Element) => Result): Promise<readonly Result[]> {
    return this.#evaluate(`${seek.name}(${JSON.stringify(target)}).map(${String(look)})`);
  }

  async #evaluate<Result>(expression: string): Promise<Result> {
    const body = `const ${seek.name} = ${String(seek)}; return JSON.stringify((await (${expression})) ?? null)`;
    return JSON.parse(await this.visitor.evaluate(`(async () => {${body}})()`));
  }

  /** Asks again until the answer is right. A page that is just being left gives no answer. */
  async until<Answer>(
    expectation: string,
    ask: () => Promise<Answer>,
    isRight: (answer: Answer) => boolean,
    patienceMs = waitMs,
  ): Promise<Answer> {
    const started = performance.now();
    let last = "no answer";
    do {
      try {
        const answer = await ask();
        if (isRight(answer)) return answer;
        last = JSON.stringify(answer);
      } catch (error) {
        last = error instanceof Error ? error.message : String(error);
      }
      await delay(pauseMs);
    } while (performance.now() - started < patienceMs);
    throw new Unmet(`expected: ${expectation}; after ${patienceMs / 1_000} s: ${last.slice(0, 600)}`);
  }

  async click(target: Target): Promise<void> {
    let before = "";
    const [place] = await this.until(
      `${describe(target)} can be pressed`,
      () => this.each(target, placeOf),
      (places) => {
        const now = JSON.stringify(places);
        const isStill = now === before;
        before = now;
        return isStill && places.length === 1 && places[0]?.front === "";
      },
    );
    if (place) await this.visitor.click(place.x, place.y);
  }

  /** Replaces a field's value. */
  async write(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.visitor.pressWithControl("a");
    await (text === "" ? this.visitor.press("Delete") : this.visitor.type(text));
    await this.sees(target, text, ([value]) => value === text, valueOf);
  }

  /** Chooses an option by its value, with a script: no driver can open the list of options in every browser. */
  async choose(target: Target, value: string): Promise<void> {
    await this.until(
      `${describe(target)} offers ${value}`,
      () => this.each(target, optionsOf),
      ([options]) => (options ?? []).includes(value),
    );
    const pick = `(element) => {
      element.value = ${JSON.stringify(value)};
      element.dispatchEvent(new Event("input", { bubbles: true }));
      element.dispatchEvent(new Event("change", { bubbles: true }));
    }`;
    await this.#evaluate(`${seek.name}(${JSON.stringify(target)}).forEach(${pick})`);
  }

  /**
   * Puts a file into a field with a script: no driver can open the list of files in every browser. It is a photo of five
   * megapixels, or this text with the name of a photo. Without `tells`, the page's scripts do not hear of it.
   */
  async chooseFile(target: Target, { text, tells = true }: { text?: string; tells?: boolean } = {}): Promise<void> {
    await this.shows(target);
    const put = `async (element) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 2592, height: 1944 });
      const context = canvas.getContext("2d");
      for (const [at, colour] of ["#c8a27f", "#6f4e37", "#f2e8dc"].entries()) {
        context.fillStyle = colour;
        context.fillRect(at * 864, 0, 864, 1944);
      }
      const text = ${JSON.stringify(text ?? null)};
      const photo = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"));
      const data = new DataTransfer();
      data.items.add(new File([text ?? photo], "a.jpg", { type: "image/jpeg" }));
      element.files = data.files;
      for (const kind of ${tells} ? ["input", "change"] : []) element.dispatchEvent(new Event(kind, { bubbles: true }));
    }`;
    await this.#evaluate(`Promise.all(${seek.name}(${JSON.stringify(target)}).map(${put}))`);
  }

  /** Expects exactly one matching element, whose words match the pattern or include the text. */
  async says(target: Target, expected: string | RegExp, patienceMs?: number): Promise<void> {
    const isRight = ([text, ...more]: readonly string[]) =>
      text !== undefined &&
      more.length === 0 &&
      (typeof expected === "string" ? text.includes(expected) : expected.test(text));
    await this.sees(target, String(expected), isRight, wordsOf, patienceMs);
  }

  async holds(target: Target, expected: string): Promise<void> {
    await this.sees(target, expected, ([value, ...more]) => value === expected && more.length === 0, valueOf);
  }

  async shows(target: Target, count = 1, patienceMs?: number): Promise<void> {
    await this.sees(target, `${count} of it`, (all) => all.length === count, wordsOf, patienceMs);
  }

  async lists(target: Target, expected: readonly string[]): Promise<void> {
    await this.sees(target, expected.join(", "), (all) => JSON.stringify(all) === JSON.stringify(expected), wordsOf);
  }

  /** Expects that the first `count` pictures are drawn. */
  async draws(target: Target, count = 1): Promise<void> {
    const isDrawn = (image: Element) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
    const isRight = (drawn: readonly boolean[]) => drawn.length >= count && drawn.slice(0, count).every(Boolean);
    await this.sees(target, `${count} pictures that are drawn`, isRight, isDrawn);
  }

  async isAt(expected: string | RegExp): Promise<void> {
    const address = () => location.href.slice(location.origin.length);
    const isRight = (at: string) => (typeof expected === "string" ? at === expected : expected.test(at));
    await this.until(`the address is ${String(expected)}`, () => this.run(address), isRight);
  }

  async sees<Seen>(
    target: Target,
    expected: string,
    isRight: (seen: readonly Seen[]) => boolean,
    look: (element: Element) => Seen,
    patienceMs?: number,
  ): Promise<void> {
    await this.until(`${describe(target)}: ${expected}`, () => this.each(target, look), isRight, patienceMs);
  }
}

/** Runs in the page. */
export function wordsOf(element: Element): string {
  return (element.textContent || "").replace(/\s+/g, " ").trim();
}

/** Runs in the page. */
export function valueOf(element: Element): string {
  return "value" in element ? String(element.value) : "";
}

/** Runs in the page. */
function optionsOf(element: Element): string[] {
  return Array.from(element.querySelectorAll("option"), (option) => option.value);
}

function describe({ css, name, words, having, within }: Target): string {
  return [
    css,
    name === undefined ? "" : ` called "${name}"`,
    words === undefined ? "" : ` with "${words}"`,
    having ? ` that has ${describe(having)}` : "",
    within ? ` in ${describe(within)}` : "",
  ].join("");
}
