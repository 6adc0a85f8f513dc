// Over 300 lines: one table of all failures, each with its words in both languages.
import { coffeeFields, fieldDefinitions } from "./fields.ts";
import type { Translated } from "./language.ts";
import { formatCount, formatNumber } from "./text/format-number.ts";

/** What is wrong with one field of a coffee; `field` is "" for the coffee as a whole. */
export type FieldFault = Readonly<{ field: string; message: Translated }>;

/** One kind of failure: its HTTP status, its name, and what else a reply says, from the data of one failure. */
type FaultDefinition<Data> = Readonly<{
  status: number;
  title: Translated;
  /** What happened, what that means, and what to do. */
  detail: (data: Data) => Translated;
  headers?: (data: Data) => Readonly<Record<string, string>>;
  /** Further members of the problem document (RFC 9457 §3.2). */
  members?: (data: Data) => object;
  errors?: (data: Data) => readonly FieldFault[];
  /** Whether only the extras can fail in this way. */
  isOfExtras?: true;
}>;

/** Every failure that a reply can name, by its code. `type` in a reply leads to the title. */
export const faults = {
  "not-json": {
    status: 400,
    title: { en: "The body is not JSON", bn: "পাঠানো তথ্য JSON নয়" },
    detail: oneOf({
      "not JSON": { en: "The body is not valid JSON.", bn: "পাঠানো তথ্য সঠিক JSON নয়।" },
      "not UTF-8": { en: "The body is not valid UTF-8.", bn: "পাঠানো তথ্য সঠিক UTF-8 নয়।" },
      "broken off": { en: "The body ended too early.", bn: "তথ্য আসতে আসতে মাঝপথে থেমে গেছে।" },
    }),
  },
  "invalid-coffee": {
    status: 400,
    title: { en: "The coffee can't be saved as sent", bn: "কফিটি যেভাবে পাঠানো হয়েছে, সেভাবে সংরক্ষণ করা যায় না" },
    detail: describeFields,
    errors: ({ errors }: FieldFaults) => errors.slice(0, faultsNamedAtMost),
  },
  "key-not-readable": {
    status: 400,
    title: { en: "The idempotency key is not valid", bn: "অনুরোধের চাবিটি পড়া যাচ্ছে না" },
    detail: () => ({
      en: "Idempotency-Key must be 1 to 255 printable ASCII characters.",
      bn: "Idempotency-Key অবশ্যই ১ থেকে ২৫৫টি মুদ্রণযোগ্য ASCII অক্ষরের হতে হবে।",
    }),
    isOfExtras: true,
  },
  "number-not-readable": {
    status: 400,
    title: { en: "The change number is not valid", bn: "পরিবর্তনের নম্বরটি ঠিক নয়" },
    detail: ({ parameter }: { parameter: string }) => ({
      en: `${parameter} must be the number of a change, in plain digits.`,
      bn: `${parameter}-এ পরিবর্তনের নম্বর শুধু ইংরেজি অঙ্কে দিন।`,
    }),
    isOfExtras: true,
  },
  "unknown-client": {
    status: 400,
    title: { en: "The client's address is unknown", bn: "প্রেরকের ঠিকানা জানা নেই" },
    detail: () => ({
      en: "The connection closed before we could read its address, so nothing was saved. Try again.",
      bn: "কোন ঠিকানা থেকে অনুরোধটি এসেছে তা জানার আগেই সংযোগ ভেঙে গেছে, তাই কিছু বদলানো হয়নি। আবার পাঠান।",
    }),
  },
  "not-a-form": {
    status: 400,
    title: { en: "The form can't be read", bn: "ফর্মটি পড়া যাচ্ছে না" },
    detail: () => ({
      en: "The shop couldn't read this form, so nothing was saved. Go back, reload the page and send it again.",
      bn: "ফর্মটি পড়া যায়নি, তাই কিছু সংরক্ষণ করা হয়নি। ফিরে গিয়ে পাতাটি আবার খুলে পাঠান।",
    }),
    isOfExtras: true,
  },
  "foreign-form": {
    status: 403,
    title: { en: "The form didn't come from this shop's pages", bn: "ফর্মটি এই দোকানের পাতা থেকে আসেনি" },
    detail: () => ({
      en: "Only this shop's own pages can send this form, so nothing was changed. Open the shop and try again there.",
      bn: "কেবল এই দোকানের নিজের পাতা থেকেই ফর্মটি পাঠানো যায়, তাই কিছু বদলানো হয়নি। দোকানের পাতা খুলে সেখান থেকে পাঠান।",
    }),
    isOfExtras: true,
  },
  "unknown-address": {
    status: 404,
    title: { en: "Nothing is at this address", bn: "এই ঠিকানায় কিছু নেই" },
    detail: oneOf({
      "no route": { en: "Nothing is at this address.", bn: "এই ঠিকানায় কিছু নেই।" },
      "no part of the sitemap": { en: "The sitemap has no such part.", bn: "সাইটম্যাপের এমন কোনো অংশ নেই।" },
    }),
  },
  "unknown-coffee": {
    status: 404,
    title: { en: "There is no such coffee", bn: "এমন কোনো কফি নেই" },
    detail: ({ id }: { id: string; members?: object }) => ({
      en: `There is no coffee with the id ${id}.`,
      bn: `${id} আইডির কোনো কফি নেই।`,
    }),
    members: ({ members = {} }: { members?: object }) => members,
  },
  "unknown-change": {
    status: 404,
    title: { en: "There is no such change", bn: "এমন কোনো পরিবর্তন নেই" },
    detail: (change: { number: number } | { sent: string } | "hidden") => {
      if (change === "hidden") {
        return {
          en: "The shop no longer shows changes this old, so only the visitor who made this one can undo it.",
          bn: "এই দোকানে এত পুরোনো পরিবর্তন দেখানো হয় না, তাই যিনি এটি করেছেন কেবল তিনিই ফিরিয়ে নিতে পারেন।",
        };
      }
      if ("sent" in change) {
        return {
          en: `There is no change with the number ${change.sent}.`,
          bn: `‘${change.sent}’ নম্বরের কোনো পরিবর্তন নেই।`,
        };
      }
      const { en, bn } = formatNumber(change.number);
      return { en: `There is no change with the number ${en}.`, bn: `${bn} নম্বরের কোনো পরিবর্তন নেই।` };
    },
    isOfExtras: true,
  },
  "unknown-photo": {
    status: 404,
    title: { en: "There is no such photo", bn: "এমন কোনো ছবি নেই" },
    detail: () => ({
      en: "The shop has no photo at this address. A photo that no coffee names is removed after a day.",
      bn: "দোকানে এই ঠিকানায় কোনো ছবি নেই। যে ছবি কোনো কফিতে ব্যবহার করা হয়নি, তা এক দিন পরে মুছে যায়।",
    }),
    isOfExtras: true,
  },
  "photo-not-copied": {
    status: 404,
    title: { en: "The shop has no copy of this photo", bn: "দোকানে এই ছবির কোনো কপি নেই" },
    detail: () => ({
      en: "The photo's host didn't give it to the shop, or the shop doesn't fetch photos from this address.",
      bn: "ছবিটি যে ওয়েবসাইটে আছে, সেটি দোকানকে ছবিটি দেয়নি, অথবা দোকান এই ঠিকানা থেকে ছবি আনে না।",
    }),
    isOfExtras: true,
  },
  "method-not-allowed": {
    status: 405,
    title: { en: "This address doesn't support that method", bn: "এই ঠিকানায় এ ধরনের অনুরোধ চলে না" },
    detail: ({ method, allow }: { method: string | undefined; allow: string }) => ({
      en: `This address doesn't support ${method}; use ${allow}.`,
      bn: `এখানে ${method} অনুরোধ চলে না; চলে ${allow}।`,
    }),
    headers: ({ allow }: { allow: string }) => ({ allow }),
  },
  "too-slow": {
    status: 408,
    title: { en: "The request took too long to arrive", bn: "অনুরোধটি আসতে অনেক বেশি সময় লেগেছে" },
    detail: () => ({
      en: "The request took too long to arrive, so nothing was saved. Check your connection and try again.",
      bn: "অনুরোধটি আসতে অনেক বেশি সময় লেগেছে, তাই কিছুই সংরক্ষণ করা হয়নি। সংযোগ দেখে নিয়ে আবার চেষ্টা করুন।",
    }),
  },
  "deleted-coffee": {
    status: 410,
    title: { en: "The coffee was deleted", bn: "কফিটি মুছে ফেলা হয়েছে" },
    detail: ({ id }: { id: string; deleted: object }) => ({
      en: `The coffee with the id ${id} was deleted.`,
      bn: `${id} আইডির কফিটি মুছে ফেলা হয়েছে।`,
    }),
    members: ({ deleted }: { deleted: object }) => ({ deleted }),
    isOfExtras: true,
  },
  "changed-meanwhile": {
    status: 412,
    title: { en: "Someone has changed the coffee since", bn: "এর মধ্যে কেউ কফিটি বদলেছেন" },
    detail: oneOf({
      "since it was loaded": {
        en: "Someone changed this coffee after you loaded it, so nothing was saved.",
        bn: "আপনি কফিটি খোলার পরে কেউ এটি বদলেছেন, তাই কিছুই সংরক্ষণ করা হয়নি।",
      },
      "since the preview": {
        en: "Someone changed some of these coffees after the preview, so nothing was undone. Open the preview again.",
        bn: "আপনি দেখার পরে কেউ এর কিছু কফি বদলেছেন, তাই কিছুই ফেরানো হয়নি। আবার দেখে নিন।",
      },
    }),
  },
  "body-too-large": {
    status: 413,
    title: { en: "The body is too large", bn: "পাঠানো তথ্য আকারে খুব বড়" },
    detail: ({ limitBytes }: { limitBytes: number }) => {
      const { en, bn } = formatCount(limitBytes);
      return {
        en: `This is too much at once: a body can have at most ${en} bytes.`,
        bn: `একবারে সর্বোচ্চ ${bn} বাইট পাঠানো যায়।`,
      };
    },
  },
  "photo-too-large": {
    status: 413,
    title: { en: "The photo's file is too large", bn: "ছবির ফাইলটি খুব বড়" },
    detail: ({ limitBytes }: { limitBytes: number }) => {
      const { en, bn } = formatNumber(Math.floor(limitBytes / 1_000_000));
      return {
        en: `This photo's file is larger than ${en} MB, so it wasn't saved. Make it smaller in a photo app, or choose another photo.`,
        bn: `এই ছবির ফাইলটি ${bn} MB-র চেয়ে বড়, তাই সংরক্ষণ করা হয়নি। ছবির কোনো অ্যাপে ছোট করে নিন, অথবা অন্য একটি ছবি বেছে নিন।`,
      };
    },
    isOfExtras: true,
  },
  "not-json-type": {
    status: 415,
    title: { en: "This type of content is not supported", bn: "এ ধরনের তথ্য এখানে পড়া যায় না" },
    detail: oneOf({
      "another type": { en: "Send the coffee as application/json.", bn: "কফির তথ্য application/json হিসেবে পাঠান।" },
      encoded: { en: "Send the body uncompressed, without Content-Encoding.", bn: "তথ্য সংকুচিত না করে পাঠান।" },
    }),
  },
  "unsupported-photo": {
    status: 415,
    title: { en: "This type of photo is not supported", bn: "এ ধরনের ছবি এখানে নেওয়া যায় না" },
    detail: oneOf({
      "another type": {
        en: "The shop can't read this file as a photo, so it wasn't saved. Send a JPEG, PNG, WebP, AVIF or GIF.",
        bn: "ফাইলটি ছবি হিসেবে পড়া যায়নি, তাই সংরক্ষণ করা হয়নি। JPEG, PNG, WebP, AVIF বা GIF ছবি পাঠান।",
      },
      heic: {
        en: "This is a HEIC photo, which most browsers can't show, so it wasn't saved. Send it as a JPEG: on a Mac, open it in Preview and choose File, Export; on an iPhone, set Settings, Camera, Formats to Most Compatible, and take the photo again.",
        bn: "এটি একটি HEIC ছবি, যা বেশির ভাগ ব্রাউজার দেখাতে পারে না, তাই সংরক্ষণ করা হয়নি। JPEG করে পাঠান: Mac-এ Preview দিয়ে খুলে File, Export বেছে নিন; iPhone-এ Settings, Camera, Formats-এ গিয়ে Most Compatible বেছে আবার ছবি তুলুন।",
      },
    }),
    isOfExtras: true,
  },
  "key-reused": {
    status: 422,
    title: { en: "The idempotency key was used for another coffee", bn: "এই চাবি অন্য কফির সঙ্গে ব্যবহার করা হয়েছে" },
    detail: () => ({
      en: "This idempotency key was already used for another coffee. Send this one with a new key.",
      bn: "এই চাবি দিয়ে আগে অন্য একটি কফি পাঠানো হয়েছে। এটি আলাদা একটি চাবি দিয়ে পাঠান।",
    }),
    isOfExtras: true,
  },
  "too-many-pixels": {
    status: 422,
    title: { en: "The photo has too many pixels", bn: "ছবিটিতে পিক্সেল খুব বেশি" },
    detail: ({ megapixels, side }: { megapixels: number; side: number }) => {
      const [most, longest] = [formatNumber(megapixels), formatCount(side)];
      return {
        en: `This photo has more than ${most.en} megapixels or a side of more than ${longest.en} pixels, so it wasn't saved. Make it smaller in a photo app and send it again.`,
        bn: `এই ছবিতে ${most.bn} মেগাপিক্সেলের বেশি আছে, অথবা এর একটি দিক ${longest.bn} পিক্সেলের চেয়ে লম্বা, তাই সংরক্ষণ করা হয়নি। ছবির কোনো অ্যাপে ছোট করে আবার পাঠান।`,
      };
    },
    isOfExtras: true,
  },
  "undo-too-large": {
    status: 422,
    title: { en: "Too many changes to undo at once", bn: "একবারে এত কিছু ফেরানো যায় না" },
    detail: () => ({
      en: "This is too much to undo at once, so nothing was undone. Undo fewer changes at a time.",
      bn: "একবারে এত কিছু ফেরানো যায় না, তাই কিছুই ফেরানো হয়নি। একবারে কম পরিবর্তন ফিরিয়ে নিন।",
    }),
    isOfExtras: true,
  },
  "unreadable-photo": {
    status: 422,
    title: { en: "The photo can't be read", bn: "ছবিটি পড়া যাচ্ছে না" },
    detail: oneOf({
      damaged: {
        en: "The shop couldn't read this photo to its end, so it wasn't saved. The file may be damaged or incomplete: open it in a photo app, save it as a JPEG, and send that.",
        bn: "ছবিটি শেষ পর্যন্ত পড়া যায়নি, তাই সংরক্ষণ করা হয়নি। ফাইলটি হয়তো নষ্ট বা অসম্পূর্ণ: ছবির কোনো অ্যাপে খুলে JPEG হিসেবে সংরক্ষণ করে সেটি পাঠান।",
      },
      "broken off": {
        en: "The photo didn't arrive whole, so it wasn't saved. Check your connection and send it again.",
        bn: "ছবিটি পুরো আসেনি, তাই সংরক্ষণ করা হয়নি। সংযোগ দেখে নিয়ে আবার পাঠান।",
      },
      "too slow": {
        en: "Reading this photo took too long, so it wasn't saved. Try again in a minute, or save it as a smaller JPEG in a photo app and send that.",
        bn: "ছবিটি পড়তে খুব বেশি সময় লাগছিল, তাই সংরক্ষণ করা হয়নি। এক মিনিট পরে আবার চেষ্টা করুন, অথবা ছবির কোনো অ্যাপে ছোট JPEG হিসেবে সংরক্ষণ করে সেটি পাঠান।",
      },
    }),
    isOfExtras: true,
  },
  "undo-not-shown": {
    status: 428,
    title: { en: "Preview the undo first", bn: "এতে কী কী ফিরে যাবে, তা আগে দেখা হয়নি" },
    detail: () => ({
      en: "Preview what this will undo: GET this address, then send the reply's ETag back in If-Match.",
      bn: "এতে কী কী ফিরে যাবে, আগে দেখুন: এই ঠিকানায় GET করুন, আর উত্তরের ETag If-Match-এ ফেরত পাঠান।",
    }),
    isOfExtras: true,
  },
  "too-many-writes": {
    status: 429,
    title: { en: "Too many changes in a short time", bn: "অল্প সময়ে অনেক বেশি পরিবর্তন" },
    detail: ({ limit, seconds }: { limit: WriteLimit; seconds: number }) => {
      const reason = writeLimits[limit];
      const wait = formatWait(seconds);
      return {
        en: `${reason.en} Try again in ${wait.en}.`,
        bn: `${reason.bn} ${wait.bn} পরে আবার চেষ্টা করুন।`,
      };
    },
    headers: ({ seconds }: { seconds: number }) => retryAfter(seconds),
  },
  internal: {
    status: 500,
    title: { en: "Something went wrong in the shop", bn: "দোকানে কিছু একটা সমস্যা হয়েছে" },
    detail: ({ requestId }: { requestId: string | undefined }) => ({
      en: `We logged this failure as ${requestId}. Try again in a moment.`,
      bn: `সমস্যাটি ${requestId} নামে লিখে রাখা হয়েছে। একটু পরে আবার চেষ্টা করুন।`,
    }),
  },
  "storage-failed": {
    status: 500,
    title: { en: "The shop's disk failed", bn: "দোকানের ডিস্কে সমস্যা হয়েছে" },
    detail: oneOf({
      disk: {
        en: "The shop's disk failed, so nothing was saved. Try again in a moment.",
        bn: "দোকানের ডিস্কে সমস্যা হয়েছে, তাই কিছুই সংরক্ষণ করা হয়নি। একটু পরে আবার চেষ্টা করুন।",
      },
      database: {
        en: "The shop's database failed, so nothing was saved. Try again in a moment.",
        bn: "দোকানের ডেটাবেসে সমস্যা হয়েছে, তাই কিছুই সংরক্ষণ করা হয়নি। একটু পরে আবার চেষ্টা করুন।",
      },
      "another database": {
        en: "The shop's database is not the one it was using before.",
        bn: "এটি দোকানের আগের ডেটাবেস নয়।",
      },
      photos: {
        en: "The place where the shop keeps its photos failed. Try again in a moment.",
        bn: "দোকানের ছবি যেখানে রাখা হয় সেখানে সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।",
      },
    }),
  },
  "drawing-busy": {
    status: 503,
    title: { en: "Too many pictures at once", bn: "একসঙ্গে অনেক বেশি ছবি চাওয়া হচ্ছে" },
    detail: () => ({
      en: "The shop is drawing too many pictures right now. Try again in a moment.",
      bn: "একসঙ্গে অনেক বেশি ছবি চাওয়া হচ্ছে। একটু পরে আবার চেষ্টা করুন।",
    }),
    headers: () => retryAfter(5),
    isOfExtras: true,
  },
  "too-busy": {
    status: 503,
    title: { en: "Too many requests at once", bn: "একসঙ্গে খুব বেশি অনুরোধ" },
    detail: oneOf({
      bodies: {
        en: "The shop is receiving too much at once, so nothing was saved. Try again in a few seconds.",
        bn: "একসঙ্গে এই দোকানে খুব বেশি তথ্য পাঠানো হচ্ছে, তাই কিছু বদলানো হয়নি। কয়েক সেকেন্ড পরে আবার পাঠান।",
      },
      requests: {
        en: "The shop has too many requests right now. Try again in a few seconds.",
        bn: "একসঙ্গে এই দোকানের খুব বেশি পাতা ও পরিবর্তন চাওয়া হচ্ছে। কয়েক সেকেন্ড পরে আবার চেষ্টা করুন।",
      },
    }),
    headers: () => retryAfter(2),
  },
  "too-many-streams": {
    status: 503,
    title: { en: "Too many live connections at once", bn: "একসঙ্গে খুব বেশি মানুষ দোকানের পরিবর্তন দেখছেন" },
    detail: ({ seconds }: { seconds: number }) => {
      const { en, bn } = formatNumber(seconds);
      return {
        en: `The shop has no live connection left. Read its changes at /-/changes?after= and try again in ${en} seconds.`,
        bn: `একসঙ্গে খুব বেশি মানুষ দোকানের পরিবর্তন দেখছেন। আপাতত /-/changes?after= ঠিকানা থেকে জেনে নিন, আর ${bn} সেকেন্ড পরে আবার চেষ্টা করুন।`,
      };
    },
    headers: ({ seconds }: { seconds: number }) => retryAfter(seconds),
    isOfExtras: true,
  },
  frozen: {
    status: 503,
    title: { en: "The shop isn't taking changes right now", bn: "দোকানে আপাতত কোনো পরিবর্তন করা যাচ্ছে না" },
    detail: ({ words }: { words: string }) => ({ en: words, bn: words }),
  },
  moving: {
    status: 503,
    title: { en: "The shop is moving", bn: "দোকান স্থানান্তর করা হচ্ছে" },
    detail: oneOf({
      "under way": {
        en: "The shop is moving to another place, so nothing was changed. Try again in a minute.",
        bn: "দোকান অন্য জায়গায় স্থানান্তর করা হচ্ছে, তাই কিছুই বদলানো হয়নি। এক মিনিট পরে আবার চেষ্টা করুন।",
      },
      done: {
        en: "The shop has moved and opens again in a moment, so nothing was changed. Try again in a minute.",
        bn: "দোকান স্থানান্তর করা হয়েছে, একটু পরেই আবার খুলবে; এখানে কিছুই বদলানো হয়নি। এক মিনিট পরে আবার চেষ্টা করুন।",
      },
    }),
    headers: () => retryAfter(10),
  },
  "storage-busy": {
    status: 503,
    title: { en: "The shop is busy", bn: "দোকান এখন ব্যস্ত" },
    detail: () => ({
      en: "The shop is busy, so nothing was saved. Try again in a moment.",
      bn: "দোকান এখন ব্যস্ত, তাই কিছুই সংরক্ষণ করা হয়নি। একটু পরে আবার চেষ্টা করুন।",
    }),
  },
  "storage-unknown": {
    status: 503,
    title: { en: "We don't know whether this was saved", bn: "এটি সংরক্ষিত হয়েছে কি না, জানা যায়নি" },
    detail: oneOf({
      "the writer ended": {
        en: "The shop stopped while saving, so we don't know whether this was saved. Check again in a moment.",
        bn: "দোকানে সংরক্ষণ বন্ধ হয়ে গেছে; এটি সংরক্ষিত হয়েছে কি না, বলা যাচ্ছে না। একটু পরে দেখে নিন।",
      },
      "no reply": {
        en: "The shop lost its database while saving, so we don't know whether this was saved. Check before you send it again.",
        bn: "সংরক্ষণের সময় দোকানের ডেটাবেসের সঙ্গে যোগাযোগ কেটে গেছে, তাই এটি সংরক্ষিত হয়েছে কি না, জানা যায়নি। আবার পাঠানোর আগে দেখে নিন।",
      },
    }),
  },
  "storage-unreachable": {
    status: 503,
    title: { en: "We can't reach the shop's storage", bn: "দোকানের তথ্য যেখানে রাখা হয়, সেখানে পৌঁছানো যাচ্ছে না" },
    detail: oneOf({
      database: {
        en: "We can't reach the shop's database. Try again in a moment.",
        bn: "দোকানের ডেটাবেসের সঙ্গে যোগাযোগ করা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।",
      },
      photos: {
        en: "We can't reach the place where the shop keeps its photos. Try again in a moment.",
        bn: "দোকানের ছবি যেখানে রাখা হয়, সেখানে পৌঁছানো যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।",
      },
    }),
  },
  "catalogue-full": {
    status: 507,
    title: { en: "The shop is full", bn: "দোকানে আর জায়গা নেই" },
    detail: ({ limitBytes }: { limitBytes: number }) => {
      const { en, bn } = formatNumber(Math.floor(limitBytes / 1_000_000));
      return {
        en: `The shop is full: all coffees together can take up to ${en} MB. Nothing was saved. Delete a coffee or shorten a text, then try again.`,
        bn: `দোকানে আর জায়গা নেই: সব কফি মিলে সর্বোচ্চ ${bn} MB হতে পারে। কিছুই সংরক্ষণ করা হয়নি। একটি কফি মুছে বা কোনো লেখা ছোট করে আবার চেষ্টা করুন।`,
      };
    },
  },
  "photos-full": {
    status: 507,
    title: { en: "The shop has no room for more photos", bn: "দোকানে আর ছবি রাখার জায়গা নেই" },
    detail: ({ limitBytes }: { limitBytes: number }) => {
      const { en, bn } = formatNumber(Math.floor(limitBytes / 1_000_000));
      return {
        en: `All photos together can take up to ${en} MB, so this one wasn't kept. You can still save the coffee without it, or with the address of a photo elsewhere.`,
        bn: `সব ছবি মিলে সর্বোচ্চ ${bn} MB হতে পারে, তাই এই ছবিটি রাখা যায়নি। ছবি ছাড়া, কিংবা অন্য কোথাও থাকা ছবির ঠিকানা দিয়ে কফিটি সংরক্ষণ করতে পারেন।`,
      };
    },
    isOfExtras: true,
  },
  "storage-full": {
    status: 507,
    title: { en: "The shop's disk is full", bn: "দোকানের ডিস্ক ভরে গেছে" },
    detail: oneOf({
      disk: {
        en: "The shop's disk is full, so nothing was saved.",
        bn: "দোকানের ডিস্ক ভরে গেছে, তাই কিছুই সংরক্ষণ করা হয়নি।",
      },
      database: {
        en: "The disk of the shop's database is full, so nothing was saved.",
        bn: "দোকানের ডেটাবেসের ডিস্ক ভরে গেছে, তাই কিছুই সংরক্ষণ করা হয়নি।",
      },
      photos: {
        en: "The shop has no room left for photos, so no photo was saved.",
        bn: "দোকানে আর ছবি রাখার জায়গা নেই, তাই কোনো ছবি সংরক্ষণ করা হয়নি।",
      },
    }),
  },
} as const satisfies Record<string, FaultDefinition<never>>;

export type FaultCode = keyof typeof faults;

type NoData = Readonly<Record<string, never>>;

/** The data of a fault, by its code. */
type FaultData = {
  [Code in FaultCode]: Parameters<(typeof faults)[Code]["detail"]> extends [infer Data] ? Data : NoData;
};

const definitions: { readonly [Code in FaultCode]: FaultDefinition<FaultData[Code]> } = faults;

/** An expected failure, as its code and what it is about. `message` is its English text. `faults` has the words. */
export class Fault<Code extends FaultCode = FaultCode> extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly data: FaultData[FaultCode];
  readonly detail: Translated;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;
  readonly errors: readonly FieldFault[];

  constructor(code: Code, data: FaultData[Code], cause?: unknown) {
    const { detail, headers, members, errors }: FaultDefinition<FaultData[Code]> = definitions[code];
    const words = detail(data);
    super(words.en, { cause });
    this.code = code;
    this.data = data;
    this.detail = words;
    this.headers = headers?.(data) ?? {};
    this.members = members?.(data) ?? {};
    this.errors = errors?.(data) ?? [];
  }
}

/** Returns the words for the reason of a fault. */
function oneOf<Reason extends string>(words: Readonly<Record<Reason, Translated>>): (reason: Reason) => Translated {
  return (reason) => words[reason];
}

function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { "retry-after": String(seconds) };
}

type FieldFaults = Readonly<{ errors: readonly FieldFault[] }>;

/**
 * The most faults that a reply names. A body with thousands of unknown fields would otherwise get a reply much longer
 * than itself.
 */
const faultsNamedAtMost = 50;

/** English texts use the fields' names in JSON. An unknown field is named as it was sent. */
function describeFields({ errors: all }: FieldFaults): Translated {
  const errors = all.slice(0, faultsNamedAtMost);
  const others = all.length - errors.length;
  const inEnglish = errors.map(({ field, message }) => `${field} ${message.en}`.trim());
  const inBangla = errors.map(({ field, message }) => {
    const known = coffeeFields.find((each) => each === field);
    const name = known ? fieldDefinitions[known].label.bn : field;
    return name === "" ? message.bn : `${name}: ${message.bn}`;
  });
  if (others > 0) {
    inEnglish.push(`${others} more`);
    inBangla.push(`আরও ${formatCount(others).bn}টি ভুল আছে`);
  }
  return {
    en: `This coffee can't be saved: ${inEnglish.join("; ")}.`,
    bn: `কফিটি সংরক্ষণ করা যাচ্ছে না। ${inBangla.join("; ")}।`,
  };
}

/** Which limit on writes is reached: of one address or of the whole shop, in points or in bytes. */
export type WriteLimit = keyof typeof writeLimits;

const writeLimits = {
  "points of an address": {
    en: "Too many changes came from your internet address, so this one wasn't saved.",
    bn: "আপনার ইন্টারনেট ঠিকানা থেকে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি।",
  },
  "bytes of an address": {
    en: "Too much text came from your internet address in a short time, so this change wasn't saved.",
    bn: "আপনার ইন্টারনেট ঠিকানা থেকে অল্প সময়ে অনেক বেশি লেখা এসেছে, তাই এই পরিবর্তন করা হয়নি।",
  },
  "points of the shop": {
    en: "The shop received too many changes at once, so this one wasn't saved.",
    bn: "দোকানে একসঙ্গে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি।",
  },
  "bytes of the shop": {
    en: "The shop received too much text in a short time, so this change wasn't saved.",
    bn: "দোকানে অল্প সময়ে অনেক বেশি লেখা এসেছে, তাই এই পরিবর্তন করা হয়নি।",
  },
} as const satisfies Record<string, Translated>;

function formatWait(seconds: number): Translated {
  const isShort = seconds < 100;
  const { en, bn } = formatNumber(isShort ? seconds : Math.ceil(seconds / 60));
  if (!isShort) return { en: `${en} minutes`, bn: `${bn} মিনিট` };
  return { en: seconds === 1 ? `${en} second` : `${en} seconds`, bn: `${bn} সেকেন্ড` };
}
