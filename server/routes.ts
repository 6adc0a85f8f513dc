import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { describeApi } from "./calls/openapi/openapi.ts";
import { problemCode, problemsPath } from "./http/problem.ts";
import { jsonReply, textReply } from "./http/reply/reply.ts";
import type { ChooseLanguage } from "./http/reply/reply-language.ts";
import type { Handler, Route } from "./http/route.ts";
import { Fault, faults } from "../catalogue/fault.ts";
import { fileRoutes } from "./pages/files.ts";
import { serviceWorkerRoute } from "./pages/service-worker.ts";
import { webManifestRoute } from "./pages/web-manifest.ts";
import type { Settings } from "./settings.ts";

export type RouteTableParts = Readonly<{
  settings: Settings;
  /** Undefined when `PRODUCT_SERVER_URL` is set. */
  store: CoffeeStore | undefined;
  languageFor: ChooseLanguage;
  calls: readonly Route[];
  pages: readonly Route[];
  /** Undefined if something else serves the files, such as Vite in development. */
  filesFolder: string | undefined;
  earlierFolders: readonly string[];
}>;

/** All routes of the server: an exact path takes precedence over a pattern, and an earlier route over a later one. */
export function routeTable(parts: RouteTableParts): readonly Route[] {
  const { settings, calls, pages, filesFolder, earlierFolders } = parts;
  return [
    ...calls,
    ...ownRoutes(parts),
    serviceWorkerRoute(settings.EXTRAS ? filesFolder : undefined),
    ...(settings.EXTRAS ? [webManifestRoute(settings)] : []),
    ...(filesFolder === undefined ? [] : fileRoutes(filesFolder, earlierFolders)),
    ...pages,
  ];
}

const plainText = "text/plain; charset=UTF-8";
/** For replies that no cache may store: it could answer for a process that has ended. */
const asOfNow = ["cache-control", "no-store"];

/** The routes about the server itself, and last the one that refuses all other paths under `/-/`. */
function ownRoutes({ settings, store, languageFor }: RouteTableParts): readonly Route[] {
  const ready: Handler = async () => {
    await store?.ready();
    return textReply(200, plainText, "ready", asOfNow);
  };
  const explainProblem: Handler = async ({ headers, argument }) => {
    const code = problemCode(argument, settings.EXTRAS);
    if (!code) throw new Fault("unknown-address", "no route");
    const { language, headers: ofLanguage } = languageFor(headers["accept-language"]);
    const { status, title } = faults[code];
    const text = `${status} ${title[language]}\n`;
    return textReply(200, plainText, text, Object.entries(ofLanguage).flat());
  };
  const description = store && jsonReply(200, describeApi(settings.EXTRAS, settings.PUBLIC_URL));
  return [
    { path: "/-/live", kind: "call", methods: { GET: live } },
    { path: "/-/ready", kind: "call", methods: { GET: ready } },
    ...(description
      ? [{ path: "/-/openapi.json", kind: "call", methods: { GET: async () => description } } as const]
      : []),
    { path: `${problemsPath}:code`, kind: "call", methods: { GET: explainProblem } },
    { path: "/-/*", kind: "call", methods: { ANY: refuseUnknown } },
  ];
}

const live: Handler = async () => textReply(200, plainText, "live", asOfNow);

const refuseUnknown: Handler = async () => {
  throw new Fault("unknown-address", "no route");
};
