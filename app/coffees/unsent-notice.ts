import type { Notice } from "../notices/notices.tsx";
import type { Failure } from "./product-server.ts";

/** What a form says when its coffee was refused, or when nobody knows because no reply came. */
export function unsentNotice(done: "added" | "updated", { status, words }: Failure): Notice {
  if (status === undefined) {
    const advice = "Look at the list before you send it again. What you typed is still here.";
    return { title: `It is not sure that the coffee was ${done}.`, words, advice, isOfPage: true };
  }
  const advice = "What you typed is still here: change it, or send it again.";
  return { title: `The coffee was not ${done}.`, words, advice, isOfPage: true };
}
