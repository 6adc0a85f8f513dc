import { coffeeFields } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { readChanges } from "../changes/read-changes.ts";
import { nameInWords } from "../coffees/called-name.ts";
import { httpCall } from "../coffees/http-product-server.ts";
import { undoneWords, type Deed } from "../coffees/use-undo.ts";
import type { FirstNoticeWords } from "../notices/first-notice.tsx";
import { languageSearch } from "../words/asked-language.ts";
import { destinationContext, wordsFor, type FormArgs } from "./form-context.ts";
import { formWords } from "./form-words.ts";

/** What was done, and under which number in the log, where there is one. */
export type Done = Readonly<{ deed: Deed | "undo"; change: number | undefined; kept?: readonly string[] }>;

const deeds = ["add", "update", "delete", "undo"] as const;

/** Home's address after something was done by a form: it tells of it, and offers to undo it. */
export function doneAddress({ deed, change, kept = [] }: Done, { url }: Pick<Request, "url">): string {
  const query = new URLSearchParams(languageSearch(new URL(url).search));
  query.set("done", deed);
  if (change !== undefined) query.set("change", String(change));
  if (kept.length > 0) query.set("kept", kept.join(" "));
  return `${addresses.home}?${query}`;
}

/** Where a form undoes a change. */
export function undoAddress(change: number, search: string): string {
  const query = new URLSearchParams(languageSearch(search));
  query.set("undo", String(change));
  return `${addresses.home}?${query}`;
}

/** What the query of home tells of as done; the name of the coffee comes from the log, for an address can say anything. */
export async function readDone({ request, context }: FormArgs): Promise<FirstNoticeWords | undefined> {
  const { search, searchParams } = new URL(request.url);
  const deed = deeds.find((each) => each === searchParams.get("done"));
  if (!deed) return undefined;
  const words = wordsFor(request);
  const number = Number(/^\d{1,15}$/.exec(searchParams.get("change") ?? "")?.[0]);
  const undo = number > 0 ? { undo: undoAddress(number, search) } : {};
  const title = (number > 0 && (await titleOf(number))) || formWords[words.language].done[deed];
  return { title, ...undo };

  async function titleOf(change: number): Promise<string | undefined> {
    const answer = await httpCall(context.get(destinationContext))(
      "GET",
      `/-/changes?before=${change + 1}`,
      readChanges,
    );
    const made = answer.ok ? answer.value.changes.find((each) => each.number === change) : undefined;
    if (!made) return undefined;
    const { before, after, undoes, coffeeId } = made;
    const name = (after ?? before)?.name ?? "";
    if (undoes === undefined)
      return words.notices.done[before ? (after ? "update" : "delete") : "add"](nameInWords(name, words));
    const kept = (searchParams.get("kept") ?? "").split(" ");
    const keptFields = coffeeFields.filter((field) => kept.includes(field));
    const coffee = after ? { ...after, _id: coffeeId } : undefined;
    const undone = { change, coffeeId, coffee, nextId: undefined, keptFields, erasedFields: made.erasedAfter };
    return undoneWords(before ? (after ? "update" : "add") : "delete", undone, name, words);
  }
}
