import { expect, test } from "vitest";
import { CoffeeFault } from "../../../client/coffee-fault.ts";
import { failureOf } from "../../calls/replies/read-reply.ts";
import { fieldErrorsOf } from "./field-errors.ts";

/** The failure of a coffee that a server refuses with these errors. */
function refused(errors: unknown) {
  return failureOf(new CoffeeFault("POST /coffee", undefined, { status: 400, body: { errors } }), 400);
}

test.for([
  [[{ field: "price", message: "must be a number" }], [{ field: "price", message: "must be a number" }]],
  [
    [
      { field: "price", message: "too low" },
      { field: "name", message: "too long" },
      { field: "price", message: "not a number" },
    ],
    [
      { field: "name", message: "too long" },
      { field: "price", message: "too low" },
    ],
  ],
  [[{ field: "_id", message: "is assigned by the server" }, { field: "name" }, { message: "?" }, null, "name"], []],
  [{ field: "name", message: "too long" }, []],
  [{ name: "too long" }, []],
  ["name", []],
  [null, []],
] as const)("the errors %j in an error reply are read as the field errors %j", ([errors, read]) => {
  expect(fieldErrorsOf(refused(errors))).toEqual(read);
});

test("an error message about a field is cut to 300 characters", () => {
  const errors = [{ field: "name", message: "long ".repeat(1_000) }];
  expect(fieldErrorsOf(refused(errors))[0]?.message).toHaveLength(300);
});
