/** The languages of the shop. The first is the fallback. */
export const languages = ["en", "bn"] as const;

export type Language = (typeof languages)[number];

/** The same text in every language. */
export type Translated = Readonly<Record<Language, string>>;

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text);
}

/**
 * The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4): among the shop's languages the one with the
 * greatest weight, and among equals the first. Regions are ignored.
 */
export function preferredLanguage(acceptLanguage: string | null | undefined): Language {
  const [preferred] = (acceptLanguage ?? "")
    .split(",")
    .flatMap((range) => {
      const [name = "", ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const [language] = name.split("-", 1);
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      const weight = Number(quality);
      return isLanguage(language) && weight > 0 ? [{ language, weight }] : [];
    })
    .toSorted((one, other) => other.weight - one.weight);
  return preferred?.language ?? languages[0];
}
