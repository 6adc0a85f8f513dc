import { expect, test } from "vitest";
import { bangla } from "../words/bangla.ts";
import { english } from "../words/english.ts";
import { shortName } from "../coffee/text/display-name.ts";
import { asSentence } from "./as-sentence.ts";

test.for([
  ["The shop didn't delete Latte.", "The shop didn't delete Latte."],
  ["The shop didn't delete A long na….", "The shop didn't delete A long na…"],
  ["The shop didn't delete No. 5..", "The shop didn't delete No. 5."],
  ["The shop didn't delete Wow!. What is more.", "The shop didn't delete Wow! What is more."],
  ["Wait... is back.", "Wait... is back."],
  ["The shop didn't delete Wait....", "The shop didn't delete Wait..."],
  ["পরিবর্তন: লাতে…।", "পরিবর্তন: লাতে…"],
  ["পরিবর্তন: লাতে।।", "পরিবর্তন: লাতে।"],
])("%j becomes %j", ([text = "", sentence]) => {
  expect(asSentence(text, english)).toBe(sentence);
});

test.for(["", "  ", "\u200b", "\u3164 \u00ad"])(
  "a coffee called %j is unnamed in every notice, in both languages",
  (name) => {
    const sentenceIn = (words: typeof english) => {
      const { done, isBack, removedAgain, changeUndone, serverKept } = words.notices;
      const sentences = [...Object.values(done), isBack, removedAgain, changeUndone, serverKept];
      return sentences.map((sentence) => asSentence(sentence(shortName(name, words)), words));
    };
    for (const sentence of sentenceIn(english)) expect(sentence).toMatch(/^Unnamed coffee|.+ unnamed coffee/);
    for (const sentence of sentenceIn(bangla)) expect(sentence).toContain("নামহীন কফি");
  },
);
