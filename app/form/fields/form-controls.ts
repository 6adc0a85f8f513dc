import type { CoffeeField } from "../../../catalogue/fields.ts";
import { controlValue } from "./control-value.ts";

export function controlOf(
  form: HTMLFormElement,
  field: CoffeeField,
): HTMLInputElement | HTMLTextAreaElement | undefined {
  const control = form.elements.namedItem(field);
  const isControl = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isControl ? control : undefined;
}

/** Returns the control's previous text. */
export function setControlText(form: HTMLFormElement, field: CoffeeField, text: string): string {
  const control = controlOf(form, field);
  const before = control?.value ?? "";
  if (control) {
    control.value = controlValue(field, text);
    control.setCustomValidity("");
  }
  return before;
}
