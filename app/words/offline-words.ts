/*
 * What is only said where the shop cannot be reached. The English is not in english.ts, which every browser fetches, but
 * comes with offline-desk.tsx. The Bangla is in bangla.ts, which only Bangla pages fetch.
 */

const english = {
  title: "We can't reach the shop.",
  list: (when: string) => `This list is from ${when}.`,
  page: (when: string) => `This page is from ${when}.`,
  unsent: "Not sent yet",
  typedNew: (name: string) => `You wrote ‘${name}’, but we couldn't reach the shop.`,
  typedEdit: (name: string) => `You changed ‘${name}’, but we couldn't reach the shop.`,
  maybeThere: "It may have been added after all: check the list before you send it.",
  send: "Send",
  look: "Review",
  throwAway: "Discard",
  thrownAway: "Your text was discarded.",
  stillKept: "Your text is still saved in this browser.",
  lookAndPick: "Your changes weren't saved. Press “Review”, choose which text to keep and send from there.",
};

export type OfflineWords = typeof english;

/** In the language of these words. */
export function offlineWords(words: Readonly<{ offline?: OfflineWords }>): OfflineWords {
  return words.offline ?? english;
}
