import { answer, inReply, inRequest, uncompressed, withHeader, without } from "./mistakes.ts";
import type { Mutant } from "./open-mutant.ts";

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
