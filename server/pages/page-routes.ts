import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Fault } from "../../catalogue/fault.ts";
import { preferredLanguage } from "../../catalogue/language.ts";
import { writeCosts } from "../calls/authorise-write.ts";
import { problemText } from "../http/problem.ts";
import { LimitedWork } from "../http/limits/limited-work.ts";
import type { SpendWrite } from "../http/limits/rate-limit.ts";
import { EncodedReply } from "../http/reply/encoded-body.ts";
import { replaceHeader } from "../http/reply/reply.ts";
import type { ChooseLanguage } from "../http/reply/reply-language.ts";
import type { ClientAddress } from "../http/request/client-address.ts";
import { assertOwnPage } from "../http/request/from-own-page.ts";
import { readFormBody } from "../http/request/read-body.ts";
import { isMultipart, readMultipartForm } from "../http/request/read-multipart.ts";
import { requestUrl } from "../http/request/request-target.ts";
import type { Handler, Route } from "../http/route.ts";
import type { TakePhoto } from "../photos/photo-api.ts";
import { formPaths, pagePaths } from "../share/page-addresses.ts";
import type { SiteUrl } from "../share/site-url.ts";
import { photoRefusalField } from "../../app/form/photo-refusal-field.ts";
import type { Fetch } from "../../client/client.ts";
import type { FindHome } from "./home-document.ts";
import type { LocalReplies } from "../../app/entry.server.tsx";
import type { RenderPage } from "./render-pages.ts";

export type PagesParts = Readonly<{
  render: RenderPage;
  /** Undefined in development, and when `PRODUCT_SERVER_URL` is set: then home is rendered for each request. */
  findHome: FindHome | undefined;
  /** `local` and `callsFor` are undefined when `PRODUCT_SERVER_URL` is set. */
  local: LocalReplies | undefined;
  callsFor: ((incoming: IncomingMessage) => Fetch) | undefined;
  siteOf: SiteUrl;
  addressOf: ClientAddress;
  languageFor: ChooseLanguage;
  /** Undefined if the shop keeps no photos. */
  takePhoto: TakePhoto | undefined;
  /** Charges a form to the write limit; undefined if pages take no forms. */
  spendForm: SpendWrite | undefined;
  report: (error: unknown) => void;
}>;

/** Limits of renders. Each takes some milliseconds on the one thread that answers requests. */
const rendersLimits = { atOnce: 8, waiting: 64 };
/** Limits of renders with another product server, for which they wait most of their time. */
const rendersFromAfar = { atOnce: 64, waiting: 256 };
/** Limits of forms, which wait for the disk, the database or the other product server. Pages do not wait for forms. */
const formsLimits = rendersFromAfar;

/**
 * A handler that renders the page at any path, and the routes of all pages with their forms. Renders beyond the limits
 * reject with `too-busy`.
 */
export function pageRoutes(parts: PagesParts): Readonly<{ page: Handler; routes: readonly Route[] }> {
  const { findHome, siteOf, addressOf, languageFor, spendForm, report } = parts;
  const rendering = new LimitedWork<EncodedReply>(parts.local ? rendersLimits : rendersFromAfar);
  const answeringForms = new LimitedWork<EncodedReply>(formsLimits);
  const documentFor = (incoming: IncomingMessage, form?: URLSearchParams) => {
    const url = requestUrl(incoming)?.href ?? "";
    const site = siteOf(incoming);
    const language = preferredLanguage(incoming.headers["accept-language"]);
    const render = async () => {
      // A page depends on nothing else of a request. HEAD gets the same headers as GET.
      const headers = { "accept-language": language };
      const request = new Request(url, form ? { method: "POST", headers, body: form } : { headers });
      const rendered = await EncodedReply.read(
        await parts.render(request, parts.local, site, parts.callsFor?.(incoming)),
      );
      await rendered.for(incoming.headers["accept-encoding"]); // compressing takes memory too
      return rendered;
    };
    // Each form is handled by itself, and each page to add a coffee has an idempotency key of its own.
    const isShared = !form && !new URL(url).pathname.toLowerCase().startsWith(pagePaths.add);
    const key = isShared ? JSON.stringify([url, language, site]) : randomUUID();
    return (form ? answeringForms : rendering).run(addressOf(incoming) ?? "", key, render);
  };

  const page: Handler = async ({ incoming, headers }) => (await documentFor(incoming)).for(headers["accept-encoding"]);

  const home: Handler = async (call) => {
    // If the cached document cannot be made, the page shows what there is.
    const reply = await findHome?.(call.search, call.incoming)
      ?.reply(call.headers)
      .catch(() => undefined);
    return reply ?? page(call);
  };

  const takeForm = (spend: SpendWrite): Handler => {
    return async ({ incoming, headers }) => {
      try {
        assertOwnPage(incoming, siteOf(incoming));
        await spend(addressOf(incoming) ?? "", writeCosts.replace);
        const document = await documentFor(incoming, await readForm(parts, incoming));
        return replaceHeader(await document.for(headers["accept-encoding"]), "cache-control", "no-store");
      } catch (error) {
        return problemText(error, languageFor(headers["accept-language"]), report);
      }
    };
  };

  const form = spendForm && takeForm(spendForm);
  const formRoutes = formPaths.map((path): Route => {
    const read = path === pagePaths.home ? home : page;
    return { path, kind: "page", methods: { GET: read, ...(form && { POST: form }) } };
  });
  return { page, routes: [...formRoutes, { path: "/*", kind: "page", methods: { GET: page } }] };
}

type FormParts = Pick<PagesParts, "takePhoto" | "addressOf" | "languageFor">;

/** Reads a form of either type. The address of its photo, or why that was refused, goes into its fields. */
async function readForm(
  { takePhoto, addressOf, languageFor }: FormParts,
  incoming: IncomingMessage,
): Promise<URLSearchParams> {
  if (!takePhoto || !isMultipart(incoming)) return readFormBody(incoming);
  const { language } = languageFor(incoming.headers["accept-language"]);
  const { fields, received } = await readMultipartForm(incoming, (file) =>
    takePhoto(file, addressOf(incoming)).then(
      (photo) => ({ name: "photo", value: photo }),
      (error: unknown) => {
        if (error instanceof Fault) return { name: photoRefusalField, value: error.detail[language] };
        throw error;
      },
    ),
  );
  fields.delete(photoRefusalField); // only the server writes it
  if (received) fields.set(received.name, received.value);
  return fields;
}
