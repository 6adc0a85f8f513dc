import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";
import type { Failure } from "../../calls/product-server.ts";

/** The server's message about one field, in the language of its reply. */
export type FieldError = Readonly<{ field: CoffeeField; message: string }>;

/** How many characters of a server's message stand beside a field. */
const messageMaxCharacters = 300;

/** The first error of each field, in the order of the form. Errors that name no field of a coffee are left out. */
export function fieldErrorsOf({ errors = [] }: Partial<Failure>): readonly FieldError[] {
  return coffeeFields.flatMap((field) => {
    const error = errors.find((each) => each.field === field && each.message !== "");
    return error ? [{ field, message: error.message.slice(0, messageMaxCharacters) }] : [];
  });
}
