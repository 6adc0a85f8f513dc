/**
 * Number inputs drop what they do not take without a word: they make 15 of "1,5", and nothing of Bangla digits. Types
 * these as ASCII digits; tells whether anything else is about to be dropped.
 */
export function typePrice(event: InputEvent): boolean {
  const { data } = event;
  if (data === null) return false;
  const typed = data.replaceAll(/[০-৯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - zero));
  if (/[^\d.eE+\-\s]/.test(typed)) return true;
  if (typed === data) return false;
  event.preventDefault();
  // Nothing else types at the caret of a number input.
  document.execCommand("insertText", false, typed);
  return false;
}

const zero = "০".codePointAt(0) ?? 0;
