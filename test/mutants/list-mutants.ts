import {
  answer,
  idOf,
  inReplyJson,
  isCall,
  itemsOf,
  jsonOf,
  listOf,
  membersOf,
  uncompressed,
  withJson,
} from "./mistakes.ts";
import type { Answered, Mutant } from "./open-mutant.ts";

export const listMutants: readonly Mutant[] = [
  {
    rule: "list-array",
    mistake: "wraps the list in an object",
    make: () => inReplyJson("GET /coffee", (coffees) => ({ coffees })),
  },
  {
    rule: "list-added",
    mistake: "leaves the price out of the list",
    make: () =>
      inReplyJson("GET /coffee", (list) => itemsOf(list).map((coffee) => ({ ...membersOf(coffee), price: undefined }))),
  },
  {
    rule: "list-full",
    mistake: "answers no more than ten coffees",
    make: () => inReplyJson("GET /coffee", (list) => itemsOf(list).slice(0, 10)),
  },
  {
    rule: "list-full",
    mistake: "loses all but one of the coffees that are added at once",
    make: () => {
      let underWay = 0;
      return async (asked, shop) => {
        if (!isCall(asked, "POST /coffee")) return shop(asked);
        underWay += 1;
        try {
          if (underWay > 1) return answer(200, { acknowledged: true, insertedId: `${underWay}`.padStart(24, "0") });
          return await shop(asked);
        } finally {
          underWay -= 1;
        }
      };
    },
  },
  {
    rule: "list-fresh",
    mistake: "keeps the list in a cache that forgets nothing when a coffee is replaced",
    make: () => {
      let cached: Answered | undefined;
      return async (asked, shop) => {
        if (["POST", "DELETE"].includes(asked.method)) cached = undefined;
        if (!isCall(asked, "GET /coffee")) return shop(asked);
        cached ??= await shop(asked);
        return cached;
      };
    },
  },
  {
    rule: "one-coffee",
    mistake: "answers one coffee inside an array",
    make: () => inReplyJson("GET /coffee/{id}", (coffee) => [coffee]),
  },
  {
    rule: "one-coffee",
    mistake: "answers the first coffee of the list, whatever the id",
    make: () => async (asked, shop) =>
      isCall(asked, "GET /coffee/{id}") ? answer(200, (await listOf(shop))[0]) : shop(asked),
  },
  {
    rule: "list-oldest-first",
    mistake: "lists the newest coffee first",
    make: () => inReplyJson("GET /coffee", (list) => itemsOf(list).toReversed()),
  },
  {
    rule: "list-place-kept",
    mistake: "lists a replaced coffee last",
    make: () => {
      const replaced = new Set<unknown>();
      return async (asked, shop) => {
        const answered = await shop(uncompressed(asked));
        if (isCall(asked, "PUT /coffee/{id}")) replaced.add(idOf(asked));
        if (!isCall(asked, "GET /coffee")) return answered;
        const isLast = (coffee: unknown) => replaced.has(membersOf(coffee)["_id"]);
        const coffees = itemsOf(jsonOf(answered));
        return withJson(answered, [...coffees.filter((coffee) => !isLast(coffee)), ...coffees.filter(isLast)]);
      };
    },
  },
];
