import {
  answer,
  idOf,
  inRefusal,
  inReply,
  inReplyJson,
  inSentJson,
  isCall,
  jsonOf,
  keptCoffee,
  listOf,
  membersOf,
  parsed,
  withIds,
  withJson,
  write,
} from "./mistakes.ts";
import type { Mistake, Mutant } from "./open-mutant.ts";

const modified = { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null };

export const replaceMutants: readonly Mutant[] = [
  {
    rule: "replace-fields",
    mistake: "forgets the photo when a coffee is replaced",
    make: () => mergeKept((kept, sent) => ({ ...sent, photo: kept["photo"] })),
  },
  {
    rule: "replace-modified",
    mistake: "answers how many were modified as nModified",
    make: () => inReplyJson("PUT /coffee/{id}", () => ({ ok: 1, n: 1, nModified: 1 })),
  },
  {
    rule: "replace-unchanged",
    mistake: "counts every replacement as a modification",
    make: () => inReplyJson("PUT /coffee/{id}", () => modified),
  },
  {
    rule: "replace-emptied",
    mistake: "takes an emptied field for one that was not sent",
    make: () =>
      mergeKept((kept, sent) =>
        Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, value || kept[field]])),
      ),
  },
  {
    rule: "replace-same-id",
    mistake: "deletes a coffee and adds it anew in place of replacing it",
    make: () => async (asked, shop) => {
      if (!isCall(asked, "PUT /coffee/{id}")) return shop(asked);
      await shop({ method: "DELETE", path: asked.path, headers: {}, body: "" });
      await shop(write("POST", "/coffee", { ...membersOf(parsed(asked.body)), _id: undefined }));
      return answer(200, modified);
    },
  },
  {
    rule: "replace-same-id",
    mistake: "keeps a copy of the coffee as well",
    make: () => async (asked, shop) => {
      if (isCall(asked, "PUT /coffee/{id}")) {
        await shop(write("POST", "/coffee", { ...membersOf(parsed(asked.body)), _id: undefined }));
      }
      return shop(asked);
    },
  },
  {
    rule: "replace-others",
    mistake: "replaces every coffee there is",
    make: () => async (asked, shop) => {
      if (!isCall(asked, "PUT /coffee/{id}")) return shop(asked);
      const fields = { ...membersOf(parsed(asked.body)), _id: undefined };
      for (const { _id } of await listOf(shop)) await shop(write("PUT", `/coffee/${String(_id)}`, fields));
      return answer(200, modified);
    },
  },
  {
    rule: "replace-counts",
    mistake: "answers a replacement with modifiedCount alone",
    make: () => inReplyJson("PUT /coffee/{id}", (json) => ({ modifiedCount: membersOf(json)["modifiedCount"] })),
  },
  {
    rule: "replace-whole",
    mistake: "keeps what a replacement leaves out",
    make: () => mergeKept((kept, sent) => ({ ...kept, ...sent })),
  },
  {
    rule: "replace-other-id",
    mistake: "goes by the address, whatever _id is in the body",
    make: () => inSentJson((members, asked) => (asked.method === "PUT" ? { ...members, _id: undefined } : members)),
  },
  {
    rule: "replace-unknown",
    mistake: "answers 200 where there was nothing to replace",
    make: () =>
      inReply("PUT /coffee/{id}", (answered) =>
        answered.status === 404 ? answer(200, { ...modified, matchedCount: 0, modifiedCount: 0 }) : answered,
      ),
  },
  {
    rule: "replace-unknown",
    mistake: "leaves the counts out where there was nothing to replace",
    make: () =>
      inRefusal(404, (answered) => withJson(answered, { title: "Not found", status: 404, detail: "Not here." })),
  },
  {
    rule: "replace-never-adds",
    mistake: "adds a coffee where there was nothing to replace",
    make: upsert,
  },
  {
    rule: "replace-unchanged-kept",
    mistake: "writes a coffee anew though nothing differs",
    make: () => {
      const replaced = new Map<string, number>();
      return async (asked, shop) => {
        const answered = await shop(asked);
        const times = replaced.get(idOf(asked)) ?? 0;
        if (isCall(asked, "PUT /coffee/{id}")) replaced.set(idOf(asked), times + 1);
        return { ...answered, headers: { ...answered.headers, etag: `"${times}"` } };
      };
    },
  },
  {
    rule: "refused-not-kept",
    mistake: "writes the other fields before it refuses one",
    make: () => async (asked, shop) => {
      const answered = await shop(asked);
      const sent = membersOf(parsed(asked.body));
      if (asked.method === "PUT" && answered.status === 400)
        await shop(write("PUT", asked.path, { ...sent, price: "" }));
      return answered;
    },
  },
];

type Members = Readonly<Record<string, unknown>>;

/** Makes of what is kept and what is sent the coffee that a replacement then leaves. */
function mergeKept(merge: (kept: Members, sent: Members) => Members): Mistake {
  return async (asked, shop) => {
    if (!isCall(asked, "PUT /coffee/{id}")) return shop(asked);
    const kept = await keptCoffee(asked, shop);
    const sent = membersOf(parsed(asked.body));
    const body = "_id" in kept ? JSON.stringify(merge(kept, sent)) : asked.body;
    return shop({ ...asked, body });
  };
}

function upsert(): Mistake {
  const shownIds = new Map<string, string>();
  const translated = withIds(
    (id) => shownIds.get(id) ?? id,
    (shown) => [...shownIds].find(([, other]) => other === shown)?.[0] ?? shown,
  );
  return async (asked, shop) => {
    const answered = await translated(asked, shop);
    if (!isCall(asked, "PUT /coffee/{id}") || answered.status !== 404) return answered;
    const added = await shop(write("POST", "/coffee", { ...membersOf(parsed(asked.body)), _id: undefined }));
    shownIds.set(String(membersOf(jsonOf(added))["insertedId"]), idOf(asked));
    return answer(200, { ...modified, matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: idOf(asked) });
  };
}
