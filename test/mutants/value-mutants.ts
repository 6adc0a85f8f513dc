import { coffeeFields } from "../../catalogue/fields.ts";
import { inRequest, inSentJson, inSentTexts, answer, membersOf, parsed } from "./mistakes.ts";
import type { Mutant } from "./open-mutant.ts";

export const valueMutants: readonly Mutant[] = [
  {
    rule: "text-exact",
    mistake: "trims texts",
    make: () => inSentTexts((text) => text.trim()),
  },
  {
    rule: "text-exact",
    mistake: "normalises texts",
    make: () => inSentTexts((text) => text.normalize("NFC")),
  },
  {
    rule: "text-exact",
    mistake: "writes one kind of line end only",
    make: () => inSentTexts((text) => text.replaceAll("\r\n", "\n")),
  },
  {
    rule: "text-broken",
    mistake: "drops the character NUL and goes on",
    make: () => inSentTexts((text) => text.replaceAll("\0", "")),
  },
  {
    rule: "text-broken",
    mistake: "puts a replacement character in the place of half a surrogate pair",
    make: () => inSentTexts((text) => text.toWellFormed()),
  },
  {
    rule: "text-limits",
    mistake: "cuts long texts off",
    make: () => inSentTexts((text) => text.slice(0, 255)),
  },
  {
    rule: "text-limits",
    mistake: "cuts off no more than what is too long",
    make: () => inSentTexts((text, field) => text.slice(0, field === "photo" ? 16_384 : 10_000)),
  },
  {
    rule: "text-limits",
    mistake: "refuses texts of more than 5,000 characters",
    make: () => async (asked, shop) => {
      const texts = Object.values(membersOf(parsed(asked.body)));
      const isLong = texts.some((text) => typeof text === "string" && text.length > 5_000);
      return isLong ? answer(400, { message: "Too long" }) : shop(asked);
    },
  },
  {
    rule: "field-type",
    mistake: "writes out as text what is none",
    make: () =>
      inSentJson((members) =>
        Object.fromEntries(
          Object.entries(members).map(([field, value]) => [field, field === "price" ? value : String(value)]),
        ),
      ),
  },
  {
    rule: "field-unknown",
    mistake: "drops fields that no coffee has",
    make: () =>
      inSentJson((members) => Object.fromEntries(["_id", ...coffeeFields].map((field) => [field, members[field]]))),
  },
  {
    rule: "price-text",
    mistake: "turns every price into a number",
    make: () =>
      inSentJson((members) => ("price" in members ? { ...members, price: Number(members["price"]) } : members)),
  },
  {
    rule: "price-number",
    mistake: "turns every price into text",
    make: () =>
      inSentJson((members) => ("price" in members ? { ...members, price: String(members["price"]) } : members)),
  },
  {
    rule: "price-digits",
    mistake: "reads a price as a number of the language and writes it out again",
    make: () =>
      inRequest((asked) => {
        const json = parsed(asked.body);
        return json === undefined ? asked : { ...asked, body: JSON.stringify(json) };
      }),
  },
  {
    rule: "price-refused",
    mistake: "takes the digits at the start of a price, or zero",
    make: () => inSentJson((members) => ({ ...members, price: Number.parseFloat(String(members["price"])) || 0 })),
  },
  {
    rule: "price-refused",
    mistake: "drops the sign of a price",
    make: () => inSentTexts((text, field) => (field === "price" ? text.replace("-", "") : text)),
  },
  {
    rule: "price-refused",
    mistake: "keeps the greatest price there is in the place of one that is not finite",
    make: () =>
      inSentJson((members) =>
        Number(members["price"]) === Infinity ? { ...members, price: Number.MAX_VALUE } : members,
      ),
  },
];
