import type { Notice } from "../notices/notices.tsx";
import type { Words } from "../words/english.ts";
import { wordsOf, type Failure } from "./product-server.ts";

/** Of a reply that came and yet took nothing. */
export const unacknowledged: Failure = {
  status: 200,
  words: { en: "The product server did not acknowledge it.", bn: "সার্ভার এটি গ্রহণের কথা জানায়নি।" },
};

/** Whether it does no harm to send it again, and whether what was typed is kept in the browser. */
export type Precautions = Readonly<{ isSafe: boolean; isKept: boolean }>;

/**
 * What is said when a coffee was refused, or when nobody knows because no reply came. Where the form has been left, only
 * the notice has what was typed in it, and `sendAgain` sends that.
 */
export function unsentNotice(
  { notices, language }: Words,
  done: "added" | "updated",
  failure: Failure,
  isHere: boolean,
  sendAgain: () => void,
  { isSafe, isKept }: Precautions = { isSafe: false, isKept: false },
): Notice {
  const { sendAgain: label, lookFirst, kept, addedOnce, noHarm, keptHere, [done]: titles } = notices.unsent;
  const isUnknown = failure.status === undefined;
  const title = isUnknown ? titles.unknown : titles.refused;
  const words = wordsOf(failure, language);
  if (!isHere) return { title, words, action: { label, act: sendAgain } };
  const again = !isSafe ? lookFirst : done === "added" ? addedOnce : noHarm;
  const advice = isUnknown ? [again, isKept && keptHere].filter(Boolean).join(" ") : kept;
  return { title, words, advice, isOfPage: true };
}
