/**
 * Units that people type beside a price. They are dropped silently, even while they are typed letter by letter, because
 * number inputs refuse them.
 */
const units = ["taka", "tk.", "tk", "bdt", "৳", "টাকা", "/-", "/="];

const zero = "০".codePointAt(0) ?? 0;

/** Converts a text into a price, or the start of one, that a number input accepts; undefined if it is not a price. */
export function asTypedPrice(text: string): string | undefined {
  const digits = text.toLowerCase().replaceAll(/[০-৯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - zero));
  const bare = units.reduce((rest, unit) => rest.replace(unit, ""), digits).replaceAll(/\s/g, "");
  const isGrouped = /^[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.|$)/.test(bare);
  const price = isGrouped ? bare.replaceAll(",", "") : bare.replace(",", ".");
  return /^[-+]?\d*\.?\d*(e[-+]?\d*)?$/.test(price) ? price : undefined;
}

/**
 * Corrects prices while they are typed into number inputs, which drop characters that they do not accept, or have no
 * value. Bangla digits and a decimal comma become ASCII. Other characters make the input invalid: the next submit is
 * stopped and shows `complaint`, the one after it sends the value. An empty `complaint` shows nothing.
 */
export function correctTypedPrices(form: HTMLElement, signal: AbortSignal, complaint = ""): void {
  let [unit, beforeComposition] = ["", ""];
  /** What the typed comma means: a decimal point, until digits show that it separates thousands. */
  let comma: "point" | "thousands" | undefined;
  let isComplaining = false;

  const complain = (input: HTMLInputElement) => {
    isComplaining = true;
    input.setCustomValidity(complaint);
    input.checkValidity();
    isComplaining = false;
  };
  const handleTyped = (input: HTMLInputElement, event: InputEvent) => {
    const { data } = event;
    if (data === null || event.isComposing) return;
    const isOne = data.length === 1;
    unit += data.trim().toLowerCase();
    if (!isOne || !units.some((each) => each.startsWith(unit))) unit = "";
    const price = unit ? "" : asTypedPrice(data);
    if (data === ".") comma = undefined;
    if (price === data) return;
    // Let the browser insert a wrong letter: some show it, and the visitor sees the mistake.
    if (!isOne || price !== undefined) event.preventDefault();
    const isSecond = price === "." && input.value.includes(".");
    if (price === undefined || (isSecond && !comma)) return complain(input);
    if (price === "" && input.value === "") input.setCustomValidity(complaint);
    if (isSecond) group(input);
    else if (price && !(price === "." && comma === "thousands")) type(price);
    if (price === ".") comma ??= "point";
  };
  const group = (input: HTMLInputElement) => {
    comma = "thousands";
    put(input, input.value.replace(".", ""));
  };
  const settle = (input: HTMLInputElement) => {
    const { value, validity } = input;
    if (!validity.badInput) input.setCustomValidity("");
    if (value === "") comma = undefined;
    if (comma === "point" && /^[1-9]\d*\.\d{3}$/.test(value)) group(input);
  };
  const handleComposed = (input: HTMLInputElement, { data }: CompositionEvent) => {
    const price = asTypedPrice(data);
    if (price === undefined) complain(input);
    else if (price !== data) put(input, beforeComposition + price);
  };

  const listen = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.type !== "number") return;
    if (event.type === "input") settle(target);
    // A selection is replaced. The caret position of a number input is unknown, so text goes to the end.
    else if (event.type === "compositionstart")
      beforeComposition = event instanceof CompositionEvent && event.data === target.value ? "" : target.value;
    else if (event instanceof CompositionEvent) handleComposed(target, event);
    else if (event instanceof InputEvent) handleTyped(target, event);
    else if (!isComplaining) target.setCustomValidity("");
  };
  for (const name of ["beforeinput", "input", "compositionstart", "compositionend", "invalid"])
    form.addEventListener(name, listen, { capture: true, signal });
}

/** Types at the caret. execCommand is the only way in a number input. */
function type(text: string): void {
  document.execCommand("insertText", false, text);
}

function put(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
