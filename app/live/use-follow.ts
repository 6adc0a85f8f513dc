import { useEffect, useEffectEvent } from "react";
import type { Loaded } from "../list/coffee-list.tsx";
import type { FollowOptions, News } from "./follow.ts";

/** For the reply to a change that was made here: the stream may be quicker. */
const replyMs = 300;

/** Hears what others change in the shop since the list was loaded. Nothing is followed until then, nor without a log. */
export function useFollow(loaded: Loaded | undefined, { hear, load }: Pick<FollowOptions, "hear" | "load">): void {
  const onNews = useEffectEvent(hear);
  const onOutdated = useEffectEvent(load);
  useEffect(() => {
    const after = loaded?.upTo;
    if (after === undefined) return;
    let stop = () => {};
    let isOver = false;
    const hearLater = (news: News) => {
      setTimeout(() => {
        if (!isOver) onNews(news);
      }, replyMs);
    };
    const begin = async () => {
      const { follow } = await import("./follow.ts");
      if (isOver) return;
      const baseUrl = document.documentElement.dataset["productServer"] ?? "";
      ({ stop } = follow({ baseUrl, after, hear: hearLater, load: (atLeast) => onOutdated(atLeast) }));
    };
    begin().catch((error: unknown) => console.error(error)); // the page is as it would be without
    return () => {
      isOver = true;
      stop();
    };
  }, [loaded]);
}
