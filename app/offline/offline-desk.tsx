import { useEffect, useReducer } from "react";
import { useLocation } from "react-router";
import { addresses, segmentOfCoffee } from "../shop/addresses.ts";
import { timeAgo } from "../coffee/text/time-ago.ts";
import { inLanguage, languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { cachedAtHeader } from "../calls/cached-at-header.ts";
import { registerServiceWorker } from "./register-service-worker.ts";
import { UnsentCoffees } from "./unsent-coffees.tsx";
import { useConnection } from "./use-connection.ts";
import { offlineWords } from "../words/offline-words.ts";

/** Says that the shop cannot be reached, and how old what it shows is; or, while it can be, what was not sent yet. */
export function OfflineDesk() {
  const { isOffline, fetchedAt } = useConnection();
  const { pathname, search } = useLocation();
  const words = useWords();
  const offline = offlineWords(words);
  const language = languageSearch(search);
  useEffect(() => registerServiceWorker(language), [language]);
  useEachMinute(isOffline);
  const isHome = pathname === addresses.home;
  const call = isHome ? "GET /coffee" : `GET /coffee/${segmentOfCoffee(pathname)}`;
  const at = fetchedAt[call] ?? documentTime(pathname);
  const when = isOffline && at !== undefined && timeAgo(new Date(at).toISOString(), words);
  return (
    <>
      {/* Not in the document, whose first paint would wait until the manifest and its icon had come. */}
      <link rel="manifest" href={`/manifest.webmanifest${inLanguage("", words.language)}`} />
      {/* It is there before its words are, or they would not be read out; nor are they each time that the age has grown. */}
      <p role="status" className="offline-bar">
        {isOffline && (
          <span>
            <strong>{offline.title}</strong>{" "}
            <span aria-live="off">{when && (isHome ? offline.list : offline.page)(when)}</span>
          </span>
        )}
      </p>
      {!isOffline && <UnsentCoffees />}
    </>
  );
}

/** Renders anew as time goes by, and at once where a page is looked at again. */
function useEachMinute(isWanted: boolean): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(render, 60_000);
    document.addEventListener("visibilitychange", render);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", render);
    };
  }, [isWanted]);
}

/** When the document that stands at this path was fetched, in milliseconds since 1970; undefined where none was. */
function documentTime(pathname: string): number | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  if (!(entry instanceof PerformanceNavigationTiming) || new URL(entry.name).pathname !== pathname) return undefined;
  // Without encryption there are no timings, and no worker either.
  const timings = "serverTiming" in entry ? entry.serverTiming : [];
  const cachedAt = timings.find(({ name }) => name === cachedAtHeader)?.description;
  return cachedAt === undefined ? performance.timeOrigin : Date.parse(cachedAt);
}
