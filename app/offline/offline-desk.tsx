import { useEffect } from "react";
import { useLocation } from "react-router";
import { addresses } from "../addresses.ts";
import { timeAgo } from "../coffees/time-ago.ts";
import { languageSearch } from "../words/asked-language.ts";
import { useWords } from "../words/words.tsx";
import { registerServiceWorker } from "./register-service-worker.ts";
import { UnsentCoffees } from "./unsent-coffees.tsx";
import { useConnection } from "./use-connection.ts";

/** Says that the shop cannot be reached, and how old what it shows is; or, while it can be, what was not sent yet. */
export function OfflineDesk() {
  const { isOffline, fetchedAt } = useConnection();
  const { pathname, search } = useLocation();
  const words = useWords();
  const { offline } = words;
  const language = languageSearch(search);
  useEffect(() => registerServiceWorker(language), [language]);
  const when = fetchedAt === undefined ? undefined : timeAgo(new Date(fetchedAt).toISOString(), words);
  const age = pathname === addresses.home ? offline.list : offline.page;
  return (
    <>
      <p role="status" className="offline-bar" hidden={!isOffline}>
        {isOffline && (
          <>
            <strong>{offline.title}</strong> {when && age(when)}
          </>
        )}
      </p>
      {!isOffline && <UnsentCoffees />}
    </>
  );
}
