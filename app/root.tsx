import raleway from "@fontsource-variable/raleway/files/raleway-latin-wght-normal.woff2?url";
import rancho from "@fontsource/rancho/files/rancho-latin-400-normal.woff2?url";
import { Component, memo, useContext, useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import {
  Links,
  Meta,
  NavigationType,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
  useRouteError,
  // oxlint-disable-next-line no-restricted-imports -- ShopRouter hands its result to all other components
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import type { Coffee } from "../catalogue/coffee.ts";
import { preferredLanguage, type Language } from "../catalogue/language.ts";
import { addresses, isBoard } from "./shop/addresses.ts";
import "./styles/app.css";
import { fetchPagesOnFirstInput } from "./shop/fetch-pages.ts";
import { ChangesHost } from "./history/changes-host.tsx";
import { CoffeeListProvider } from "./list/coffee-list.tsx";
import galada from "./fonts/galada-bengali-400-normal.woff2?url";
import hindSiliguri from "./fonts/hind-siliguri-bengali-400-normal.woff2?url";
import { firstCoffees, fittingDocument } from "./list/coffees-in-document.ts";
import { restoreFocus } from "./home-list/scroll-position.ts";
import type { CoffeeReader } from "./calls/product-server.ts";
import { aliveEvent } from "./shop/page-guard.ts";
import { filtersParameter, hasCriteria, readSearchQuery, startParameter } from "./search/search-query.ts";
import { LiveUpdatesProvider } from "./live/live-updates.tsx";
import { serverSearch } from "./search/server-search.ts";
import { contactLinks } from "./layout/contact-links.ts";
import { focusHeading } from "./layout/focus-heading.ts";
import { Footer } from "./layout/footer.tsx";
import { Header } from "./layout/header.tsx";
import { BackToHome } from "./home-list/back-to-home.tsx";
import { NonceContext } from "./document/nonce-context.ts";
import { Offline } from "./offline/offline.tsx";
import { FirstNotice } from "./notices/first-notice.tsx";
import { NoticesProvider } from "./notices/notices.tsx";
import { nextPageKey, placeInHistory, remember } from "./shop/tab-memory.ts";
import { settingsContext, siteContext } from "./shop/storefront.ts";
import { searchContext } from "./search/search-context.ts";
import { coffeesContext } from "./calls/loading/load-coffee.ts";
import { requestedLanguage } from "./words/language/requested-language.ts";
import { undoByForm } from "./without-scripts/form-actions.ts";
import { FormPageContext } from "./without-scripts/form-page-context.ts";
import { readWithoutScripts } from "./without-scripts/form-view.ts";
import { ShopRouter, type RootData } from "./shop/shop-router.tsx";
import { useWords, useWordsOf, WordsContext } from "./words/words.tsx";

/** The first document of home includes the first coffees. On every page the browser then loads the whole list, once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const settings = context.get(settingsContext);
  const language = preferredLanguage(request.headers.get("accept-language"));
  const isHome = pathname === addresses.home;
  const query = readSearchQuery(searchParams);
  const start = Number(/^\d{1,7}$/.exec(searchParams.get(startParameter) ?? "")?.[0] ?? 0);
  const isFinding =
    isHome && settings.extras && (hasCriteria(query) || searchParams.has(filtersParameter) || start > 0);
  const all = isFinding ? await context.get(searchContext)() : undefined;
  const plain = settings.extras ? await readWithoutScripts({ context, request, params: {} }) : undefined;
  const found = all?.ok
    ? await serverSearch(all.value, query, requestedLanguage(search) ?? language, start)
    : undefined;
  const first = isHome && !found ? await readFirst(context.get(coffeesContext)) : [];
  const coffees = found?.coffees ?? fittingDocument(first);
  const end = start + coffees.length;

  return {
    settings,
    ...(settings.extras && {
      site: context.get(siteContext),
      links: contactLinks(settings.shop.en),
    }),
    /** The language that the browser prefers. */
    language,
    year: new Date().getFullYear(),
    coffees,
    /** Where the next part of the list starts without scripts; undefined if the document has all of it. */
    rest: settings.extras && (found ? found.count > end : first.length > end) ? end : undefined,
    /** The result of home's query; undefined without a query. */
    found,
    plain,
  };
}

/** Home's forms without scripts undo changes. */
export const action = undoByForm;

/** The first coffees; empty if loading fails. The browser then loads the list itself and reports the error. */
async function readFirst(reader: CoffeeReader): Promise<readonly Coffee[]> {
  const answer = await reader.list(firstCoffees);
  return answer.ok ? answer.value : [];
}

/** The fonts to preload for each language. */
const faces = { en: [rancho, raleway], bn: [galada, hindSiliguri] } as const;

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { settings, plain: { isScriptless } = {} } = root ?? {};
  const nonce = useContext(NonceContext);
  const words = useWordsOf(useLanguage(root));
  return (
    <html
      lang={words.language}
      data-product-server={settings?.productServerUrl}
      data-extras={settings?.extras || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={settings?.headerColour.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={settings?.headerColour.dark} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {faces[words.language].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
        {settings?.themeStyle && <style nonce={nonce}>{settings.themeStyle}</style>}
      </head>
      <body>
        <ShopRouter root={root}>
          <WordsContext value={words}>{children}</WordsContext>
        </ShopRouter>
        {!isScriptless && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/**
 * The language in the address, or else the last one in it: after a Back to an address without a language, the page
 * keeps it. With extras off, always English.
 */
function useLanguage(root: RootData | undefined): Language {
  const chosen = requestedLanguage(useLocation().search);
  const [last, setLast] = useState(chosen);
  if (chosen && chosen !== last) setLast(chosen);
  return root?.settings.extras ? (chosen ?? last ?? root.language) : "en";
}

export default function App({ loaderData }: Route.ComponentProps) {
  return <Shop {...loaderData} />;
}

/** Memoised, so that a navigation does not re-render the whole shop when it starts, which would delay the tap. */
const Shop = memo(function Shop({ settings, links, year, coffees, plain }: Route.ComponentProps["loaderData"]) {
  useFocusOnNavigation();
  const renderFormPage = useContext(FormPageContext);
  const { page, language } = useWords();
  const shop = settings.shop[language];
  const { pathname, search, key } = useLocation();
  const isBoardPage = settings.extras && isBoard(pathname, search);
  const announceAlive = useEffectEvent(() => {
    // The board shows no error, because nobody is there to respond.
    const detail = settings.extras && !isBoardPage && [page.broken, page.loadAgain];
    dispatchEvent(new CustomEvent(aliveEvent, { detail: detail || undefined }));
  });
  useEffect(() => announceAlive(), []);
  useEffect(fetchPagesOnFirstInput, []);
  return (
    <NoticesProvider extras={settings.extras}>
      <NavigationNote key={key} />
      <CoffeeListProvider first={coffees}>
        <LiveUpdatesProvider extras={settings.extras}>
          {!isBoardPage && (
            <>
              <a href="#page" className="skip-link">
                {page.skip}
              </a>
              <Header shopName={shop.name} extras={settings.extras} />
            </>
          )}
          {settings.extras && (
            <OptionalPart>
              <Offline />
            </OptionalPart>
          )}
          <main id="page" tabIndex={-1}>
            {plain?.notice && (plain.isScriptless || new URLSearchParams(search).has("done")) && (
              <div className="page my-4">
                <FirstNotice notice={plain.notice} />
              </div>
            )}
            {renderFormPage && plain?.view ? renderFormPage(plain.view) : <Outlet />}
          </main>
          {!isBoardPage && <Footer shop={shop} year={year} links={links} />}
          {settings.showsHistory && !settings.productServerUrl && (
            <OptionalPart>
              <ChangesHost />
            </OptionalPart>
          )}
        </LiveUpdatesProvider>
      </CoffeeListProvider>
    </NoticesProvider>
  );
});

/**
 * Shown after an unexpected error, which React has already logged. In a browser, app/shop/page-guard.ts puts the page
 * back.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const { page } = useWords();
  const stack = import.meta.env.DEV && error instanceof Error ? error.stack : undefined;
  return (
    <main className="page section text-center">
      <title>{page.wrong}</title>
      <h1 className="headline">{page.wrong}</h1>
      <p className="mt-4">{page.wrongWords}</p>
      {stack && <pre className="mt-6 overflow-x-auto text-left text-sm">{stack}</pre>}
      <div className="mt-8">
        <BackToHome />
      </div>
    </main>
  );
}

/**
 * Stores the start and target of a pending navigation, so that the next document can resume it if a script fails. A
 * separate component, so that nothing else re-renders when a navigation starts. Its key changes with each page, which
 * clears the note.
 */
function NavigationNote() {
  const { location: next } = useNavigation();
  const to = next && next.pathname + next.search;
  useEffect(() => remember(nextPageKey, to ? `${placeInHistory()}\n${to}` : ""), [to]);
  return null;
}

/**
 * Moves the focus after a navigation: to the new page's heading, after Back to the link that was pressed, and after an
 * add to the new coffee.
 */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const current = useRef(pathname);
  useEffect(() => {
    if (current.current === pathname) return;
    current.current = pathname;
    if (pathname === addresses.home && restoreFocus(isBack)) return;
    focusHeading();
  }, [pathname, isBack]);
}

/** An error boundary for a part that the page can do without. If it fails it is removed; React logs the error. */
class OptionalPart extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  static getDerivedStateFromError = () => ({ isBroken: true });
  override state = { isBroken: false };

  override render() {
    return this.state.isBroken || this.props.children;
  }
}
