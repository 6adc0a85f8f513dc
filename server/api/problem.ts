import { Fault, type FaultCode } from "../../catalogue/fault.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { HttpFault } from "../http/http-fault.ts";
import { currentRequestId } from "../http/observe-requests.ts";
import { textReply, type PlainReply } from "../http/plain-reply.ts";
import { problemType } from "../http/refuse-what-is-not-http.ts";

type Problem = Readonly<{ status: number; title: string }>;

/** Every problem that a reply can name, expected or not. `type` in a reply leads to its line here. */
export const problems: Readonly<Record<FaultCode | "internal", Problem>> = {
  "not-json": { status: 400, title: "The body is not JSON" },
  "invalid-coffee": { status: 400, title: "The coffee cannot be kept as sent" },
  "unknown-address": { status: 404, title: "Nothing is at this address" },
  "unknown-coffee": { status: 404, title: "There is no such coffee" },
  "method-not-allowed": { status: 405, title: "This address does not take that method" },
  "unknown-change": { status: 404, title: "There is no such change" },
  "key-not-readable": { status: 400, title: "The key cannot be read" },
  "changed-meanwhile": { status: 412, title: "The coffee was changed meanwhile" },
  "body-too-large": { status: 413, title: "The body is too large" },
  "not-json-type": { status: 415, title: "The body is not of a type that is read here" },
  "key-reused": { status: 422, title: "The key was sent with another coffee" },
  "too-many-writes": { status: 429, title: "Too many changes in a short time" },
  internal: { status: 500, title: "Something went wrong in the shop" },
  "storage-failed": { status: 500, title: "The shop's disk failed" },
  frozen: { status: 503, title: "The shop takes no changes for now" },
  "storage-busy": { status: 503, title: "The shop is busy" },
  "storage-unknown": { status: 503, title: "It is not known whether this was written" },
  "storage-unreachable": { status: 503, title: "The shop's database cannot be reached" },
  "storage-full": { status: 507, title: "The shop's disk is full" },
};

const codesOfExtras = new Set(["unknown-change", "key-not-readable", "key-reused"]);

/** What a problem is called, by its code; undefined for a code of which this shop never tells. */
export function problemOf(code: string, extras: boolean): Problem | undefined {
  const isOfExtras = codesOfExtras.has(code);
  return Object.entries(problems).find(([known]) => known === code && (extras || !isOfExtras))?.[1];
}

export const problemsPath = "/-/problems/";

/**
 * The one way in which a failure becomes a reply: a problem document (RFC 9457). A fault speaks for itself; of anything
 * else the reply says nothing, and `report` gets it once, as it gets what the operator has to see to.
 */
export function problemReply(error: unknown, report: (error: unknown) => void): PlainReply<string> {
  if (!(error instanceof Fault)) report(error);
  else if (error.cause instanceof StoreRefused) report(error.cause.message);
  const { code, detail, errors } = spoken(error);
  const { status, title } = problems[code];
  const { headers, members } = error instanceof HttpFault ? error : nothingMore;
  const document = {
    type: problemsPath + code,
    title,
    status,
    detail,
    ...(errors.length > 0 && { errors }),
    ...members,
  };
  const more = ["cache-control", "no-store", ...Object.entries(headers).flat()];
  return textReply(status, problemType, JSON.stringify(document), more);
}

const nothingMore = { headers: {}, members: {} };

function spoken(error: unknown) {
  if (error instanceof Fault) return { code: error.code, detail: error.message, errors: error.errors };
  const detail = `The failure was noted as ${currentRequestId()}. Try again in a moment.`;
  return { code: "internal" as const, detail, errors: [] };
}
