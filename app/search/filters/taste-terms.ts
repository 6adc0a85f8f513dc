import { foldValue } from "../../words/text/fold.ts";
import { wordsIn, type WordInText } from "../words/words-in.ts";

/** The terms by which a taste can be chosen: its words and its pairs of neighbouring words, folded. */
export type TasteTerms = Readonly<{
  /** Words, and pairs that stand alone, such as "orange peel" between two commas. */
  offered: readonly string[];
  /** Pairs within longer runs of words: a query can find them, but they are not offered. */
  inner: readonly string[];
}>;

/** Stop words: they say when or how much something is tasted, but not what. */
const stopWords = new Set(
  `a an and are as at be but by comes cools clears close edge edges end ends ever few finish first for from has have hint
  hints in into is it its last late later level like little long lots more most much never no nor not note notes of off on
  only or out over quite rather short slight slightly slow slowly small so some soon spark start stays taste tastes than that
  the then there this tidy to too touch trace under up very was which while with without
  অনেক আগে আছে আর আরও ইত্যাদি উপর উপরে এ এই এক একটা একটি একটু এবং ও ওপর ওপরে কম কিছু কিন্তু খুব গন্ধ জন্য টান টুকু ঠিক তবে তা
  তার তো থাকে থেকে দিয়ে না নিচে পর পরে প্রথমে বা বেশ বেশি মত মতো মধ্যে মাঝে যা যেন রেশ শুধু শেষ শেষে সঙ্গে সাথে সামান্য স্বাদ
  স্বাদের হয় হালকাভাবে`
    .normalize("NFC")
    .split(/\s+/),
);

/** Only the start of a taste is read, as in searches. */
const charactersAtMost = 300;

export function tasteTerms(taste: string): TasteTerms {
  const text = foldValue(taste.slice(0, charactersAtMost));
  const offered = new Set<string>();
  const inner = new Set<string>();
  for (const run of runsIn(text)) {
    for (const { word } of run) offered.add(word);
    run.slice(1).forEach(({ end }, at) => (run.length === 2 ? offered : inner).add(text.slice(run[at]?.start, end)));
  }
  return { offered: [...offered], inner: [...inner] };
}

/** The runs of words in a taste, split at punctuation and stop words. */
function runsIn(text: string): readonly (readonly WordInText[])[] {
  const runs: WordInText[][] = [];
  let before = -1;
  for (const item of wordsIn(text)) {
    const { word, start, end } = item;
    const isStop = word.length === 1 || stopWords.has(word) || /^\p{Nd}/u.test(word);
    const isApart = before === -1 || /[^ -]/.test(text.slice(before, start));
    before = isStop ? -1 : end;
    if (isStop) continue;
    if (isApart) runs.push([item]);
    else runs.at(-1)?.push(item);
  }
  return runs;
}
