/*
 * The sounds of a key in Latin letters. Vowels are only a, i and u, because people write the same sound as "a" or "o",
 * and as "e" or "i". "c" is the first sound of চা. Aspirated consonants become plain ones.
 */
const consonants = pairs(
  "ক k খ k গ g ঘ g ঙ ng চ c ছ c জ j ঝ j ঞ n ট t ঠ t ড d ঢ d ণ n ত t থ t দ d ধ d ন n",
  "প p ফ f ব b ভ b ম m য j র r ল l শ s ষ s স s হ h ৰ r ৱ u",
);
const withNukta = pairs("ড r ঢ r য y ব r জ j ফ f");
const vowels = pairs("অ a আ a ই i ঈ i উ u ঊ u ঋ ri এ i ঐ ai ও a ঔ au");
const signs = pairs(
  "\u09be a \u09bf i \u09c0 i \u09c1 u \u09c2 u \u09c3 ri \u09c7 i \u09c8 ai \u09cb a \u09cc au \u09d7 u",
);
const endings = pairs("\u0982 ng \u09ce t");
const nukta = "\u09bc";
const hasanta = "\u09cd";

/** The inherent vowel of a consonant without a vowel sign. */
const inherent = "ə";

/**
 * The possible pronunciations of a folded Bangla word in Latin letters: with all inherent vowels, and without those
 * that are mostly silent, as in রসগোল্লা.
 */
export function romanise(word: string): readonly string[] {
  const whole = soundsOf(word);
  const silentEnd = whole.replace(/([aiuə](?:ng|[^aiuə]))ə$/, "$1");
  // After two consonants both forms are possible: চন্দ্র keeps its last vowel, কোল্ড has none.
  const cut = whole.replace(/([aiuə][^aiuə]{1,3})ə$/, "$1");
  const short = cut.replace(/ə(?=[^aiuə][aiuə])/g, (vowel, at: number) =>
    /[aiuə][^aiuə]$/.test(cut.slice(0, at)) ? "" : vowel,
  );
  return [...new Set([cut, silentEnd, short].map((sounds) => glides(sounds.replaceAll(inherent, "a"))))];
}

/** Replaces y, also for য়: silent between vowels, otherwise i. */
export function glides(sounds: string): string {
  return sounds.replace(/([aiu])y(?=[aiu])/g, "$1").replaceAll("y", "i");
}

function soundsOf(word: string): string {
  // ক্ষ sounds like "kh", ওয় like "w" and ্যা like "a". Otherwise a subscript য, and mostly ব, only lengthens the
  // consonant.
  const simplified = word
    .replaceAll("ক্ষ", "খ")
    .replaceAll("জ্ঞ", "গ")
    .replace(/[ওো]য়(?=[া-ৌ])/gu, (glide) => (glide.startsWith("ও") ? "ৱ" : "োৱ"))
    .replace(/্য(?!়)/g, "")
    .replace(/(^|[^মবরলট])্ব/g, "$1");
  const letters = Array.from(simplified);
  let sounds = "";
  letters.forEach((letter, index) => {
    const after = letters[index + 1];
    const consonant = (after === nukta ? withNukta.get(letter) : undefined) ?? consonants.get(letter);
    if (!consonant) {
      sounds += vowels.get(letter) ?? signs.get(letter) ?? endings.get(letter) ?? "";
      return;
    }
    const next = after === nukta ? letters[index + 2] : after;
    sounds += consonant + (next !== undefined && (next === hasanta || signs.has(next)) ? "" : inherent);
  });
  return sounds;
}

function pairs(...lines: readonly string[]): ReadonlyMap<string, string> {
  const all = Array.from(lines.join(" ").matchAll(/(\S+) (\S+)/g));
  return new Map(all.map(([, letter = "", sound = ""]) => [letter, sound]));
}
