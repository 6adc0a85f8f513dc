import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { FormIdempotencyKeys } from "./form-idempotency-keys.ts";

const latte = { ...emptyFields, name: "Latte" };

test("equal fields always get the same idempotency key, and other fields another one", () => {
  const keys = new FormIdempotencyKeys(undefined);
  const first = keys.keyFor(latte);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  const other = keys.keyFor({ ...latte, price: "250" });
  expect(other).not.toBe(first);
  expect(keys.keyFor({ ...latte })).toBe(first);
  expect(keys.keyFor({ ...latte, price: 250 })).not.toBe(other);
});

test("another form has keys of its own, so that the same coffee can be added twice on purpose", () => {
  expect(new FormIdempotencyKeys(undefined).keyFor(latte)).not.toBe(new FormIdempotencyKeys(undefined).keyFor(latte));
});

test("an unsent coffee keeps its idempotency key until it is edited", () => {
  const keys = new FormIdempotencyKeys({ id: "1", fields: latte, key: "earlier" });
  expect(keys.keyFor(latte)).toBe("earlier");
  expect(keys.keyFor({ ...latte, name: "Flat White" })).not.toBe("earlier");
});

test("a photo counts by its id and description, so that its upload does not change the key", () => {
  const photo = { id: "a", alt: "A leaf" };
  const keys = new FormIdempotencyKeys({ id: "1", fields: latte, photo, key: "earlier" });
  expect(keys.keyFor({ ...latte, photo: "/-/photos/uploaded.jpg#alt=A%20leaf" }, photo)).toBe("earlier");
  expect(keys.keyFor(latte)).not.toBe("earlier");
  expect(keys.keyFor(latte, { id: "b", alt: "A leaf" })).not.toBe("earlier");
  expect(keys.keyFor(latte, { id: "a", alt: "A cup" })).not.toBe("earlier");
  expect(keys.keyFor({ ...latte, name: "Mocha" }, photo)).not.toBe("earlier");
});
