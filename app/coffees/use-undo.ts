import { useRevalidator } from "react-router";
import { useNotify } from "../notices/notices.tsx";
import { browserProductServer } from "./browser-product-server.ts";
import { nameInWords } from "./called-name.ts";
import { listedLabels } from "./coffee-labels.ts";
import { useListChanges } from "./coffee-list.tsx";
import { expectReload } from "./only-the-hash.ts";
import type { Answer, Failure, UndoReply } from "./product-server.ts";

/** Takes a change back: on the server, in the list, and on the page that is shown. */
export function useUndo(): (change: number) => Promise<Answer<UndoReply>> {
  const { record } = useListChanges();
  const { revalidate } = useRevalidator();
  return async (change) => {
    const answer = await browserProductServer().undo(change);
    if (answer.ok) {
      const { coffeeId, coffee, nextId, change: number } = answer.value;
      record(coffee ? { did: "put", coffee, nextId, number } : { did: "delete", id: coffeeId, number });
      expectReload();
      void revalidate();
    }
    return answer;
  };
}

/** What was done to a coffee. */
export type Deed = "add" | "update" | "delete";

type Undoing = Readonly<{
  /** Takes a change back and tells what came of it, with the offer to undo that too. */
  undo: (deed: Deed, change: number, name?: string) => Promise<void>;
  /** Tells what was done, and offers to undo it where the server gave the change a number. */
  offerUndo: (deed: Deed, change: number | undefined, name: string, more?: string) => void;
}>;

const doneWords: Readonly<Record<Deed, string>> = { add: "Added", update: "Updated", delete: "Deleted" };

/** What an undo does, seen as a deed of its own. */
const undoing: Readonly<Record<Deed, Deed>> = { add: "delete", update: "update", delete: "add" };

export function useUndoNotices(): Undoing {
  const notify = useNotify();
  const takeBack = useUndo();
  const offer = (title: string, act: () => void, isUndoable: boolean) =>
    notify({ title, isDone: true, isUndoable, action: { label: "Undo", act } });
  const offerUndo: Undoing["offerUndo"] = (deed, change, name, more = "") => {
    if (change) offer(`${doneWords[deed]}: ${nameInWords(name)}.${more}`, () => void undo(deed, change, name), true);
  };
  const undo: Undoing["undo"] = async (deed, change, name = "") => {
    const answer = await takeBack(change);
    if (!answer.ok) {
      const { status, words } = answer.failure;
      const title = notUndoneWords(answer.failure);
      const advice = status === undefined ? "To try again does no harm." : "";
      return notify({ title, words, advice, action: { label: "Try again", act: () => void undo(deed, change, name) } });
    }
    const { change: made, coffee } = answer.value;
    const title = undoneWords(deed, answer.value, name);
    if (made) offer(title, () => void undo(undoing[deed], made, coffee?.name ?? name), false);
    else notify({ title, isDone: true });
  };
  return { undo, offerUndo };
}

/** Without a reply nobody knows. */
export function notUndoneWords({ status }: Failure): string {
  return status === undefined ? "It is not sure that this was undone." : "It was not undone.";
}

/** What the undo of a deed came to, for whoever asked for it. `name` is the coffee's, for where it is gone. */
export function undoneWords(deed: Deed, { change, coffee, keptFields }: UndoReply, name: string): string {
  const called = nameInWords(coffee?.name ?? name);
  if (!coffee && deed === "add") return change ? `${called} was removed again.` : "That is gone already.";
  if (!coffee) return change ? `${called} was removed again.` : "Nothing to undo: somebody deleted it later.";
  const kept = listedLabels(keptFields);
  if (!change) return kept ? `Nothing to undo: somebody changed it later (${kept}).` : "That was undone already.";
  const undone = deed === "delete" ? `${called} is back.` : `The change to ${called} was undone.`;
  return kept ? `${undone} What somebody changed later stays: ${kept}.` : undone;
}
