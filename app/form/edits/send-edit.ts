import type { Coffee } from "../../../catalogue/coffee.ts";
import type { LocalChange } from "../../list/coffee-list.tsx";
import { mergeEdits, type Merge } from "./merge-edits.ts";
import type { Answer, FoundCoffee, ProductServer, ReplaceReply } from "../../calls/product-server.ts";
import { isSame } from "../../list/same-coffees.ts";

/** What became of an edit that was sent: what was sent in the end, and what of it somebody else had changed. */
export type EditResult = Readonly<{ reply: Answer<ReplaceReply>; coffee: Coffee; remote: Merge["remote"] }>;

/** The same fields were changed by somebody else, so a person has to choose. */
export type EditConflict = Readonly<{ theirs: FoundCoffee; fields: Merge["conflicts"] }>;

/** Each time, somebody else was quicker; more often than this nobody is. */
const attemptLimit = 5;

/**
 * Replaces the coffee that was `loaded` by `ours`. Where somebody else changed it meanwhile, which a server with tags says
 * by 412 (RFC 9110 §13.1.1), the two edits are brought together and sent again, unless they clash.
 */
export async function sendEdit(
  server: Pick<ProductServer, "find" | "replace">,
  loaded: FoundCoffee,
  ours: Coffee,
): Promise<EditResult | EditConflict> {
  let before = loaded;
  let coffee = ours;
  let remote: Merge["remote"] = [];
  for (let attempt = 1; ; attempt += 1) {
    const reply = await server.replace(coffee, before);
    if (reply.ok || reply.failure.status !== 412 || attempt === attemptLimit) return { reply, coffee, remote };
    const found = await server.find(coffee._id);
    // It was refused, and so it is sure that nothing was written.
    if (!found.ok) return { reply: { ok: false, failure: { status: 412, ...found.failure } }, coffee, remote };
    const merge = mergeEdits(before.coffee, coffee, found.value.coffee);
    if (merge.conflicts.length > 0) return { theirs: found.value, fields: merge.conflicts };
    const isEdited = !isSame(loaded.coffee, ours);
    before = found.value;
    coffee = { ...coffee, ...merge.fields };
    remote = [...new Set([...remote, ...merge.remote])];
    // All of it stands there already, as when the reply to an earlier try was lost.
    if (isSame(coffee, before.coffee))
      return {
        reply: {
          ok: true,
          value: { modifiedCount: isEdited ? 1 : 0, matchedCount: 1, upsertedId: undefined, change: undefined },
        },
        coffee,
        remote,
      };
  }
}

/** What becomes of the list where the server, which no longer had the coffee, added its edit under `upsertedId`. */
export function upsertChanges(edit: Coffee, upsertedId: string): readonly LocalChange[] {
  const added = { kind: "put", coffee: { ...edit, _id: upsertedId }, nextId: undefined } as const;
  return edit._id === upsertedId ? [added] : [{ kind: "delete", id: edit._id }, added];
}
