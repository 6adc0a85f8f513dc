import type { ChangeSelection, CoffeeStore } from "../../../catalogue/coffee-store.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { visitorOf, type Pseudonyms } from "../../../catalogue/visitor/visitor.ts";

/** How much of the log visitors see: all, the last days, or nothing. */
export type History = "all" | "off" | Readonly<{ days: number }>;

const dayMs = 86_400_000;
/** With "off", a client whose stream broke can still get the changes of this last minute, as open streams did. */
const resumableMs = 60_000;

/** Decides by the setting `HISTORY` which changes visitors may read. The operator's commands read all. */
export class ShownPast {
  readonly #history: History;
  readonly #store: CoffeeStore;
  readonly #now: () => Date;

  constructor(history: History, store: CoffeeStore, now: () => Date) {
    this.#history = history;
    this.#store = store;
    this.#now = now;
  }

  /** The limit on a visitor's selection of changes; undefined if visitors see none. */
  selection(): Pick<ChangeSelection, "since"> | undefined {
    if (this.#history === "off") return undefined;
    return this.#history === "all" ? {} : { since: this.#ago(this.#history.days * dayMs) };
  }

  /** Whether visitors may see a change that was made at `time`, which is RFC 3339. */
  shows(time: string): boolean {
    const selection = this.selection();
    return selection !== undefined && (selection.since === undefined || Date.parse(time) >= selection.since.getTime());
  }

  /** Throws `unknown-change` for a change that visitors do not see, unless it is their own. */
  assertUndoable(change: (Readonly<{ time: string }> & Pseudonyms) | undefined, by: Pseudonyms): void {
    if (!change || this.shows(change.time)) return;
    const visitor = visitorOf(change);
    // Without a browser's key, the address decides.
    const own = change.browser ? by.browser : by.visitor;
    if (visitor !== null && visitor === own) return;
    throw new Fault("unknown-change", "hidden");
  }

  /** Whether visitors may read all changes after number `after`. `newest` is the number of the newest change. */
  async reaches(after: number, newest: number): Promise<boolean> {
    return after >= newest || this.#contains(this.selection(), after);
  }

  /**
   * As `reaches`, for a client of the change stream. The stream sends only new states, never those before a change, so
   * it reaches back `resumableMs` even if visitors see no history.
   */
  async resumes(after: number, newest: number): Promise<boolean> {
    return after >= newest || this.#contains(this.selection() ?? { since: this.#ago(resumableMs) }, after);
  }

  async #contains(selection: Pick<ChangeSelection, "since"> | undefined, after: number): Promise<boolean> {
    if (!selection?.since) return selection !== undefined;
    const [first] = await this.#store.select({ ...selection, after: 0 }, 1);
    return first !== undefined && after >= first.number - 1;
  }

  #ago(milliseconds: number): Date {
    return new Date(this.#now().getTime() - milliseconds);
  }
}
