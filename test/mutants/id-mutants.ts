import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { answer, idOf, inReply, inRequest, isCall, jsonOf, membersOf, uncompressed, withIds } from "./mistakes.ts";
import type { Mistake, Mutant } from "./open-mutant.ts";

export const idMutants: readonly Mutant[] = [
  {
    rule: "id-own",
    mistake: "takes a coffee with the same fields for the same coffee",
    make: () => {
      const replies = new Map<string, Awaited<ReturnType<Mistake>>>();
      return async (asked, shop) => {
        if (!isCall(asked, "POST /coffee")) return shop(asked);
        const answered = replies.get(asked.body) ?? (await shop(asked));
        replies.set(asked.body, answered);
        return answered;
      };
    },
  },
  {
    rule: "add-inserted-id",
    mistake: "gives numbers for ids",
    make: numberIds,
  },
  {
    rule: "id-shape",
    mistake: "gives ids in capitals",
    make: () =>
      withIds(
        (id) => id.toUpperCase(),
        (id) => id.toLowerCase(),
      ),
  },
  {
    rule: "ids-increase",
    mistake: "gives ids that fall",
    make: () => withIds(complement, complement),
  },
  {
    rule: "ids-never-reused",
    mistake: "gives the id of a deleted coffee to the next one",
    make: reuseIds,
  },
  {
    rule: "unknown-id",
    mistake: "answers null for a coffee that is not there",
    make: () => inReply("GET /coffee/{id}", (answered) => (answered.status === 404 ? answer(200, null) : answered)),
  },
  {
    rule: "strange-ids",
    mistake: "fails at a text that is no id",
    make: () => async (asked, shop) => {
      const isFine = asked.path === "/coffee" || isCoffeeId(idOf(asked));
      return isFine
        ? shop(asked)
        : answer(500, { message: "Argument passed in must be a string of 24 hex characters" });
    },
  },
  {
    rule: "strange-ids",
    mistake: "knows a coffee by its id in capitals too",
    make: () => inRequest((asked) => ({ ...asked, path: asked.path.toLowerCase() })),
  },
  {
    rule: "strange-ids",
    mistake: "answers 404 where there is nothing to delete",
    make: () =>
      inReply("DELETE /coffee/{id}", (answered) =>
        membersOf(jsonOf(answered))["deletedCount"] === 0 ? answer(404, { message: "Not found" }) : answered,
      ),
  },
];

/** Each digit turned round: what was greater is less. */
function complement(id: string): string {
  return Array.from(id.toLowerCase(), (digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("");
}

function numberIds(): Mistake {
  const ids: string[] = [];
  const numberOf = (id: string) => String(ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1);
  return async (asked, shop) => {
    const path = asked.path.replace(/\d+$/, (number) => ids[Number(number)] ?? number);
    const answered = await shop({ ...uncompressed(asked), path });
    const body = answered.body.toString().replaceAll(/"([0-9a-f]{24})"/g, (_, id) => numberOf(id));
    return { ...answered, body: Buffer.from(body) };
  };
}

function reuseIds(): Mistake {
  const shownIds = new Map<string, string>();
  const free: string[] = [];
  const shopIdOf = (shown: string) => [...shownIds].findLast(([, other]) => other === shown)?.[0] ?? shown;
  const translated = withIds((id) => shownIds.get(id) ?? id, shopIdOf);
  return async (asked, shop) => {
    const answered = await translated(asked, async (passedOn) => {
      const reply = await shop(passedOn);
      const { insertedId } = membersOf(jsonOf(reply));
      const reused = typeof insertedId === "string" ? free.pop() : undefined;
      if (typeof insertedId === "string" && reused !== undefined) shownIds.set(insertedId, reused);
      return reply;
    });
    if (membersOf(jsonOf(answered))["deletedCount"] === 1) free.push(idOf(asked));
    return answered;
  };
}
