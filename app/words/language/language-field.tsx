import { useLocation } from "react-router";
import { requestedLanguage, languageParameter } from "./requested-language.ts";

/** Takes the language that was asked for along in a form, whose fields replace the query. */
export function LanguageField() {
  const { search } = useLocation();
  const language = requestedLanguage(search);
  return language && <input type="hidden" name={languageParameter} value={language} />;
}
