import { useEffect, useEffectEvent } from "react";
import type { LoadedList } from "../list/coffee-list.tsx";
import type { FollowOptions, News } from "./follow/follow.ts";

/** How long news wait, so that the reply to this visitor's own change arrives first. */
const replyMs = 300;

/** Follows changes by others once the list is loaded, if the server keeps a log. */
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
    begin().catch((error: unknown) => console.error(error)); // the page works without live updates
    return () => {
      isOver = true;
      stop();
    };
  }, [list]);
}
