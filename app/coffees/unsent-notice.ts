import type { Notice } from "../notices/notices.tsx";
import type { Failure } from "./product-server.ts";

/**
 * What is said when a coffee was refused, or when nobody knows because no reply came. Where the form has been left, only
 * the notice has what was typed in it, and `sendAgain` sends that.
 */
export function unsentNotice(
  done: "added" | "updated",
  { status, words }: Failure,
  isHere: boolean,
  sendAgain: () => void,
): Notice {
  const title = status === undefined ? `It is not sure that the coffee was ${done}.` : `The coffee was not ${done}.`;
  if (!isHere) return { title, words, action: { label: "Send it again", act: sendAgain } };
  const kept = "What you typed is still here: change it, or send it again.";
  const advice = status === undefined ? "Look at the list in another tab before you send it again." : kept;
  return { title, words, advice, isOfPage: true };
}
