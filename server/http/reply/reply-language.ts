import { preferredLanguage, type Language } from "../../../catalogue/language.ts";

/** The language of the words in a reply, and what its headers tell of that. */
export type ReplyLanguage = Readonly<{ language: Language; headers: Readonly<Record<string, string>> }>;

/** The language in which to answer whoever sends this `Accept-Language` (RFC 9110 §12.5.4). */
export type ChooseLanguage = (acceptLanguage: string | undefined) => ReplyLanguage;

const plain: ReplyLanguage = { language: "en", headers: {} };

/** Without extras the shop speaks English to everybody, and no reply tells of languages. */
export function replyLanguage(extras: boolean): ChooseLanguage {
  if (!extras) return () => plain;
  return (acceptLanguage) => {
    const language = preferredLanguage(acceptLanguage);
    return { language, headers: { "content-language": language, vary: "Accept-Language" } };
  };
}
