import { describe, expect, test } from "vitest";
import { Fault, faults, type FaultCode } from "../../catalogue/fault.ts";
import { languages } from "../../catalogue/language.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";
import { added, at, call, textAt, type Sent } from "../../test/check-reply.ts";
import { problemReply } from "./problem.ts";

const unknownId = "0123456789abcdef01234567";
const bangla = /[\u0985-\u09b9]/;
const latin = /[A-Za-z]/;

test.for(Object.entries(faults))("the problem %s has a title in each language", ([, { title }]) => {
  expect(title.en).toMatch(/^[A-Z][A-Za-z' ]+$/);
  expect(title.bn).toMatch(bangla);
  expect(title.bn.replace("JSON", "")).not.toMatch(latin);
  expect(title.bn).not.toMatch(/[0-9]/);
});

type Ask = (shop: TestShop, sent: Sent) => ReturnType<typeof call>;
type Refusal = Readonly<{
  code: FaultCode;
  en: string | RegExp;
  bn: string | RegExp;
  ask: Ask;
  environment?: Readonly<Record<string, string>>;
}>;

const post =
  (own: Sent): Ask =>
  (shop, sent) =>
    call(shop, "POST /coffee", { ...own, headers: { ...sent.headers, ...own.headers } });

/** Every problem that a client can get, except those of a full or failing store. */
const refusals: readonly Refusal[] = [
  { code: "not-json", en: "The body is not valid JSON.", bn: "পাঠানো তথ্য সঠিক JSON নয়।", ask: post({ json: "{" }) },
  {
    code: "not-json",
    en: "The body is not valid UTF-8.",
    bn: "পাঠানো তথ্য সঠিক UTF-8 নয়।",
    ask: post({ bytes: Uint8Array.of(0xff), headers: { "content-type": "application/json" } }),
  },
  {
    code: "not-json-type",
    en: "Send the coffee as application/json.",
    bn: "কফির তথ্য application/json হিসেবে পাঠান।",
    ask: post({ json: "{}", headers: { "content-type": "text/plain" } }),
  },
  {
    code: "not-json-type",
    en: "Send the body uncompressed, without Content-Encoding.",
    bn: "তথ্য সংকুচিত না করে পাঠান।",
    ask: post({ json: "{}", headers: { "content-encoding": "gzip" } }),
  },
  {
    code: "body-too-large",
    en: "This is too much at once: a body can have at most 65,536 bytes.",
    bn: "একবারে সর্বোচ্চ ৬৫,৫৩৬ বাইট পাঠানো যায়।",
    ask: post({ json: "{}".padEnd(65_537) }),
  },
  {
    code: "invalid-coffee",
    en: "This coffee can't be saved: name must be text; price must be a number of 0 or more, or empty.",
    bn: "কফিটি সংরক্ষণ করা যাচ্ছে না। নাম: লেখা হতে হবে; দাম: শূন্য বা তার বেশি কোনো সংখ্যা দিন, নয়তো ফাঁকা রাখুন।",
    ask: post({ json: { name: 5, price: "-1" } }),
  },
  {
    code: "unknown-address",
    en: "Nothing is at this address.",
    bn: "এই ঠিকানায় কিছু নেই।",
    ask: (shop, sent) => call(shop, "GET /-/nothing", sent),
  },
  {
    code: "undo-not-shown",
    en: "Preview what this will undo: GET this address, then send the reply's ETag back in If-Match.",
    bn: "এতে কী কী ফিরে যাবে, আগে দেখুন: এই ঠিকানায় GET করুন, আর উত্তরের ETag If-Match-এ ফেরত পাঠান।",
    ask: (shop, sent) => call(shop, "PUT /-/visitors/0123456789ab/undo", sent),
  },
  {
    code: "unknown-coffee",
    en: `There is no coffee with the id ${unknownId}.`,
    bn: `${unknownId} আইডির কোনো কফি নেই।`,
    ask: (shop, sent) => call(shop, `GET /coffee/${unknownId}`, sent),
  },
  {
    code: "unknown-coffee",
    en: `There is no coffee with the id ${unknownId}.`,
    bn: `${unknownId} আইডির কোনো কফি নেই।`,
    ask: (shop, sent) => call(shop, `PUT /coffee/${unknownId}`, { ...sent, json: {} }),
  },
  {
    code: "unknown-change",
    en: "There is no change with the number 1234.",
    bn: "১২৩৪ নম্বরের কোনো পরিবর্তন নেই।",
    ask: (shop, sent) => call(shop, "PUT /-/changes/1234/undo", sent),
  },
  {
    code: "unknown-change",
    en: "There is no change with the number 0.",
    bn: "‘0’ নম্বরের কোনো পরিবর্তন নেই।",
    ask: (shop, sent) => call(shop, "PUT /-/changes/0/undo", sent),
  },
  {
    code: "number-not-readable",
    en: "before must be the number of a change, in plain digits.",
    bn: "before-এ পরিবর্তনের নম্বর শুধু ইংরেজি অঙ্কে দিন।",
    ask: (shop, sent) => call(shop, "GET /-/changes?before=x", sent),
  },
  {
    code: "method-not-allowed",
    en: "This address doesn't support PATCH; use GET, HEAD, POST, OPTIONS.",
    bn: "এখানে PATCH অনুরোধ চলে না; চলে GET, HEAD, POST, OPTIONS।",
    ask: (shop, sent) => call(shop, "PATCH /coffee", sent),
  },
  {
    code: "method-not-allowed",
    en: "This address doesn't support PUT; use GET, HEAD, OPTIONS.",
    bn: "এখানে PUT অনুরোধ চলে না; চলে GET, HEAD, OPTIONS।",
    ask: (shop, sent) => call(shop, "PUT /nowhere", sent),
  },
  {
    code: "changed-meanwhile",
    en: "Someone changed this coffee after you loaded it, so nothing was saved.",
    bn: "আপনি কফিটি খোলার পরে কেউ এটি বদলেছেন, তাই কিছুই সংরক্ষণ করা হয়নি।",
    ask: async (shop, { headers }) =>
      call(shop, `DELETE /coffee/${await added(shop)}`, { headers: { ...headers, "if-match": '"other"' } }),
  },
  {
    code: "too-many-writes",
    en: "Too many changes came from your internet address, so this one wasn't saved. Try again in 10 minutes.",
    bn: "আপনার ইন্টারনেট ঠিকানা থেকে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি। ১০ মিনিট পরে আবার চেষ্টা করুন।",
    environment: { WRITE_LIMIT: "5" },
    ask: async (shop, sent) => {
      await call(shop, `DELETE /coffee/${unknownId}`);
      return call(shop, `DELETE /coffee/${unknownId}`, sent);
    },
  },
  {
    code: "frozen",
    en: "We are counting beans. আবার কাল।",
    bn: "We are counting beans. আবার কাল।",
    ask: async (shop, sent) => {
      await shop.store.freeze({ since: "2026-11-21T12:00:00.000Z", words: "We are counting beans. আবার কাল।" });
      return call(shop, `DELETE /coffee/${unknownId}`, sent);
    },
  },
  {
    code: "internal",
    en: /^We logged this failure as [0-9a-f]{16}\. Try again in a moment\.$/,
    bn: /^সমস্যাটি [0-9a-f]{16} নামে লিখে রাখা হয়েছে। একটু পরে আবার চেষ্টা করুন।$/,
    ask: async (shop, sent) => {
      await shop.store.close();
      return call(shop, "GET /coffee", sent);
    },
  },
];

/** The Accept-Language of a request. If it is undefined, *, which is the default of `fetch`. */
function asking(acceptLanguage: string | undefined): Sent {
  return { headers: { "accept-language": acceptLanguage ?? "*" } };
}

function matching(words: string | RegExp): unknown {
  return typeof words === "string" ? words : expect.stringMatching(words);
}

describe.each(refusals)("$code: $en", ({ code, environment = {}, ask, ...detail }) => {
  test.for(languages)("is in %s for a client that asks for it, and says so", async (language) => {
    await using shop = await openTestShop({ environment });
    const { headers, body } = await ask(shop, asking(language));
    expect(textAt(body, "type")).toBe(`/-/problems/${code}`);
    expect(textAt(body, "title")).toBe(faults[code].title[language]);
    expect(textAt(body, "detail")).toEqual(matching(detail[language]));
    expect(headers.get("content-language")).toBe(language);
    expect(headers.get("vary")).toMatch(/\bAccept-Language\b/);
  });
});

const refusalsOfPlainShop = refusals.filter(
  ({ code }) => !["unknown-change", "number-not-readable", "undo-not-shown"].includes(code),
);

test.for(refusalsOfPlainShop)(
  "$code: $en: is in English without extras, and no header mentions languages",
  async ({ code, environment, ask, en }) => {
    await using shop = await openTestShop({ environment: { ...environment, EXTRAS: "off" } });
    const { headers, body } = await ask(shop, asking("bn"));
    expect([textAt(body, "title"), textAt(body, "detail")]).toEqual([faults[code].title.en, matching(en)]);
    expect(headers.has("content-language")).toBe(false);
    expect(headers.get("vary") ?? "").not.toContain("Accept-Language");
  },
);

test.for([
  ["bn-BD,bn;q=0.9,en-GB;q=0.8", "bn"],
  ["en-GB,bn;q=0.9", "en"],
  ["fr, *;q=0.5", "en"],
  ["%%%", "en"],
  [undefined, "en"],
] as const)("with Accept-Language: %s a problem is in %s", async ([acceptLanguage, language]) => {
  await using shop = await openTestShop();
  const { headers, body } = await call(shop, "GET /coffee/unknown", asking(acceptLanguage));
  expect(textAt(body, "title")).toBe(faults["unknown-coffee"].title[language]);
  expect(headers.get("content-language")).toBe(language);
});

test("each bad field is explained in the client's language, under its name in JSON", async () => {
  await using shop = await openTestShop();
  const json = { name: 1, details: "a".repeat(10_001), _id: unknownId, colour: "red" };
  const errors = async (acceptLanguage: string) =>
    at((await call(shop, "POST /coffee", { json, ...asking(acceptLanguage) })).body, "errors");
  expect(await errors("bn")).toEqual([
    { field: "name", message: "লেখা হতে হবে" },
    { field: "details", message: "১০,০০০ অক্ষরের বেশি হতে পারবে না" },
    { field: "_id", message: "সার্ভার নিজেই ঠিক করে" },
    { field: "colour", message: "কফির এমন কোনো ঘর নেই" },
  ]);
  expect(await errors("en")).toEqual([
    { field: "name", message: "must be text" },
    { field: "details", message: "must be at most 10,000 characters" },
    { field: "_id", message: "is assigned by the server" },
    { field: "colour", message: "is not a field of a coffee" },
  ]);
});

test("a PUT for an unknown coffee returns the same counts in Bangla", async () => {
  await using shop = await openTestShop();
  const { body } = await call(shop, `PUT /coffee/${unknownId}`, { json: {}, ...asking("bn") });
  expect(body).toMatchObject({ acknowledged: true, matchedCount: 0, modifiedCount: 0 });
});

test("with ALLOWED_ORIGINS, a problem varies by Accept-Language and Origin", async () => {
  const origin = "https://friend.example";
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: origin } });
  const { headers } = await call(shop, "GET /coffee/unknown", { headers: { origin, "accept-language": "bn" } });
  expect(headers.get("vary")?.split(", ").toSorted()).toEqual(["Accept-Language", "Origin"]);
  expect(headers.get("access-control-allow-origin")).toBe(origin);
  expect(headers.get("content-language")).toBe("bn");
});

test("a reply that is no problem has no language headers", async () => {
  await using shop = await openTestShop();
  const id = await added(shop);
  for (const line of [
    "GET /coffee",
    `GET /coffee/${id}`,
    "GET /-/changes",
    "GET /-/live",
    `DELETE /coffee/${id}`,
  ] as const) {
    const { headers } = await call(shop, line, asking("bn"));
    expect(headers.has("content-language")).toBe(false);
    expect(headers.get("vary") ?? "").not.toContain("Accept-Language");
  }
});

test("a problem's address shows its title in Bangla or English, and in English without extras", async () => {
  await using shop = await openTestShop();
  const inBangla = await call(shop, "GET /-/problems/unknown-coffee", asking("bn-BD"));
  expect(inBangla.text).toBe("404 এমন কোনো কফি নেই\n");
  expect([inBangla.headers.get("content-language"), inBangla.headers.get("vary")]).toEqual(["bn", "Accept-Language"]);
  const inEnglish = await call(shop, "GET /-/problems/unknown-coffee", asking("fr"));
  expect(inEnglish.text).toBe("404 There is no such coffee\n");
  expect(inEnglish.headers.get("content-language")).toBe("en");
  await using plain = await openTestShop({ environment: { EXTRAS: "off" } });
  const inPlain = await call(plain, "GET /-/problems/unknown-coffee", asking("bn"));
  expect(inPlain.text).toBe("404 There is no such coffee\n");
  expect([inPlain.headers.has("content-language"), inPlain.headers.has("vary")]).toEqual([false, false]);
});

const ofStores: readonly (readonly [string, Fault])[] = [
  ["full file", new Fault("storage-full", "disk")],
  ["failed file", new Fault("storage-failed", "disk")],
  ["failed database", new Fault("storage-failed", "database")],
  ["full database", new Fault("storage-full", "database")],
  ["busy database", new Fault("storage-busy", {})],
  ["database that broke off", new Fault("storage-unknown", "no reply")],
  ["writer that ended", new Fault("storage-unknown", "the writer ended")],
  ["database that is unreachable", new Fault("storage-unreachable", "database")],
  ["database that was replaced by another", new Fault("storage-failed", "another database")],
  ["full place for photos", new Fault("storage-full", "photos")],
  ["failed place for photos", new Fault("storage-failed", "photos")],
  ["place for photos that is unreachable", new Fault("storage-unreachable", "photos")],
];

test.for(ofStores)("the problem of a %s is described in each language", ([, fault]) => {
  const told = languages.map((language) => {
    const { body } = problemReply(fault, { language, headers: {} }, () => {});
    return textAt(JSON.parse(body), "detail");
  });
  expect(told[0]).toMatch(/^[A-Z][\x20-\x7e]+\.$/);
  expect(told[1]).toMatch(/।$/);
  expect(told[1]).not.toMatch(latin);
});
