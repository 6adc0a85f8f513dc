import { useEffect, useReducer, useState, useSyncExternalStore, type ComponentType } from "react";
import { useLocation } from "react-router";
import { addresses, segmentOfCoffee } from "../shop/addresses.ts";
import { timeAgo } from "../coffee/text/time-ago.ts";
import { inLanguage, languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { cachedAtHeader } from "../calls/cached-at-header.ts";
import { unsentLines, watchUnsent } from "../form/unsent/unsent.ts";
import { useConnection } from "./use-connection.ts";
import { offlineWords } from "../words/offline-words.ts";

/**
 * While offline, says that the shop cannot be reached and how old the page is. Lists the unsent coffees.
 */
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
      {/* Not in the document: there the manifest and its icon would delay the first paint. */}
      <link rel="manifest" href={`/manifest.webmanifest${inLanguage("", words.language)}`} />
      {/*
       * A live region must exist before its text, or screen readers ignore it. The age is outside of it, so that it is
       * not read out each minute.
       */}
      <p role="status" className="offline-bar">
        {isOffline && (
          <span>
            <strong>{offline.title}</strong>{" "}
            <span aria-live="off">{when && (isHome ? offline.list : offline.page)(when)}</span>
          </span>
        )}
      </p>
      <UnsentList isOffline={isOffline} hasForm={!isHome} />
    </>
  );
}

type UnsentListProps = Readonly<{ isOffline: boolean; hasForm: boolean }>;

/** Loads the list of unsent coffees if there are any, or once a visitor types one. */
function UnsentList({ isOffline, hasForm }: UnsentListProps) {
  const [List, setList] = useState<ComponentType<{ isOffline: boolean }>>();
  const [isTyping, setTyping] = useState(false);
  const isWanted = useSyncExternalStore(watchUnsent, unsentLines) !== "" || isTyping;
  useEffect(() => {
    if (!hasForm) return;
    const noteTyping = () => setTyping(true);
    addEventListener("input", noteTyping, { once: true });
    return () => removeEventListener("input", noteTyping);
  }, [hasForm]);
  useEffect(() => {
    if (!isWanted) return;
    const load = () =>
      void import("./unsent-coffees.tsx").then(
        ({ UnsentCoffees }) => setList(() => UnsentCoffees),
        (error: unknown) => console.error(error), // they stay stored
      );
    load();
    addEventListener("online", load);
    return () => removeEventListener("online", load);
  }, [isWanted]);
  return List && <List isOffline={isOffline} />;
}

/** Re-renders each minute, and when the tab comes to the foreground. */
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

/** When the current document was fetched, in milliseconds since 1970; undefined if it is for another path. */
function documentTime(pathname: string): number | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  if (!(entry instanceof PerformanceNavigationTiming) || new URL(entry.name).pathname !== pathname) return undefined;
  // Without HTTPS there is no `serverTiming`, and no service worker.
  const timings = "serverTiming" in entry ? entry.serverTiming : [];
  const cachedAt = timings.find(({ name }) => name === cachedAtHeader)?.description;
  return cachedAt === undefined ? performance.timeOrigin : Date.parse(cachedAt);
}

/**
 * Registers the service worker, and sends it addresses to cache: home in this language, and at the first registration
 * everything that was loaded before. Does nothing in browsers without service workers.
 */
function registerServiceWorker(language: string): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isNew = !serviceWorker.controller;
  serviceWorker.register("/service-worker.js").catch((error: unknown) => console.error(error));
  void serviceWorker.ready.then(({ active }) => {
    // Only now, so that it includes a list that loaded slowly meanwhile.
    const addressesToCache = [addresses.home + language, ...(isNew ? loadedAddresses() : [])];
    active?.postMessage(addressesToCache, { transfer: [] });
  });
}

function loadedAddresses(): string[] {
  return [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
}
