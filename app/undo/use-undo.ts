import { addresses } from "../shop/addresses.ts";
import { useNotify } from "../notices/notices.tsx";
import { useNavigate, useRevalidate } from "../shop/shop-router.tsx";
import type { Words } from "../words/english.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { shortName, fieldList } from "../coffee/text/display-name.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import { markStale } from "../calls/loading/load-coffee.ts";
import { failureText, type Answer, type Failure, type UndoReply } from "../calls/product-server.ts";

/** Returns a function that undoes a change on the server, in the list and on the current page. */
export function useUndo(): (change: number) => Promise<Answer<UndoReply>> {
  const { record } = useListChanges();
  const revalidate = useRevalidate();
  return async (change) => {
    const answer = await browserProductServer().undo(change);
    if (answer.ok) {
      const { coffeeId, coffee, nextId, change: number } = answer.value;
      record(coffee ? { kind: "put", coffee, nextId, number } : { kind: "delete", id: coffeeId, number });
      markStale();
      void revalidate();
    }
    return answer;
  };
}

export type WriteAction = "add" | "update" | "delete";

/** The action that reverses each action. */
export const inverseAction: Readonly<Record<WriteAction, WriteAction>> = {
  add: "delete",
  update: "update",
  delete: "add",
};

export function useUndoNotices() {
  const notify = useNotify();
  const undoChange = useUndo();
  const words = useWords();
  const navigate = useNavigate();
  const { notices } = words;
  const offer = (title: string, act: () => void, isUndoable: boolean) =>
    notify({ title, isDone: true, isUndoable, action: { label: notices.undo, act } });
  const view = (pathname: string) => void navigate({ pathname, search: languageSearch(location.search) });
  /** Shows a notice about an added coffee, with View if its id is known, and Undo. */
  const notifyAdded = (id: string | undefined, name: string, change: number | undefined) => {
    const action = [
      ...(id ? [{ label: words.coffee.view, act: () => view(addresses.coffeeDetails(id)) }] : []),
      ...(change ? [{ label: notices.undo, act: () => void undo("add", change, name) }] : []),
    ];
    const title = notices.done.add(shortName(name, words));
    notify({ title, isDone: true, isUndoable: Boolean(change), action });
  };
  /** Shows a notice with an Undo button, if the server gave the change a number. */
  const offerUndo = (action: WriteAction, change: number | undefined, name: string, more = "") => {
    const title = [notices.done[action](shortName(name, words)), more].filter(Boolean).join(" ");
    if (change) offer(title, () => void undo(action, change, name), true);
  };
  /** Undoes a change, and shows a notice with the result and an Undo button for the undo. */
  const undo = async (action: WriteAction, change: number, name = ""): Promise<void> => {
    const answer = await undoChange(change);
    if (!answer.ok) {
      const { failure } = answer;
      return notify({
        title: undoFailureText(failure, words),
        words: failureText(failure, words.language),
        advice: failure.status === undefined ? notices.noHarm : "",
        action: { label: notices.tryAgain, act: () => void undo(action, change, name) },
      });
    }
    const { change: undoChangeNumber, coffee } = answer.value;
    const title = undoResultText(action, answer.value, name, words);
    if (undoChangeNumber)
      offer(title, () => void undo(inverseAction[action], undoChangeNumber, coffee?.name ?? name), false);
    else notify({ title, isDone: true });
  };
  /** The part of a notice that offers to restore a coffee which was deleted while it was edited. */
  const restoreOffer = (change: number, name?: string) => ({
    advice: notices.restoreFirst,
    action: { label: notices.restoreIt, act: () => void undo("delete", change, name) },
  });
  return { undo, offerUndo, notifyAdded, restoreOffer };
}

/** The title for a failed undo. Without a reply it is unknown whether it happened. */
export function undoFailureText({ status }: Failure, { notices }: Words): string {
  return status === undefined ? notices.undoneUnknown : notices.notUndone;
}

/** The title for the result of an undo. `name` is used if the coffee no longer exists. */
export function undoResultText(
  action: WriteAction,
  { change, coffee, keptFields, erasedFields }: UndoReply,
  name: string,
  words: Words,
): string {
  const { notices } = words;
  const coffeeName = shortName(coffee?.name ?? name, words);
  if (!coffee && change) return notices.removedAgain(coffeeName);
  if (!coffee) return action === "add" ? notices.goneAlready : notices.deletedLater;
  const keptList = fieldList(keptFields, words);
  if (!change) return keptList ? notices.changedLater(keptList) : notices.undoneAlready;
  const summary = action === "delete" ? notices.isBack(coffeeName) : notices.changeUndone(coffeeName);
  const erasedList = fieldList(erasedFields, words);
  return [summary, keptList && notices.laterStays(keptList), erasedList && notices.erasedStays(erasedList)]
    .filter(Boolean)
    .join(" ");
}
