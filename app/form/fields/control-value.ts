import type { CoffeeField } from "../../../catalogue/fields.ts";

/** What a form control gives back for a text that was put into it (HTML's value sanitization). */
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
