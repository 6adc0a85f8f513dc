import { Fault, type FaultCode } from "../../catalogue/fault.ts";
import type { Translated } from "../../catalogue/language.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { HttpFault } from "./http-fault.ts";
import { currentRequestId } from "./observe-requests.ts";
import { textReply, type Reply } from "./reply/reply.ts";
import { problemType } from "./protocol-guard.ts";
import type { ReplyLanguage } from "./reply/reply-language.ts";

type Problem = Readonly<{ status: number; title: Translated; retryAfterSeconds?: number }>;

/** Every problem that a reply can name, expected or not. `type` in a reply leads to its line here. */
export const problems: Readonly<Record<FaultCode | "internal", Problem>> = {
  "not-json": { status: 400, title: { en: "The body is not JSON", bn: "পাঠানো তথ্য JSON নয়" } },
  "invalid-coffee": {
    status: 400,
    title: { en: "The coffee can't be saved as sent", bn: "কফিটি যেভাবে পাঠানো হয়েছে, সেভাবে সংরক্ষণ করা যায় না" },
  },
  "key-not-readable": {
    status: 400,
    title: { en: "The idempotency key is not valid", bn: "অনুরোধের চাবিটি পড়া যাচ্ছে না" },
  },
  "number-not-readable": {
    status: 400,
    title: { en: "The change number is not valid", bn: "পরিবর্তনের নম্বরটি ঠিক নয়" },
  },
  "unknown-client": {
    status: 400,
    title: { en: "The client's address is unknown", bn: "প্রেরকের ঠিকানা জানা নেই" },
  },
  "not-a-form": {
    status: 400,
    title: { en: "The form can't be read", bn: "ফর্মটি পড়া যাচ্ছে না" },
  },
  "foreign-form": {
    status: 403,
    title: { en: "The form didn't come from this shop's pages", bn: "ফর্মটি এই দোকানের পাতা থেকে আসেনি" },
  },
  "unknown-address": { status: 404, title: { en: "Nothing is at this address", bn: "এই ঠিকানায় কিছু নেই" } },
  "unknown-coffee": { status: 404, title: { en: "There is no such coffee", bn: "এমন কোনো কফি নেই" } },
  "method-not-allowed": {
    status: 405,
    title: { en: "This address doesn't support that method", bn: "এই ঠিকানায় এ ধরনের অনুরোধ চলে না" },
  },
  "unknown-change": { status: 404, title: { en: "There is no such change", bn: "এমন কোনো পরিবর্তন নেই" } },
  "deleted-coffee": { status: 410, title: { en: "The coffee was deleted", bn: "কফিটি মুছে ফেলা হয়েছে" } },
  "changed-meanwhile": {
    status: 412,
    title: { en: "Someone has changed the coffee since", bn: "এর মধ্যে কেউ কফিটি বদলেছেন" },
  },
  "body-too-large": { status: 413, title: { en: "The body is too large", bn: "পাঠানো তথ্য আকারে খুব বড়" } },
  "not-json-type": {
    status: 415,
    title: { en: "This type of content is not supported", bn: "এ ধরনের তথ্য এখানে পড়া যায় না" },
  },
  "key-reused": {
    status: 422,
    title: { en: "The idempotency key was used for another coffee", bn: "এই চাবি অন্য কফির সঙ্গে ব্যবহার করা হয়েছে" },
  },
  "undo-too-large": {
    status: 422,
    title: { en: "Too many changes to undo at once", bn: "একবারে এত কিছু ফেরানো যায় না" },
  },
  "undo-not-shown": {
    status: 428,
    title: { en: "Preview the undo first", bn: "এতে কী কী ফিরে যাবে, তা আগে দেখা হয়নি" },
  },
  "too-many-writes": {
    status: 429,
    title: { en: "Too many changes in a short time", bn: "অল্প সময়ে অনেক বেশি পরিবর্তন" },
  },
  internal: { status: 500, title: { en: "Something went wrong in the shop", bn: "দোকানে কিছু একটা সমস্যা হয়েছে" } },
  "storage-failed": { status: 500, title: { en: "The shop's disk failed", bn: "দোকানের ডিস্কে সমস্যা হয়েছে" } },
  "drawing-busy": {
    status: 503,
    title: { en: "Too many pictures at once", bn: "একসঙ্গে অনেক বেশি ছবি চাওয়া হচ্ছে" },
  },
  "too-busy": {
    status: 503,
    title: { en: "Too many requests at once", bn: "একসঙ্গে খুব বেশি অনুরোধ" },
  },
  "too-many-streams": {
    status: 503,
    title: { en: "Too many live connections at once", bn: "একসঙ্গে খুব বেশি মানুষ দোকানের পরিবর্তন দেখছেন" },
  },
  frozen: {
    status: 503,
    title: { en: "The shop isn't taking changes right now", bn: "দোকানে আপাতত কোনো পরিবর্তন করা যাচ্ছে না" },
  },
  moving: {
    status: 503,
    title: { en: "The shop is moving", bn: "দোকান স্থানান্তর করা হচ্ছে" },
    retryAfterSeconds: 10,
  },
  "storage-busy": { status: 503, title: { en: "The shop is busy", bn: "দোকান এখন ব্যস্ত" } },
  "storage-unknown": {
    status: 503,
    title: { en: "We don't know whether this was saved", bn: "এটি সংরক্ষিত হয়েছে কি না, জানা যায়নি" },
  },
  "storage-unreachable": {
    status: 503,
    title: { en: "We can't reach the shop's database", bn: "দোকানের ডেটাবেসের সঙ্গে যোগাযোগ করা যাচ্ছে না" },
  },
  "catalogue-full": { status: 507, title: { en: "The shop is full", bn: "দোকানে আর জায়গা নেই" } },
  "storage-full": { status: 507, title: { en: "The shop's disk is full", bn: "দোকানের ডিস্ক ভরে গেছে" } },
};

const codesOfExtras = new Set([
  "not-a-form",
  "foreign-form",
  "unknown-change",
  "deleted-coffee",
  "key-not-readable",
  "key-reused",
  "number-not-readable",
  "undo-too-large",
  "undo-not-shown",
  "drawing-busy",
  "too-many-streams",
]);

/** What a problem is called, by its code; undefined for a code of which this shop never tells. */
export function problemOf(code: string, extras: boolean): Problem | undefined {
  const isOfExtras = codesOfExtras.has(code);
  return Object.entries(problems).find(([known]) => known === code && (extras || !isOfExtras))?.[1];
}

export const problemsPath = "/-/problems/";

/**
 * The one way in which a failure becomes a reply: a problem document (RFC 9457), in the words of one language. A fault
 * speaks for itself; of anything else the reply says nothing, and `report` gets it once, as it gets what the operator has
 * to see to.
 */
export function problemReply(error: unknown, language: ReplyLanguage, report: (error: unknown) => void): Reply<string> {
  const { document, headers } = documentOf(error, language, report);
  return textReply(document.status, problemType, JSON.stringify(document), headers);
}

/** The same for a person whose form was refused before there was a page to show it on. */
export function problemText(error: unknown, language: ReplyLanguage, report: (error: unknown) => void): Reply<string> {
  const { document, headers } = documentOf(error, language, report);
  const { status, title, detail } = document;
  return textReply(status, "text/plain; charset=utf-8", `${title}\n\n${detail}\n`, headers);
}

function documentOf(
  error: unknown,
  { language, headers: ofLanguage }: ReplyLanguage,
  report: (error: unknown) => void,
) {
  if (!(error instanceof Fault)) report(error);
  else if (error.cause instanceof StoreRefused) report(error.cause.message);
  const { code, detail, errors } = spoken(error);
  const { status, title, retryAfterSeconds } = problems[code];
  const { headers, members } = error instanceof HttpFault ? error : nothingMore;
  const document = {
    type: problemsPath + code,
    title: title[language],
    status,
    detail: detail[language],
    ...(errors.length > 0 && {
      errors: errors.map(({ field, message }) => ({ field, message: message[language] })),
    }),
    ...members,
  };
  const wait = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  const more = [
    "cache-control",
    "no-store",
    ...[ofLanguage, wait, headers].flatMap((some) => Object.entries(some).flat()),
  ];
  return { document, headers: more };
}

const nothingMore: Pick<HttpFault, "headers" | "members"> = { headers: {}, members: {} };

function spoken(error: unknown) {
  if (error instanceof Fault) return error;
  const id = currentRequestId();
  const detail = {
    en: `We logged this failure as ${id}. Try again in a moment.`,
    bn: `সমস্যাটি ${id} নামে লিখে রাখা হয়েছে। একটু পরে আবার চেষ্টা করুন।`,
  };
  return { code: "internal" as const, detail, errors: [] };
}
