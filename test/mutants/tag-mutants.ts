import { answer, inReply, inRequest, isCall, withHeader, without } from "./mistakes.ts";
import type { Asked, Mistake, Mutant } from "./open-mutant.ts";

export const tagMutants: readonly Mutant[] = [
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
];

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
