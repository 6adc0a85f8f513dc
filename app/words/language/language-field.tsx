import { useLocation } from "react-router";
import { requestedLanguage, languageParameter } from "./requested-language.ts";

/** A hidden field with the language of the address, because a form's fields replace the query. */
export function LanguageField() {
  const { search } = useLocation();
  const language = requestedLanguage(search);
  return language && <input type="hidden" name={languageParameter} value={language} />;
}
