import { preferredLanguage, type Language } from "../../../catalogue/language.ts";

/** The language of the words in a reply, and the headers that declare it. */
export type ReplyLanguage = Readonly<{ language: Language; headers: Readonly<Record<string, string>> }>;

/** Chooses the language of a reply by `Accept-Language` (RFC 9110 §12.5.4). */
export type ChooseLanguage = (acceptLanguage: string | undefined) => ReplyLanguage;

const plain: ReplyLanguage = { language: "en", headers: {} };

/** Without extras every reply is in English, and no header mentions languages. */
export function replyLanguage(extras: boolean): ChooseLanguage {
  if (!extras) return () => plain;
  return (acceptLanguage) => {
    const language = preferredLanguage(acceptLanguage);
    return { language, headers: { "content-language": language, vary: "Accept-Language" } };
  };
}
