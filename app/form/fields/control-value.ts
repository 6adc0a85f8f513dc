import type { CoffeeField } from "../../../catalogue/fields.ts";

/** The value that a form control returns for a text, after HTML's value sanitization. */
export function controlValue(field: CoffeeField, text: string): string {
  switch (field) {
    case "details":
      return text.replaceAll(/\r\n?/g, "\n");
    case "price":
      return /^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? text : "";
    default:
      return text.replaceAll(/[\r\n]/g, "");
  }
}
