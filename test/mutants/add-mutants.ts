import { coffeeFields } from "../../catalogue/fields.ts";
import {
  answer,
  inReply,
  inReplyJson,
  inSentJson,
  inSentTexts,
  isCall,
  membersOf,
  parsed,
  without,
} from "./mistakes.ts";
import type { Mistake, Mutant } from "./open-mutant.ts";

export const addMutants: readonly Mutant[] = [
  {
    rule: "add-acknowledged",
    mistake: "does not say that a coffee was acknowledged",
    make: () => inReplyJson("POST /coffee", (json) => ({ ...membersOf(json), acknowledged: undefined })),
  },
  {
    rule: "add-inserted-id",
    mistake: "answers the new id as id",
    make: () => inReplyJson("POST /coffee", (json) => ({ acknowledged: true, id: membersOf(json)["insertedId"] })),
  },
  {
    rule: "add-inserted-id",
    mistake: "answers an insertedId that no coffee has",
    make: () => inReplyJson("POST /coffee", (json) => ({ ...membersOf(json), insertedId: "0".repeat(24) })),
  },
  {
    rule: "add-empty",
    mistake: "refuses a coffee without a name",
    make: () => refuseAdditions((members) => members["name"] === ""),
  },
  {
    rule: "add-free-text",
    mistake: "refuses a photo that is no address",
    make: () => refuseAdditions(({ photo }) => typeof photo === "string" && photo !== "" && !URL.canParse(photo)),
  },
  {
    rule: "add-free-text",
    mistake: "writes signs of markup as entities",
    make: () => inSentTexts((text) => text.replaceAll("<", "&lt;")),
  },
  {
    rule: "price-shown",
    mistake: "keeps whole prices only",
    make: () => inSentTexts((text, field) => (field === "price" && text ? String(Number.parseInt(text)) : text)),
  },
  {
    rule: "add-created",
    mistake: "answers 200 to an addition",
    make: () =>
      inReply("POST /coffee", (answered) => (answered.status === 201 ? { ...answered, status: 200 } : answered)),
  },
  {
    rule: "add-created",
    mistake: "does not say where the new coffee is",
    make: () =>
      inReply("POST /coffee", (answered) => ({ ...answered, headers: without(answered.headers, "location") })),
  },
  {
    rule: "add-assigns-id",
    mistake: "drops an _id from what is added, and goes on",
    make: () => inSentJson((members, asked) => (asked.method === "POST" ? { ...members, _id: undefined } : members)),
  },
  {
    rule: "add-missing-fields",
    mistake: "refuses a coffee that lacks a field",
    make: () => refuseAdditions((members) => coffeeFields.some((field) => members[field] === undefined)),
  },
];

function refuseAdditions(isRefused: (members: Readonly<Record<string, unknown>>) => boolean): Mistake {
  return async (asked, shop) => {
    const isBad = isCall(asked, "POST /coffee") && isRefused(membersOf(parsed(asked.body)));
    return isBad ? answer(400, { message: "Validation failed" }) : shop(asked);
  };
}
