import { answer, inReply, inRequest, isCall, uncompressed, without } from "./mistakes.ts";
import type { Answered, Asked, Mistake, Mutant } from "./open-mutant.ts";

export const httpMutants: readonly Mutant[] = [
  {
    rule: "no-sign-in",
    mistake: "lets nobody replace a coffee who has not signed in",
    make: () => async (asked, shop) => (asked.method === "PUT" ? answer(401, { message: "Sign in" }) : shop(asked)),
  },
  {
    rule: "json-type",
    mistake: "calls its JSON HTML",
    make: () =>
      inReply("POST /coffee", (answered) => ({
        ...answered,
        headers: { ...answered.headers, "content-type": "text/html" },
      })),
  },
  {
    rule: "list-tag",
    mistake: "gives the list no tag",
    make: () => inReply("GET /coffee", (answered) => ({ ...answered, headers: without(answered.headers, "etag") })),
  },
  {
    rule: "list-tag",
    mistake: "sends the list again to whoever has it",
    make: () => inRequest((asked) => ({ ...asked, headers: without(asked.headers, "if-none-match") })),
  },
  {
    rule: "list-tag",
    mistake: "never notices that the list has changed",
    make: () => sameTagForEver("/coffee"),
  },
  {
    rule: "one-tag",
    mistake: "makes a coffee's tag of its id alone",
    make: () => sameTagForEver("/coffee/"),
  },
  {
    rule: "one-tag",
    mistake: "sends a coffee again to whoever has it",
    make: () => inRequest((asked) => ({ ...asked, headers: without(asked.headers, "if-none-match") })),
  },
  {
    rule: "tag-strong",
    mistake: "marks every tag weak",
    make: () =>
      inReply("GET /coffee/{id}", (answered) => withHeader(answered, "etag", `W/${answered.headers["etag"] ?? '""'}`)),
  },
  {
    rule: "replace-if-match",
    mistake: "does not look at If-Match when it replaces",
    make: () => ignoreIfMatch("PUT"),
  },
  {
    rule: "replace-if-match",
    mistake: "refuses every replacement that has an If-Match",
    make: () => async (asked, shop) =>
      asked.method === "PUT" && "if-match" in asked.headers ? answer(412, { message: "Changed" }) : shop(asked),
  },
  {
    rule: "delete-if-match",
    mistake: "does not look at If-Match when it deletes",
    make: () => ignoreIfMatch("DELETE"),
  },
  {
    rule: "weak-if-match",
    mistake: "lets a weak tag pass If-Match",
    make: () =>
      inRequest((asked) => {
        const { "if-match": tags, ...headers } = asked.headers;
        return { ...asked, headers: { ...headers, ...(tags && { "if-match": tags.replaceAll("W/", "") }) } };
      }),
  },
  {
    rule: "list-compressed",
    mistake: "compresses nothing",
    make: () => inRequest(uncompressed),
  },
  {
    rule: "list-compressed",
    mistake: "names a coding that the bytes are not in",
    make: () => async (asked, shop) => {
      const plain = await shop(uncompressed(asked));
      const coding = asked.headers["accept-encoding"];
      return coding ? withHeader(plain, "content-encoding", coding) : plain;
    },
  },
  {
    rule: "list-compressed",
    mistake: "does not tell caches that the coding hangs on what was asked",
    make: () => inReply("GET /coffee", (answered) => ({ ...answered, headers: without(answered.headers, "vary") })),
  },
  {
    rule: "compressed-tag",
    mistake: "does not know the tag of a compressed list again",
    make: () =>
      inRequest((asked) => ({
        ...asked,
        headers: asked.headers["if-none-match"]?.includes("gzip")
          ? without(asked.headers, "if-none-match")
          : asked.headers,
      })),
  },
  {
    rule: "head",
    mistake: "answers HEAD with 404",
    make: () => async (asked, shop) => (asked.method === "HEAD" ? answer(404) : shop(asked)),
  },
  {
    rule: "head",
    mistake: "gives no tag to HEAD",
    make: () => async (asked, shop) => {
      const answered = await shop(asked);
      return asked.method === "HEAD" ? { ...answered, headers: without(answered.headers, "etag") } : answered;
    },
  },
  {
    rule: "options",
    mistake: "answers OPTIONS without saying what is allowed",
    make: () => async (asked, shop) => (asked.method === "OPTIONS" ? answer(204) : shop(asked)),
  },
];

function withHeader(answered: Answered, name: string, value: string): Answered {
  return { ...answered, headers: { ...answered.headers, [name]: value } };
}

function ignoreIfMatch(method: string): Mistake {
  return inRequest((asked) =>
    asked.method === method ? { ...asked, headers: without(asked.headers, "if-match") } : asked,
  );
}

/** Gives a tag that names the address and not what is there, and answers 304 to whoever has it. */
function sameTagForEver(under: "/coffee" | "/coffee/"): Mistake {
  const isMeant = (asked: Asked) =>
    under === "/coffee" ? isCall(asked, "GET /coffee") : isCall(asked, "GET /coffee/{id}");
  return async (asked, shop) => {
    if (!isMeant(asked)) return shop(asked);
    const etag = `"${asked.path}"`;
    if (asked.headers["if-none-match"] === etag) return answer(304, undefined, { etag });
    return withHeader(await shop(asked), "etag", etag);
  };
}
