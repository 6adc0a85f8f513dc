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

export function controlOf(
  form: HTMLFormElement,
  field: CoffeeField,
): HTMLInputElement | HTMLTextAreaElement | undefined {
  const control = form.elements.namedItem(field);
  const isControl = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isControl ? control : undefined;
}

/** Sets the text of a field's control. Returns the control's previous text; empty if there is no control. */
export function setControlText(form: HTMLFormElement, field: CoffeeField, text: string): string {
  const control = controlOf(form, field);
  const before = control?.value ?? "";
  if (control) {
    control.value = controlValue(field, text);
    control.setCustomValidity("");
  }
  return before;
}
