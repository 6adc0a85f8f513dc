import type { Notice } from "../../notices/notice.ts";
import type { Words } from "../../words/english.ts";
import { failureText, type Failure } from "../../calls/product-server.ts";

/** Of a reply that came and yet took nothing. */
export const noConfirmation: Failure = {
  status: 200,
  words: { en: "The shop didn't confirm it.", bn: "দোকান এটি গ্রহণের কথা জানায়নি।" },
};

/** Whether it does no harm to send it again, and whether what was typed is kept in the browser. */
export type Precautions = Readonly<{ isSafe: boolean; isKept: boolean }>;

/**
 * What is said when a coffee was refused, or when nobody knows because no reply came. Where the form has been left, only
 * the notice has what was typed in it, and `sendAgain` sends that.
 */
export function unsentNotice(
  { notices, language }: Words,
  action: "added" | "updated",
  failure: Failure,
  isHere: boolean,
  sendAgain: () => void,
  { isSafe, isKept }: Precautions = { isSafe: false, isKept: false },
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
