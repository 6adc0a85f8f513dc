import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { recordOf, textFields, type CoffeeField, type TextField } from "../../catalogue/fields.ts";
import { controlValue } from "./fields/control-value.ts";

/**
 * Reads the fields from a form that started with `start`. An unchanged field keeps its original value and type,
 * including characters that a control cannot hold.
 */
export function readForm(form: FormData | URLSearchParams, start: CoffeeFields): CoffeeFields {
  const read = (field: CoffeeField) => {
    const value = form.get(field);
    if (typeof value !== "string") return "";
    // A native post has CRLF line breaks (HTML §4.10.22.4), and text browsers accept any text as a price.
    return field === "price" ? value.trim() : controlValue(field, value);
  };
  const text = (field: TextField) => (read(field) === controlValue(field, start[field]) ? start[field] : read(field));
  const isPriceUntouched = read("price") === controlValue("price", String(start.price));
  return { ...recordOf(textFields, text), price: isPriceUntouched ? start.price : read("price") };
}
