import type { Notice } from "../../notices/notice.ts";
import type { Words } from "../../words/english.ts";
import { failureText, type Failure } from "../../calls/product-server.ts";

/** The server replied, but did not acknowledge the write. */
export const noConfirmation: Failure = { status: 200, words: { kind: "notConfirmed" } };

/**
 * The notice for a coffee that was refused or got no reply. If the visitor has left the form, the notice offers
 * `sendAgain`, because only it still has the typed text. `isSafe` tells whether sending again adds or changes the
 * coffee only once, `isKept` whether the browser stores the typed text.
 */
export function unsentNotice(
  { notices, language }: Words,
  action: "added" | "updated",
  failure: Failure,
  isHere: boolean,
  sendAgain: () => void,
  { isSafe, isKept }: Readonly<{ isSafe?: boolean; isKept?: boolean }> = {},
): Notice {
  const { sendAgain: label, stillHere, whenOnline, lookFirst, keptHere, [action]: outcome } = notices.unsent;
  const words = failureText(failure, language);
  const isUnknown = failure.status === undefined && !failure.isOffline;
  const title = isUnknown ? outcome.unknown : outcome.refused;
  if (!isHere) return { title, words, action: { label, act: sendAgain } };
  if (failure.isOffline) return { title: words, advice: isKept ? outcome.kept : whenOnline, isOfPage: true };
  const again = [isSafe ? outcome.again : lookFirst, isKept && keptHere].filter(Boolean).join(" ");
  return { title, words, advice: isUnknown ? again : stillHere, isOfPage: true };
}
