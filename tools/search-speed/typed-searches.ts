/** What people type into the search, in both scripts, in either's letters for the other, and with slips. */
export const typedSearches: readonly string[] = [
  ..."latte|mocha espresso|amber latte|cardamom|velvet morning brew|pour over|affogato|copper tonic|river cedar".split(
    "|",
  ),
  ..."nusrat jahan|tanvir|jaggery hazelnut|honey lime|sylhet|milk|mong marma|capuccino|esspresso|cardamon".split("|"),
  ..."কফি|মিষ্টি|গরম দুধ|নুসরাত|সোনালি লাতে|এসপ্রেসো|পাহাড়ি|kofi|gorom kofi|mishti|elach gur|xyzzy plugh|1234".split("|"),
];

/** Each text as it stands after each key. */
export function keyByKey(text: string): readonly string[] {
  return Array.from(text, (_, at) =>
    Array.from(text)
      .slice(0, at + 1)
      .join(""),
  );
}
