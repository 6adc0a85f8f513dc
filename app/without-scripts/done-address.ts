import { coffeeFields } from "../../catalogue/fields.ts";
import { addresses } from "../shop/addresses.ts";
import { changedCoffeeName, actionOf, readChanges, type LoggedChange } from "../history/log/read-changes.ts";
import { shortName, fieldList } from "../coffee/text/display-name.ts";
import { httpCall } from "../calls/http-product-server.ts";
import { inverseAction, undoResultText, type WriteAction } from "../undo/use-undo.ts";
import type { FirstNoticeWords } from "../notices/first-notice.tsx";
import { languageSearch } from "../words/language/requested-language.ts";
import type { Words } from "../words/english.ts";
import { destinationContext, wordsFor, type FormArgs } from "./form-context.ts";
import { formWords } from "../words/form-words.ts";

/** What a form did, with the number of its change, if the server keeps a log. */
export type CompletedAction = Readonly<{
  action: WriteAction | "undo";
  change: number | undefined;
  keptFields?: readonly string[];
}>;

const actions = ["add", "update", "delete", "undo"] as const;

/** Home's address after a form succeeded: home then shows a notice with an Undo button. */
export function doneAddress(
  { action, change, keptFields = [] }: CompletedAction,
  { url }: Pick<Request, "url">,
): string {
  const query = new URLSearchParams(languageSearch(new URL(url).search));
  query.set("done", action);
  if (change !== undefined) query.set("change", String(change));
  if (keptFields.length > 0) query.set("kept", keptFields.join(" "));
  return `${addresses.home}?${query}`;
}

/** The address to which a form posts to undo a change. */
export function undoAddress(change: number, search: string): string {
  const query = new URLSearchParams(languageSearch(search));
  query.set("undo", String(change));
  return `${addresses.home}?${query}`;
}

/** Parses the number of a change in a query; undefined if it is malformed. */
export function changeNumber(text: string | null): number | undefined {
  return Number(/^\d{1,15}$/.exec(text ?? "")?.[0]) || undefined;
}

/** Reads a change from the log; undefined if that fails or the change does not exist. */
export async function readChange(context: FormArgs["context"], number: number): Promise<LoggedChange | undefined> {
  const call = httpCall(context.get(destinationContext));
  const answer = await call("GET", `/-/changes?before=${number + 1}`, readChanges);
  return answer.ok ? answer.value.changes.find((each) => each.number === number) : undefined;
}

/**
 * The notice for home's `done` parameter. The coffee's name comes from the log, because anyone can write an address.
 */
export async function readDone({ request, context }: FormArgs): Promise<FirstNoticeWords | undefined> {
  const { pathname, search, searchParams } = new URL(request.url);
  const action = actions.find((each) => each === searchParams.get("done"));
  if (!action || pathname !== addresses.home) return undefined;
  const words = wordsFor(request);
  const number = changeNumber(searchParams.get("change"));
  const loggedChange = number && (await readChange(context, number));
  return {
    title: loggedChange
      ? titleOf(loggedChange, searchParams.get("kept") ?? "", words)
      : formWords[words.language].done[action],
    ...(number && { undo: undoAddress(number, search) }),
  };
}

function titleOf(loggedChange: LoggedChange, keptNames: string, words: Words): string {
  const { after, undoes, coffeeId, erasedAfter: erasedFields } = loggedChange;
  const [action, name] = [actionOf(loggedChange), changedCoffeeName(loggedChange)];
  const keptFields = coffeeFields.filter((field) => keptNames.split(" ").includes(field));
  if (undoes === undefined) {
    const title = words.notices.done[action](shortName(name, words));
    return keptFields.length > 0 ? `${title} ${words.notices.alsoKept(fieldList(keptFields, words))}` : title;
  }
  const coffee = after ? { ...after, _id: coffeeId } : undefined;
  const reply = { change: loggedChange.number, coffeeId, coffee, nextId: undefined, keptFields, erasedFields };
  return undoResultText(inverseAction[action], reply, name, words);
}
