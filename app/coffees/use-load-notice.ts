import { useEffect } from "react";
import { useNotify } from "../notices/notices.tsx";
import type { Answer } from "./product-server.ts";

/** A page whose coffee did not load shows blanks; this adds the words that say why. */
export function useLoadNotice(answer: Answer<unknown>): void {
  const notify = useNotify();
  useEffect(() => {
    if (answer.ok) return;
    notify({
      title: "This coffee could not be loaded.",
      words: answer.failure.words,
      advice: "Go back to home for the coffees there are.",
    });
  }, [answer, notify]);
}
