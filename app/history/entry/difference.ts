const contextWords = 4;

/**
 * How two texts differ: the words that they share at both ends, cut to a few, and what is between. Compares word by
 * word, so that combining marks stay with their letter.
 */
export function difference(before: string, after: string) {
  const old = words(before);
  const fresh = words(after);
  const lead = sharedAtStart(old, fresh);
  const trail = sharedAtStart(old.slice(lead).reverse(), fresh.slice(lead).reverse());
  const common = old.slice(0, lead);
  const ending = old.slice(old.length - trail);
  return {
    lead: common.length > contextWords ? `… ${common.slice(-contextWords).join("").trimStart()}` : common.join(""),
    before: old.slice(lead, old.length - trail).join(""),
    after: fresh.slice(lead, fresh.length - trail).join(""),
    trail: ending.length > contextWords ? `${ending.slice(0, contextWords).join("").trimEnd()} …` : ending.join(""),
  };
}

/** Splits a text into words, each with the white space around it. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*|\s+/g) ?? [];
}

function sharedAtStart(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((word, index) => word !== other[index]);
  return end === -1 ? one.length : end;
}
