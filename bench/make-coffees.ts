import type { CoffeeFields } from "../catalogue/coffee.ts";
import { seededRandom, type SeededRandom } from "../test/seeded-random.ts";

const english = {
  name: "Amber Monsoon Cardamom Harbour River Copper Velvet Winter Morning Lantern Saffron Cedar".split(" "),
  kind: "Latte Espresso Pour-over Mocha Cortado Affogato Tonic Brew".split(" "),
  person: "Nusrat Tanvir Farhana Imran Mong Shirin Rafiq Ayesha Habib Lamia".split(" "),
  family: "Jahan Hasan Akter Chowdhury Marma Sultana Ahmed Rahman".split(" "),
  place: "Savar Bandarban Jashore Bhola Bogura Sylhet Khulna Rangpur".split(" "),
  taste: "cocoa jasmine jaggery hazelnut papaya smoke caramel mint salt lime honey cedar".split(" "),
  prose:
    "the a cup of milk poured slowly over ice before evening rain comes with two spoons and one small story about beans from hills where morning fog stays long enough to be counted among ingredients nobody hurries here".split(
      " ",
    ),
};
const bangla = {
  name: "মেঘলা নরম সকালের বৃষ্টিভেজা সোনালি পাহাড়ি নদীর শীতের".split(" "),
  kind: "কফি লাতে মোকা এসপ্রেসো".split(" "),
  person: "নুসরাত তানভীর ফারহানা ইমরান শিরিন রফিক".split(" "),
  family: "জাহান হাসান আক্তার চৌধুরী রহমান".split(" "),
  place: "সাভার বান্দরবান যশোর ভোলা বগুড়া সিলেট".split(" "),
  taste: "কড়া মিষ্টি ধোঁয়াটে গুড় এলাচ কমলা".split(" "),
  prose: "এক কাপ গরম দুধ ধীরে ঢালা হয় বিকেলের আগে আর সঙ্গে থাকে ছোট একটা গল্প পাহাড়ের কুয়াশা নিয়ে কেউ তাড়া করে না".split(
    " ",
  ),
};
const photographs = ["dhaka-fog", "flat-white", "filter-coffee", "borhani-tonic", "nolen-gur-latte"];

/** One coffee in three is in Bangla, whose letters take three bytes each. */
const banglaEvery = 3;
/** The least and most words of `details`, chosen so that a coffee's JSON, with its id, takes 570 bytes on average. */
const proseWords = { english: [35, 47], bangla: [26, 33] } as const;

/** Coffees of 570 bytes of JSON on average, a third of them in Bangla; the same seed gives the same coffees. */
export function makeCoffees(count: number, seed: number): readonly CoffeeFields[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) => makeCoffee(random, at));
}

function makeCoffee(random: SeededRandom, at: number): CoffeeFields {
  const isBangla = at % banglaEvery === 1;
  const words = isBangla ? bangla : english;
  const [least, most] = isBangla ? proseWords.bangla : proseWords.english;
  const join = (from: readonly string[], length: number) => Array.from({ length }, () => random.pick(from)).join(" ");
  return {
    name: `${random.pick(words.name)} ${random.pick(words.name)} ${random.pick(words.kind)} ${at + 1}`,
    chef: `${random.pick(words.person)} ${random.pick(words.family)}`,
    supplier: `${random.pick(words.name)} ${random.pick(words.kind)}, ${random.pick(words.place)}`,
    taste: join(words.taste, 4),
    category: random.pick(words.kind),
    details: join(words.prose, least + random.below(most - least + 1)),
    photo: `/photographs/${random.pick(photographs)}.jpg`,
    price: random.below(4) === 0 ? 90 + random.below(400) : String(90 + random.below(400)),
  };
}
