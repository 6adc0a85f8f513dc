import { useEffect, useEffectEvent } from "react";
import type { LoadedList } from "../list/coffee-list.tsx";
import type { FollowOptions, News } from "./follow/follow.ts";

/** For the reply to a change that was made here: the stream may be quicker. */
const replyMs = 300;

/** Hears what others change in the shop since the list was loaded. Nothing is followed until then, nor without a log. */
export function useFollow(
  list: LoadedList | undefined,
  { onNews, reload }: Pick<FollowOptions, "onNews" | "reload">,
): void {
  const handleNews = useEffectEvent(onNews);
  const handleReload = useEffectEvent(reload);
  useEffect(() => {
    const after = list?.upTo;
    if (after === undefined) return;
    let stop = () => {};
    let isOver = false;
    const handleNewsLater = (news: News) => {
      setTimeout(() => {
        if (!isOver) handleNews(news);
      }, replyMs);
    };
    const begin = async () => {
      const { follow } = await import("./follow/follow.ts");
      if (isOver) return;
      const baseUrl = document.documentElement.dataset["productServer"] ?? "";
      ({ stop } = follow({ baseUrl, after, onNews: handleNewsLater, reload: (atLeast) => handleReload(atLeast) }));
    };
    begin().catch((error: unknown) => console.error(error)); // the page is as it would be without
    return () => {
      isOver = true;
      stop();
    };
  }, [list]);
}
