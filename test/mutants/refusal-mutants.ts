import { answer, inRefusal, inRequest, itemsOf, jsonOf, membersOf, parsed, withJson, without } from "./mistakes.ts";
import type { Mutant } from "./open-mutant.ts";

export const refusalMutants: readonly Mutant[] = [
  {
    rule: "body-not-json",
    mistake: "takes what it cannot read for an empty coffee",
    make: () =>
      inRequest((asked) => (parsed(asked.body) === undefined && asked.body ? { ...asked, body: "{}" } : asked)),
  },
  {
    rule: "body-not-json",
    mistake: "takes an array for an empty coffee",
    make: () => inRequest((asked) => (asked.body === "[]" ? { ...asked, body: "{}" } : asked)),
  },
  {
    rule: "body-not-json",
    mistake: "answers 500 to what it cannot read",
    make: () => inRefusal(400, () => answer(500, { message: "Unexpected end of JSON input" })),
  },
  {
    rule: "body-type",
    mistake: "reads every body as JSON, whatever its type",
    make: () =>
      inRequest((asked) =>
        asked.body ? { ...asked, headers: { ...asked.headers, "content-type": "application/json" } } : asked,
      ),
  },
  {
    rule: "body-limit",
    mistake: "refuses bodies of more than 32 KiB",
    make: () => async (asked, shop) =>
      Buffer.byteLength(asked.body) > 32_768 ? answer(413, { message: "Too large" }) : shop(asked),
  },
  {
    rule: "body-limit",
    mistake: "reads bodies of any size",
    make: () => inRequest((asked) => ({ ...asked, body: asked.body.trimEnd() })),
  },
  {
    rule: "body-limit",
    mistake: "answers 500 to a body that is too large",
    make: () => inRefusal(413, () => answer(500, { message: "request entity too large" })),
  },
  {
    rule: "problem-document",
    mistake: "answers refusals as pages of HTML",
    make: () =>
      inRefusal(404, () => ({
        status: 404,
        headers: { "content-type": "text/html" },
        body: Buffer.from("<h1>Not found</h1>"),
      })),
  },
  {
    rule: "problem-document",
    mistake: "says only the title of a problem",
    make: () => inRefusal(400, (answered) => withJson(answered, { ...membersOf(jsonOf(answered)), detail: undefined })),
  },
  {
    rule: "problem-document",
    mistake: "says another status in the problem than in the reply",
    make: () => inRefusal(404, (answered) => withJson(answered, { ...membersOf(jsonOf(answered)), status: 400 })),
  },
  {
    rule: "problem-of-body",
    mistake: "answers a body that it cannot read with a page of HTML",
    make: () => async (asked, shop) => {
      const isUnread = asked.body !== "" && parsed(asked.body) === undefined;
      const page = { status: 400, headers: { "content-type": "text/html" }, body: Buffer.from("<pre>SyntaxError") };
      return isUnread ? page : shop(asked);
    },
  },
  {
    rule: "problem-fields",
    mistake: "names only the first field that is at fault",
    make: () =>
      inRefusal(400, (answered) => {
        const problem = membersOf(jsonOf(answered));
        return withJson(answered, { ...problem, errors: itemsOf(problem["errors"]).slice(0, 1) });
      }),
  },
  {
    rule: "method-not-allowed",
    mistake: "answers 404 to methods that it does not know",
    make: () => inRefusal(405, () => answer(404, { message: "Cannot PATCH" })),
  },
  {
    rule: "method-not-allowed",
    mistake: "refuses a method without saying which are answered",
    make: () => inRefusal(405, (answered) => ({ ...answered, headers: without(answered.headers, "allow") })),
  },
  {
    rule: "wait-told",
    mistake: "refuses changes without saying for how long",
    make: () => async (asked, shop) => (asked.method === "POST" ? answer(429, { message: "Slow down" }) : shop(asked)),
  },
];
