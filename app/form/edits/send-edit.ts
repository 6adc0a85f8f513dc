import { isSame, type Coffee } from "../../../catalogue/coffee.ts";
import type { LocalChange } from "../../list/coffee-list.tsx";
import { mergeEdits, type Merge } from "./merge-edits.ts";
import type { FoundCoffee } from "../../../client/read-coffee.ts";
import type { ReplaceReply } from "../../../client/read-reply.ts";
import type { Answer, ProductServer } from "../../calls/product-server.ts";

/** The reply to an edit, the coffee that was sent last, and the fields merged from someone else's edit. */
export type EditResult = Readonly<{ reply: Answer<ReplaceReply>; coffee: Coffee; remote: Merge["remote"] }>;

/** Someone else changed the same fields, so the visitor has to choose. */
export type EditConflict = Readonly<{ theirs: FoundCoffee; fields: Merge["conflicts"] }>;

/** How often an edit is merged and sent before it fails. */
const attemptLimit = 5;

/**
 * Replaces the coffee `loaded` with `ours`. If the server answers 412 because someone else changed it (RFC 9110
 * §13.1.1), both edits are merged and sent again, unless they conflict.
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
    // The 412 means that nothing was written.
    if (!found.ok) return { reply: { ok: false, failure: { status: 412, ...found.failure } }, coffee, remote };
    const merge = mergeEdits(before.coffee, coffee, found.value.coffee);
    if (merge.conflicts.length > 0) return { theirs: found.value, fields: merge.conflicts };
    const isEdited = !isSame(loaded.coffee, ours);
    before = found.value;
    coffee = { ...coffee, ...merge.fields };
    remote = [...new Set([...remote, ...merge.remote])];
    // The server already has these fields, for example because the reply to an earlier attempt was lost.
    if (isSame(coffee, before.coffee))
      return {
        reply: {
          ok: true,
          value: {
            acknowledged: true,
            matchedCount: 1,
            modifiedCount: isEdited ? 1 : 0,
            upsertedId: undefined,
            change: undefined,
          },
        },
        coffee,
        remote,
      };
  }
}

/** How the list changes if the server no longer had the coffee and added the edit as a new one. */
export function upsertChanges(edit: Coffee, upsertedId: string): readonly LocalChange[] {
  const added = { kind: "put", coffee: { ...edit, _id: upsertedId }, nextId: undefined } as const;
  return edit._id === upsertedId ? [added] : [{ kind: "delete", id: edit._id }, added];
}
