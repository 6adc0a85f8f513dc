import { createContext, useContext, useEffect, useState } from "react";
import type { Language } from "../../catalogue/language.ts";
import { loadedWords, loadWords } from "./dictionaries.ts";
import { english, type Words } from "./english.ts";

export const WordsContext = createContext<Words>(english);

/** The dictionary in the language of the page. */
export function useWords(): Words {
  return useContext(WordsContext);
}

/** The dictionary of a language; until it has loaded, the previous one. */
export function useWordsOf(language: Language): Words {
  const [words, setWords] = useState(() => loadedWords(language) ?? english);
  useEffect(() => {
    let isWanted = true;
    loadWords(language).then(
      (loaded) => isWanted && setWords(loaded),
      (error: unknown) => console.error(error), // the page keeps its language
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return loadedWords(language) ?? words;
}
