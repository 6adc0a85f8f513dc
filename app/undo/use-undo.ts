import { addresses } from "../shop/addresses.ts";
import { useNotify } from "../notices/notices.tsx";
import { useNavigate, useRevalidate } from "../shop/shop-router.tsx";
import type { Words } from "../words/english.ts";
import { languageSearch } from "../words/asked-language.ts";
import { useWords } from "../words/words.tsx";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { shortName } from "../coffee/display-name.ts";
import { fieldList } from "../coffee/listed-fields.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import { markStale } from "../calls/should-revalidate.ts";
import { failureText, type Answer, type Failure, type UndoReply } from "../calls/product-server.ts";

/** Undoes a change: on the server, in the list, and on the page that is shown. */
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

/** What was done to a coffee. */
export type Deed = "add" | "update" | "delete";

type Undoing = Readonly<{
  /** Undoes a change and tells what came of it, with the offer to undo that too. */
  undo: (deed: Deed, change: number, name?: string) => Promise<void>;
  /** Tells what was done, and offers to undo it where the server gave the change a number. */
  offerUndo: (deed: Deed, change: number | undefined, name: string, more?: string) => void;
  /** Tells of a coffee that was added, and offers to view it where its id is known, and to undo the add. */
  tellAdded: (id: string | undefined, name: string, change: number | undefined) => void;
}>;

/** What an undo does, seen as a deed of its own. */
export const undoing: Readonly<Record<Deed, Deed>> = { add: "delete", update: "update", delete: "add" };

export function useUndoNotices(): Undoing {
  const notify = useNotify();
  const undoChange = useUndo();
  const words = useWords();
  const navigate = useNavigate();
  const { notices } = words;
  const offer = (title: string, act: () => void, isUndoable: boolean) =>
    notify({ title, isDone: true, isUndoable, action: { label: notices.undo, act } });
  const view = (pathname: string) => void navigate({ pathname, search: languageSearch(location.search) });
  const tellAdded: Undoing["tellAdded"] = (id, name, change) => {
    const action = [
      ...(id ? [{ label: words.coffee.view, act: () => view(addresses.coffeeDetails(id)) }] : []),
      ...(change ? [{ label: notices.undo, act: () => void undo("add", change, name) }] : []),
    ];
    const title = notices.done.add(shortName(name, words));
    notify({ title, isDone: true, isUndoable: Boolean(change), action });
  };
  const offerUndo: Undoing["offerUndo"] = (deed, change, name, more = "") => {
    const title = [notices.done[deed](shortName(name, words)), more].filter(Boolean).join(" ");
    if (change) offer(title, () => void undo(deed, change, name), true);
  };
  const undo: Undoing["undo"] = async (deed, change, name = "") => {
    const answer = await undoChange(change);
    if (!answer.ok) {
      const { failure } = answer;
      return notify({
        title: notUndoneWords(failure, words),
        words: failureText(failure, words.language),
        advice: failure.status === undefined ? notices.noHarm : "",
        action: { label: notices.tryAgain, act: () => void undo(deed, change, name) },
      });
    }
    const { change: made, coffee } = answer.value;
    const title = undoneWords(deed, answer.value, name, words);
    if (made) offer(title, () => void undo(undoing[deed], made, coffee?.name ?? name), false);
    else notify({ title, isDone: true });
  };
  return { undo, offerUndo, tellAdded };
}

/** Without a reply nobody knows. */
export function notUndoneWords({ status }: Failure, { notices }: Words): string {
  return status === undefined ? notices.undoneUnknown : notices.notUndone;
}

/** What the undo of a deed came to, for whoever asked for it. `name` is the coffee's, for where it is gone. */
export function undoneWords(
  deed: Deed,
  { change, coffee, keptFields, erasedFields }: UndoReply,
  name: string,
  words: Words,
): string {
  const { notices } = words;
  const called = shortName(coffee?.name ?? name, words);
  if (!coffee && change) return notices.removedAgain(called);
  if (!coffee) return deed === "add" ? notices.goneAlready : notices.deletedLater;
  const kept = fieldList(keptFields, words);
  if (!change) return kept ? notices.changedLater(kept) : notices.undoneAlready;
  const undone = deed === "delete" ? notices.isBack(called) : notices.changeUndone(called);
  const lost = fieldList(erasedFields, words);
  return [undone, kept && notices.laterStays(kept), lost && notices.erasedStays(lost)].filter(Boolean).join(" ");
}
