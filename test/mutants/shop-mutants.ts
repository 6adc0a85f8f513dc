import { answer, isCall, withHeader, without } from "./mistakes.ts";
import type { Mutant } from "./open-mutant.ts";

export const shopMutants: readonly Mutant[] = [
  {
    rule: "other-origins",
    mistake: "lets pages of other origins read, and forgets in its preflights that they may delete",
    make: () => async (asked, shop) => {
      const answered = await shop(asked);
      return asked.method === "OPTIONS"
        ? withHeader(answered, "access-control-allow-methods", "GET,POST,PUT")
        : answered;
    },
  },
  {
    rule: "other-origins",
    mistake: "lets pages of other origins read, and answers their preflights like any OPTIONS",
    make: () => async (asked, shop) =>
      shop({ ...asked, headers: asked.method === "OPTIONS" ? without(asked.headers, "origin") : asked.headers }),
  },
  {
    rule: "address-bar",
    mistake: "shows a person a page of the list as if it were one of its screens",
    make: () => async (asked, shop) => {
      const answered = await shop(asked);
      return asked.headers["sec-fetch-dest"] === "document" ? { ...answered, status: 200 } : answered;
    },
  },
  {
    rule: "address-bar",
    mistake: "does not tell caches that a person sees a page in the place of the list",
    make: () => async (asked, shop) => {
      const answered = await shop(asked);
      return { ...answered, headers: without(answered.headers, "vary") };
    },
  },
  {
    rule: "receipt",
    mistake: "gives every write the same receipt",
    make: () => async (asked, shop) =>
      isCall(asked, "PUT /coffee/{id}") || isCall(asked, "DELETE /coffee/{id}")
        ? withHeader(await shop(asked), "niceties-receipt", `1-${"0".repeat(64)}`)
        : shop(asked),
  },
  {
    rule: "undo",
    mistake: "says that it undoes a change, and does not",
    make: () => async (asked, shop) => {
      if (!asked.path.endsWith("/undo")) return shop(asked);
      const [, number] = /changes\/(\d+)/.exec(asked.path) ?? [];
      const log = await shop({ method: "GET", path: "/-/changes", headers: {}, body: "" });
      const { changes }: { changes: { number: number; coffeeId: string }[] } = JSON.parse(log.body.toString());
      const coffeeId = changes.find((change) => change.number === Number(number))?.coffeeId;
      return answer(200, { acknowledged: true, undoneCount: 1, coffeeId });
    },
  },
];
