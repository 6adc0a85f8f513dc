const reasons = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "there is no such host"],
  ["EAI_AGAIN", "its name cannot be looked up"],
  ["ENOENT", "there is no such socket"],
  ["ETIMEDOUT", "it does not answer"],
  ["EHOSTUNREACH", "there is no way to that host"],
]);

/**
 * Why the system made no connection, as the end of a sentence after a colon: words, or the error's code if there are no
 * words for it. Undefined for an error without a code.
 */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return reasons.get(String(error.code)) ?? String(error.code);
}
