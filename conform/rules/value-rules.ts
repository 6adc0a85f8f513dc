import { exactPrice } from "../../catalogue/coffee-text.ts";
import { parseKeepingPriceDigits } from "../../catalogue/text/json-digits.ts";
import { expectMember, expectStatus, expectSuccess, expectThat, showValue, showReply } from "../expectations.ts";
import type { Reply } from "../reply.ts";
import type { Rules } from "../rule.ts";
import { insertedIdOf } from "../visitor.ts";

const textMaxCharacters = 10_000;
const photoMaxCharacters = 16_384;

/** Which values a field may hold, and how the server returns them. */
export const valueRules: Rules = {
  "text-exact": {
    source: "contract: fields",
    title: "Text comes back exactly as it was sent: not trimmed, not normalised, not made safe",
    async check(visitor) {
      const { name, ...fields } = visitor.fields();
      const texts = {
        name: `  ${name}\t`,
        taste: "cafe\u0301 \ufb01ne",
        details: "one\r\n\r\ntwo\n",
        category: "&amp;",
      };
      const { id } = await visitor.add({ ...fields, ...texts });
      await visitor.expectStored(id, texts);
    },
  },
  "text-broken": {
    source: "contract: fields",
    title: "Text that cannot be stored is 400: the character NUL, half of a surrogate pair",
    risk: "the character NUL and half a surrogate pair",
    async check(visitor) {
      for (const chef of ["a\0b", "a\ud83eb"]) expectStatus(await visitor.post({ ...visitor.fields(), chef }), 400);
    },
  },
  "text-limits": {
    source: "contract: limits",
    title: "Texts of 10,000 characters are kept, and photos of 16,384; one character more is 400",
    async check(visitor) {
      const longest = { details: "d".repeat(textMaxCharacters), photo: "p".repeat(photoMaxCharacters) };
      const { id } = await visitor.add(longest);
      await visitor.expectStored(id, longest);
      for (const [field, text] of Object.entries(longest)) {
        expectStatus(await visitor.post({ ...visitor.fields(), [field]: `${text}+` }), 400);
      }
    },
  },
  "field-type": {
    source: "contract: fields",
    title: "A text field with another type of value is 400",
    risk: "numbers, null and lists in the place of text",
    async check(visitor) {
      for (const taste of [7, null, ["sweet"]]) {
        expectStatus(await visitor.post({ ...visitor.fields(), taste }), 400);
      }
    },
  },
  "field-unknown": {
    source: "contract: fields",
    title: "An unknown field is 400, and not ignored",
    risk: "a field that no coffee has",
    async check(visitor) {
      expectStatus(await visitor.post({ ...visitor.fields(), colour: "red" }), 400);
      const { id, fields } = await visitor.add();
      expectStatus(await visitor.put(id, { _id: id, ...fields, colour: "red" }), 400);
    },
  },
  "price-text": {
    source: "contract: price",
    title: "A price that was sent as text comes back as that very text",
    async check(visitor) {
      for (const price of ["012.50", "2e2", ""]) {
        const { id } = await visitor.add({ price });
        expectPrice(await visitor.find(id), price);
      }
    },
  },
  "price-number": {
    source: "contract: price",
    title: "A price that was sent as a number comes back as a number",
    async check(visitor) {
      for (const price of [250, 0]) {
        const { id } = await visitor.add({ price });
        expectPrice(await visitor.find(id), price);
      }
    },
  },
  "price-digits": {
    source: "contract: price",
    title: "A price that was sent as a number comes back with the very digits: 250.00 stays 250.00",
    async check(visitor) {
      for (const digits of ["250.00", "9007199254740993"]) {
        const reply = await visitor.post({ ...visitor.fields(), price: exactPrice(Number(digits), digits) });
        expectSuccess(reply);
        const one = await visitor.find(insertedIdOf(reply));
        expectSuccess(one);
        const { priceDigits } = parseKeepingPriceDigits(one.json === undefined ? "null" : one.text);
        expectThat(priceDigits === digits, one, `price: the number ${digits}`, priceDigits ?? showReply(one));
      }
    },
  },
  "price-refused": {
    source: "contract: price",
    title: "A price that is no number, is below zero or not finite is 400",
    risk: "prices that a number input does not give",
    async check(visitor) {
      const noNumbers = ["cheap", "12abc", "0x10", true, null];
      const outOfRange = ["-1", -0.5, "1e999", exactPrice(0, "1e999")];
      for (const price of [...noNumbers, ...outOfRange]) {
        expectStatus(await visitor.post({ ...visitor.fields(), price }), 400);
      }
    },
  },
};

function expectPrice(reply: Reply, price: string | number): void {
  expectSuccess(reply);
  expectMember(reply, ["price"], `${showValue(price)}, the ${typeof price}`, (value) => value === price);
}
