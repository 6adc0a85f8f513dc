import { useRevalidator } from "react-router";
import { useNotify } from "../notices/notices.tsx";
import { browserProductServer } from "./browser-product-server.ts";
import { calledName } from "./called-name.ts";
import { listedLabels } from "./coffee-labels.ts";
import { useCoffeeList } from "./coffee-list.tsx";
import type { Answer, UndoReply } from "./product-server.ts";

/** Takes a change back: on the server, in the list, and on the page that is shown. */
export function useUndo(): (change: number) => Promise<Answer<UndoReply>> {
  const { record } = useCoffeeList();
  const { revalidate } = useRevalidator();
  return async (change) => {
    const answer = await browserProductServer().undo(change);
    if (answer.ok) {
      const { coffeeId, coffee, nextId } = answer.value;
      record(coffee ? { did: "put", coffee, nextId } : { did: "delete", id: coffeeId });
      await revalidate();
    }
    return answer;
  };
}

type Undoing = Readonly<{
  /** Takes a change back and tells what came of it, with the offer to undo that too. */
  undo: (change: number) => Promise<void>;
  /** Tells what was done, and offers to undo it where the server gave the change a number. */
  offerUndo: (done: string, change: number | undefined) => void;
}>;

export function useUndoNotices(): Undoing {
  const notify = useNotify();
  const takeBack = useUndo();
  const offer = (title: string, change: number, isUndoable: boolean) =>
    notify({ title, isDone: true, isUndoable, action: { label: "Undo", act: () => void undo(change) } });
  const offerUndo = (title: string, change: number | undefined) => {
    if (change) offer(title, change, true);
  };
  const undo = async (change: number) => {
    const answer = await takeBack(change);
    if (!answer.ok) {
      const action = { label: "Try again", act: () => void undo(change) };
      notify({ title: "It was not undone.", words: answer.failure.words, action });
    } else if (answer.value.change) offer(undoneWords(answer.value), answer.value.change, false);
    else notify({ title: undoneWords(answer.value), isDone: true });
  };
  return { undo, offerUndo };
}

/** What an undo came to, for whoever asked for it. */
export function undoneWords({ change, coffee, keptFields }: UndoReply): string {
  const kept = listedLabels(keptFields);
  if (!coffee) return change ? "The coffee is gone again." : "Nothing to undo: the coffee was deleted since.";
  if (!change) return kept ? `Nothing was undone: ${kept} changed again since.` : "That was undone already.";
  return `Back as it was: ${calledName(coffee.name)}.${kept && ` Kept, for it changed again since: ${kept}.`}`;
}
