import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { useListChanges, useLoadedUpTo, type LocalChange } from "../coffees/coffee-list.tsx";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { News } from "./follow.ts";
import { localChange } from "./local-change.ts";
import type { ToldChange } from "./told-change.ts";
import { useFollow } from "./use-follow.ts";

/** What others did, and the list that a visitor looks at does not show yet. */
type Waiting = Readonly<{
  changes: readonly LocalChange[];
  /** A list that takes the place of the one that is shown: too much was changed to be told one by one. */
  coffees: readonly Coffee[] | undefined;
}>;

type NewsOfList = Waiting &
  Readonly<{
    show: () => void;
    /** While it is held, the list changes only when it is asked to. Gives what lets it go. */
    hold: () => () => void;
  }>;

const nothing: Waiting = { changes: [], coffees: undefined };
const NewsContext = createContext<NewsOfList>({ ...nothing, show: () => {}, hold: () => () => {} });

/** For the reply to a change that was made here: the stream may be quicker. */
const replyMs = 300;

const hearers = new Set<(told: ToldChange) => void>();

/** Follows the shop. A list that nobody looks at takes in what others do at once; one that is held keeps still. */
export function NewsProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  const { record, replaceAll, isKnown } = useListChanges();
  const upTo = useLoadedUpTo();
  const [told, setWaiting] = useState(nothing);
  // A list that was loaded meanwhile shows what was told before it.
  const waiting = useMemo(
    () => ({ ...told, changes: told.changes.filter(({ number = Infinity }) => number > (upTo ?? 0)) }),
    [told, upTo],
  );
  const latest = useRef(waiting);
  useLayoutEffect(() => {
    latest.current = waiting;
  }, [waiting]);
  const holders = useRef(0);

  const put = useCallback(
    ({ coffees, changes }: Waiting) => {
      if (coffees) replaceAll(coffees);
      for (const change of changes) record(change);
    },
    [record, replaceAll],
  );
  const take = (next: Waiting) => {
    if (next.changes.length === 0 && !next.coffees) return;
    if (holders.current === 0) put(next);
    else if (next.coffees) setWaiting(next);
    else setWaiting((before) => ({ ...before, changes: [...before.changes, ...next.changes] }));
  };
  const hear = (news: News, skipTo: (number: number) => void) => {
    if ("changes" in news)
      setTimeout(() => {
        const others = news.changes.filter((change) => !isKnown(localChange(change)));
        for (const change of others) for (const hearer of hearers) hearer(change);
        take({ ...nothing, changes: others.map(localChange) });
      }, replyMs);
    if ("reload" in news) void loadAnew(skipTo).then((coffees) => coffees && take({ ...nothing, coffees }));
  };
  useFollow(extras ? upTo : undefined, hear);

  const show = useCallback(() => {
    put(latest.current);
    setWaiting(nothing);
  }, [put]);
  const hold = useCallback(() => {
    holders.current += 1;
    return () => {
      holders.current -= 1;
      if (holders.current === 0) show();
    };
  }, [show]);
  const news = useMemo(() => ({ ...waiting, show, hold }), [waiting, show, hold]);
  return <NewsContext value={news}>{children}</NewsContext>;
}

let loading: Promise<readonly Coffee[] | undefined> | undefined;

/** However often it is asked for meanwhile, one list is loaded at a time. */
function loadAnew(skipTo: (number: number) => void): Promise<readonly Coffee[] | undefined> {
  loading ??= browserProductServer()
    .list()
    .then((answer) => {
      loading = undefined;
      if (answer.ok && answer.upTo !== undefined) skipTo(answer.upTo);
      return answer.ok ? answer.value : undefined;
    });
  return loading;
}

export function useNews(): NewsOfList {
  return useContext(NewsContext);
}

/** Hears of each change to a coffee that others make while the page is open. */
export function useNewsOf(id: string, hear: (told: ToldChange) => void): void {
  const onNews = useEffectEvent(hear);
  useEffect(() => {
    const hearer = (told: ToldChange) => {
      if (told.coffeeId === id) onNews(told);
    };
    hearers.add(hearer);
    return () => {
      hearers.delete(hearer);
    };
  }, [id]);
}
