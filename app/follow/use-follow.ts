import { useEffect, useEffectEvent } from "react";
import type { News } from "./follow.ts";

/** Hears what others change in the shop, from a change of its log on. Nothing is followed while `after` is not known. */
export function useFollow(
  after: number | undefined,
  hear: (news: News, skipTo: (number: number) => void) => void,
): void {
  const onNews = useEffectEvent(hear);
  useEffect(() => {
    if (after === undefined) return;
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { follow } = await import("./follow.ts");
      if (isOver) return;
      const baseUrl = document.documentElement.dataset["productServer"] ?? "";
      const following = follow({ baseUrl, after, hear: (news) => onNews(news, following.skipTo) });
      stop = following.stop;
    };
    begin().catch((error: unknown) => console.error(error)); // the page is as it would be without
    return () => {
      isOver = true;
      stop();
    };
  }, [after]);
}
