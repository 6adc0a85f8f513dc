import { answer, idOf, inReply, inReplyJson, isCall, jsonOf, keptCoffee, listOf, membersOf } from "./mistakes.ts";
import type { Answered, Mutant } from "./open-mutant.ts";

const deleted = { acknowledged: true, deletedCount: 1 };

export const deleteMutants: readonly Mutant[] = [
  {
    rule: "delete-removes",
    mistake: "says that a coffee is deleted, and keeps it",
    make: () => async (asked, shop) => (asked.method === "DELETE" ? answer(200, deleted) : shop(asked)),
  },
  {
    rule: "delete-gone",
    mistake: "still answers a deleted coffee by its id",
    make: () => {
      const gone = new Map<string, Answered>();
      return async (asked, shop) => {
        if (asked.method === "DELETE") gone.set(idOf(asked), answer(200, await keptCoffee(asked, shop)));
        const kept = asked.method === "GET" ? gone.get(idOf(asked)) : undefined;
        return kept ?? shop(asked);
      };
    },
  },
  {
    rule: "delete-reply",
    mistake: "answers a deletion with nothing",
    make: () => inReply("DELETE /coffee/{id}", () => answer(204)),
  },
  {
    rule: "delete-others",
    mistake: "deletes every coffee of the same name",
    make: () => async (asked, shop) => {
      if (!isCall(asked, "DELETE /coffee/{id}")) return shop(asked);
      const { name } = await keptCoffee(asked, shop);
      for (const coffee of await listOf(shop)) {
        if (coffee["name"] === name) await shop({ ...asked, path: `/coffee/${String(coffee["_id"])}` });
      }
      return answer(200, deleted);
    },
  },
  {
    rule: "delete-counts",
    mistake: "does not say how many were deleted",
    make: () => inReplyJson("DELETE /coffee/{id}", () => ({ message: "Deleted" })),
  },
  {
    rule: "delete-counts",
    mistake: "answers 404 to a second deletion",
    make: () =>
      inReply("DELETE /coffee/{id}", (answered) =>
        membersOf(jsonOf(answered))["deletedCount"] === 0 ? answer(404, { message: "Not found" }) : answered,
      ),
  },
];
