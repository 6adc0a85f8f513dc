import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { recordOf, textFields, type CoffeeField, type TextField } from "../../catalogue/fields.ts";
import { controlValue } from "./fields/control-value.ts";

/**
 * The coffee in a form that began with `start`. An untouched field goes out exactly as it came: with its type, and with what
 * a control cannot show.
 */
export function readForm(form: FormData | URLSearchParams, start: CoffeeFields): CoffeeFields {
  const read = (field: CoffeeField) => {
    const value = form.get(field);
    if (typeof value !== "string") return "";
    // A browser that sends the form itself ends lines as in mail (HTML §4.10.22.4), and text browsers take any text for a price.
    return field === "price" ? value.trim() : controlValue(field, value);
  };
  const text = (field: TextField) => (read(field) === controlValue(field, start[field]) ? start[field] : read(field));
  const isPriceUntouched = read("price") === controlValue("price", String(start.price));
  return { ...recordOf(textFields, text), price: isPriceUntouched ? start.price : read("price") };
}
