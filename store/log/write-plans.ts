import { versionName, type Version } from "../../catalogue/log/change.ts";
import {
  eraseValues,
  findValues,
  withoutValues,
  type ErasureSteps,
  type FieldValues,
} from "../../catalogue/log/erase.ts";
import type {
  ErasureResult,
  ErasureRequest,
  IncomingCoffee,
  MadeChange,
  ManyOptions,
  Precondition,
  UndoResult,
} from "../../catalogue/coffee-store.ts";
import { isSameCoffee, upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { Fault } from "../../catalogue/fault.ts";
import { planUndo } from "../../catalogue/log/undo.ts";
import type { LogDraft } from "./log-draft.ts";

/*
 * The writes of `CoffeeStore`, the same for every store. Each plan says what it reads, and then drafts its changes or
 * throws a fault.
 */

/**
 * A write: what it reads besides the end of the log, about how many bytes it writes, and the function that drafts its
 * changes.
 */
export type WritePlan<T> = Readonly<{ reads: Reads; bytes: number; draft: (draft: LogDraft) => T }>;

/**
 * What a write reads: coffees by their ids, the histories of the coffees of these changes, all coffees, or an add by
 * its key.
 */
export type Reads = Readonly<{
  ids?: readonly string[];
  numbers?: readonly number[];
  isWhole?: boolean;
  key?: string;
  /** The numbers of the changes whose words to erase. The steps of the plan read the rest. */
  erasedNumbers?: readonly number[];
}>;

/** A write that reads and rewrites more than fits into memory. It has a transaction of its own. */
export type SteppedPlan<T> = Readonly<{ reads: Reads; bytes: number; steps: (draft: LogDraft) => ErasureSteps<T> }>;

export function planAdd(text: CoffeeText, key?: string): WritePlan<MadeChange> {
  return {
    reads: key === undefined ? {} : { key },
    bytes: Buffer.byteLength(text),
    draft: (draft) => {
      const earlier = key === undefined ? undefined : draft.state.addByKey(key);
      if (!earlier) return draft.write({ coffeeId: draft.newId(), before: null, after: text, key });
      if (earlier.after !== null && upgraded(earlier.after) === text) return earlier;
      throw new Fault("key-reused", {});
    },
  };
}

export function planReplace(
  id: string,
  text: CoffeeText,
  precondition: Precondition | undefined,
): WritePlan<MadeChange | undefined> {
  return {
    reads: { ids: [id] },
    bytes: Buffer.byteLength(text),
    draft: (draft) => {
      const current = draft.state.find(id);
      if (current === undefined) throw new Fault("unknown-coffee", { id });
      assertPrecondition(precondition, () => draft.state.versionOf(id));
      if (isSameCoffee(current, text)) return undefined;
      return draft.write({ coffeeId: id, before: current, after: text });
    },
  };
}

export function planRemove(id: string, precondition: Precondition | undefined): WritePlan<MadeChange | undefined> {
  return {
    reads: { ids: [id] },
    bytes: 0,
    draft: (draft) => {
      const current = draft.state.find(id);
      if (current === undefined) return undefined;
      assertPrecondition(precondition, () => draft.state.versionOf(id));
      return draft.write({ coffeeId: id, before: current, after: null });
    },
  };
}

/** The most characters that an undo may write, since all of them are in memory at once. */
const undoMaxCharacters = 64_000_000;

export function planUndoOf(
  numbers: readonly number[],
  { precondition, onProgress = () => {} }: ManyOptions,
): WritePlan<UndoResult> {
  return {
    reads: { numbers },
    bytes: 0,
    draft: (draft) => {
      const targets = new Set(numbers);
      const ids = coffeesOf(numbers, draft);
      let written = 0;
      const kept = ids.flatMap((coffeeId, done) => {
        const history = draft.state.history(coffeeId);
        assertPrecondition(precondition, () => ({ number: history.at(-1)?.number ?? 0, hash: "" }));
        const plan = planUndo(history, targets, draft.state.stateAfter);
        for (const step of plan.steps) {
          const { before, after } = draft.write({ coffeeId, ...step });
          written += (before?.length ?? 0) + (after?.length ?? 0);
          if (written > undoMaxCharacters) throw new Fault("undo-too-large", {});
        }
        onProgress(done + 1, ids.length);
        return plan.kept;
      });
      return { changes: draft.changes, kept };
    },
  };
}

export function planImport(
  coffees: readonly IncomingCoffee[],
  isWhole: boolean,
  { precondition, onProgress = () => {} }: ManyOptions,
): WritePlan<readonly MadeChange[]> {
  return {
    reads: { ids: coffees.flatMap(({ id }) => id ?? []), isWhole },
    bytes: coffees.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    draft: (draft) => {
      assertPrecondition(precondition, () => draft.end.version);
      const listed = new Set(coffees.map(({ id }) => id));
      for (const { id, text } of isWhole ? draft.state.coffees() : []) {
        if (!listed.has(id)) draft.write({ coffeeId: id, before: text, after: null });
      }
      for (const [done, { id = draft.newId(), text }] of coffees.entries()) {
        const before = draft.text(id);
        if (before !== text) draft.write({ coffeeId: id, before, after: text });
        onProgress(done + 1, coffees.length);
      }
      return draft.changes;
    },
  };
}

/** Plans an erasure as steps. All steps that can refuse it come before the first that writes. */
export function planErase(
  { numbers, fields, reason }: ErasureRequest,
  { precondition, onProgress = () => {} }: ManyOptions,
): SteppedPlan<ErasureResult> {
  return {
    reads: { erasedNumbers: numbers },
    bytes: 0,
    *steps(draft) {
      const wanted = new Set(numbers);
      const ids = coffeesOf(numbers, draft).toSorted();
      const valuesOf = new Map<string, FieldValues>();
      for (const coffeeId of ids) {
        const { values, newest } = yield* findValues(coffeeId, wanted, fields);
        assertPrecondition(precondition, () => newest);
        valuesOf.set(coffeeId, values);
      }
      let touched = 0;
      for (const [coffeeId, values] of valuesOf) {
        const { remains, present } = yield* eraseValues(coffeeId, values);
        const ownChange = present && withoutValues(draft.write({ coffeeId, ...present }), values);
        if (remains.size > 0) draft.erase(coffeeId, remains, ownChange, reason);
        touched += remains.size;
        valuesOf.delete(coffeeId);
        onProgress(ids.length - valuesOf.size, ids.length);
      }
      return { changes: draft.changes, touched };
    },
  };
}

/** The coffees of changes. Throws an `unknown-change` fault if there is no change with one of the numbers. */
function coffeesOf(numbers: readonly number[], { state }: LogDraft): string[] {
  const found = state.changesByNumber(numbers);
  const foundNumbers = new Set(found.map(({ number }) => number));
  const number = numbers.find((each) => !foundNumbers.has(each));
  if (number !== undefined) throw new Fault("unknown-change", { number });
  return [...new Set(found.map(({ coffeeId }) => coffeeId))];
}

function holds(precondition: Precondition, current: Version): boolean {
  if ("upTo" in precondition) return current.number <= precondition.upTo;
  return precondition.names.includes(versionName(current));
}

function assertPrecondition(precondition: Precondition | undefined, current: () => Version): void {
  if (precondition && !holds(precondition, current())) {
    throw new Fault("changed-meanwhile", "since it was loaded");
  }
}
