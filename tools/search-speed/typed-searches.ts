import { latencyOf } from "../../bench/figures/percentiles.ts";

/** Searches that people type: in both scripts, one language in the other's script, and with typing errors. */
export const typedSearches: readonly string[] = [
  ..."latte|mocha espresso|amber latte|cardamom|velvet morning brew|pour over|affogato|copper tonic|river cedar".split(
    "|",
  ),
  ..."nusrat jahan|tanvir|jaggery hazelnut|honey lime|sylhet|milk|mong marma|capuccino|esspresso|cardamon".split("|"),
  ..."কফি|মিষ্টি|গরম দুধ|নুসরাত|সোনালি লাতে|এসপ্রেসো|পাহাড়ি|kofi|gorom kofi|mishti|elach gur|xyzzy plugh|1234".split("|"),
];

/** The text in the field after each key. */
export function keyByKey(text: string): readonly string[] {
  return Array.from(text, (_, at) =>
    Array.from(text)
      .slice(0, at + 1)
      .join(""),
  );
}

/** How long the page, or the search, took for a key. `typed` is the text after that key. */
export type KeyTime = Readonly<{ typed: string; ms: number }>;

/** Percentiles of the keys' times, and the slowest keys. */
export function describeTimes(times: readonly KeyTime[], slowestCount: number, digits: number): string {
  const { p50, p99, worst } = latencyOf(times.map(({ ms }) => ms));
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, slowestCount);
  const named = slowest.map(({ typed, ms }) => `${JSON.stringify(typed)} ${ms.toFixed(1)}`).join(", ");
  const [median, most, top] = [p50, p99, worst].map((ms) => ms.toFixed(digits));
  return `p50 ${median} ms, p99 ${most} ms, worst ${top} ms (${named})`;
}
