import { Fault, faults, type FaultCode } from "../../catalogue/fault.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { currentRequestId } from "./observe-requests.ts";
import { textReply, type Reply } from "./reply/reply.ts";
import { problemType } from "./protocol-guard.ts";
import type { ReplyLanguage } from "./reply/reply-language.ts";

export const problemsPath = "/-/problems/";

/** The code that a problem's address names; undefined if this shop has no such problem. */
export function problemCode(name: string, extras: boolean): FaultCode | undefined {
  return isFaultCode(name) && (extras || !("isOfExtras" in faults[name])) ? name : undefined;
}

function isFaultCode(name: string): name is FaultCode {
  return Object.hasOwn(faults, name);
}

/**
 * Turns every failure into its reply: a problem document (RFC 9457) in one language. A fault gives its own status and
 * words. Any other error becomes `internal`, which reveals nothing of the error, and `report` gets the error once.
 * `report` also gets the message of a `StoreRefused` that caused a fault, since the operator must act on it.
 */
export function problemReply(error: unknown, language: ReplyLanguage, report: (error: unknown) => void): Reply<string> {
  const { document, headers } = documentOf(error, language, report);
  return textReply(document.status, problemType, JSON.stringify(document), headers);
}

/** As `problemReply`, but as plain text, for a person whose form was refused before any page could show the problem. */
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
  const fault = error instanceof Fault ? error : new Fault("internal", { requestId: currentRequestId() });
  const { status, title } = faults[fault.code];
  const document = {
    type: problemsPath + fault.code,
    title: title[language],
    status,
    detail: fault.detail[language],
    ...(fault.errors.length > 0 && {
      errors: fault.errors.map(({ field, message }) => ({ field, message: message[language] })),
    }),
    ...fault.members,
  };
  const headers = [
    "cache-control",
    "no-store",
    ...[ofLanguage, fault.headers].flatMap((some) => Object.entries(some).flat()),
  ];
  return { document, headers };
}
