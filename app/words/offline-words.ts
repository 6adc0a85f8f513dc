/*
 * Texts for offline use. The English loads with offline-desk.tsx, not with english.ts, which every browser loads. The
 * Bangla is in bangla.ts, which only Bangla pages load.
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
  sendingPhoto: "Uploading the photo …",
  photoRefused: (reason: string) => `Its photo wasn't uploaded. ${reason}`,
  photoGone: "Its photo is no longer saved in this browser.",
  dropPhoto: "Remove photo",
  lookAndPick: "Your changes weren't saved. Press “Review”, choose which text to keep and send from there.",
};

export type OfflineWords = typeof english;

/** The texts in the language of a dictionary. */
export function offlineWords(words: Readonly<{ offline?: OfflineWords }>): OfflineWords {
  return words.offline ?? english;
}
