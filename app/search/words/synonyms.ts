import { foldText } from "../../words/text/fold.ts";
import { soundKeys } from "./sound-keys.ts";

/** Each line has the spellings of one word, which the sound rules do not match. */
const sameWord = `
coffee coffe kofi kaapi caffe cafe ক্যাফে ক্যাফ কফি
latte lattes লাতে লাটে ল্যাটে
cappuccino capuchino ক্যাপুচিনো কাপুচিনো ক্যাপাচিনো
espresso expresso এসপ্রেসো এক্সপ্রেসো এস্প্রেসো
mocha moka mokka মোকা মকা
americano আমেরিকানো অ্যামেরিকানো
macchiato machiato ম্যাকিয়াতো মাকিয়াতো ম্যাকিয়াটো
ristretto রিস্ট্রেটো রিস্ত্রেত্তো
affogato আফোগাতো আফোগাটো
cortado কর্টাডো কোর্তাদো
frappe ফ্র্যাপে ফ্রাপে ফ্রাপ্পে
chocolate choklet chokolet চকলেট চকোলেট
caramel ক্যারামেল
vanilla ভ্যানিলা ভ্যানিলার
hazelnut হ্যাজেলনাট হেজেলনাট
croissant ক্রোসাঁ ক্রোয়াসাঁ ক্রোসো
sandwich স্যান্ডউইচ
smoothie smoothy স্মুদি
juice jus জুস
cake কেক
cheesecake চিজকেক
cheese চিজ চীজ পনির
cookie কুকি
butter বাটার
white হোয়াইট
water ওয়াটার
house হাউস
turkish টার্কিশ
vietnamese ভিয়েতনামিজ ভিয়েতনামি
orange অরেঞ্জ
shake শেক
milkshake মিল্কশেক
coconut কোকোনাট
banana ব্যানানা
strawberry স্ট্রবেরি
blueberry ব্লুবেরি
cream ক্রিম
icecream আইসক্রিম
iced ice আইস আইসড
slow স্লো
roast রোস্ট
roasters রোস্টার্স
lassi লাচ্ছি লাসসি লাচ্চি
sherbet sharbat shorbot sorbot sherbat শরবত সরবত
falooda faluda ফালুদা
rosogolla rasgulla roshogolla rossogolla রসগোল্লা
jilapi jilipi jalebi jilebi জিলাপি জিলিপি
singara shingara samosa সিঙ্গাড়া সমুচা সামোসা
chai chaa চাই
elach elachi elaichi এলাচ এলাচি
narkel narikel নারকেল নারিকেল
yoghurt yogurt yoghourt
jessore jashore যশোর
bogura bogra বগুড়া
cumilla comilla কুমিল্লা
chittagong chattogram চট্টগ্রাম চিটাগাং
sylhet silet সিলেট
dhaka dacca ঢাকা
akter aktar akhter আক্তার আখতার
hossain hussain hosen hossein হোসেন হোসাইন
ahmed ahmad আহমেদ আহমদ
mohammad mohammed muhammad md মোহাম্মদ মুহাম্মদ
rahman রহমান
uncle আঙ্কেল
jam jamun জাম জামুন
golap gulab গোলাপ গুলাব
bottle বোতল
small স্মল
large লার্জ
sugar সুগার
honey হানি
ginger জিনজার জিঞ্জার
nuts nut বাদাম
special স্পেশাল
breakfast ব্রেকফাস্ট
blend ব্লেন্ড
beans bean বিন
decaf ডিক্যাফ ডিকাফ
brew ব্রু
brownie ব্রাউনি
muffin মাফিন
donut doughnut ডোনাট
pastry পেস্ট্রি
`;

/** Each line has the words for one thing in both languages. */
const sameThing = `
milk dudh দুধ
tea chai cha চা টি
sugar chini চিনি
cold iced thanda ঠান্ডা কোল্ড
hot gorom গরম হট
warm gorom গরম
sweet mishti মিষ্টি সুইট
bitter tito teto তিতা তেতো তিক্ত
sour tok টক
salty nonta নোনতা
spicy jhal ঝাল
strong kora কড়া
thick ghono ঘন
black kalo কালো ব্ল্যাক
white sada সাদা
green sobuj সবুজ গ্রিন
red lal লাল
yoghurt curd doi dahi দই
lemon lebu লেবু লেমন
ginger ada আদা
cardamom elach এলাচ
cinnamon daruchini darchini দারুচিনি দারচিনি
clove lobongo লবঙ্গ
saffron jafran জাফরান
mint pudina পুদিনা
basil tulsi তুলসী
jaggery gur গুড়
molasses gur গুড়
mango aam আম আমের ম্যাঙ্গো ম্যাংগো
orange komla কমলা
coconut narkel নারকেল daab ডাব ডাবের
banana kola কলা
papaya pepe পেঁপে
watermelon tormuj তরমুজ
tamarind tetul তেঁতুল
sugarcane akh আখ আখের
honey modhu মধু
ice borof বরফ
water pani jol পানি জল
salt lobon লবণ
butter makhon মাখন
ghee ghi ঘি
rice chal চাল
nut badam বাদাম
rose golap গোলাপ
juice rosh রস জুস
masala moshla spice spiced মসলা
winter sheet শীত শীতের
house ghor ঘর
garden bagan বাগান gardens
special bishesh বিশেষ
light halka হালকা
`;

export type Synonym = Readonly<{ key: string; isSameWord: boolean }>;

type Group = Readonly<{ words: readonly string[]; keys: ReadonlySet<string> }>;

function groupsOf(lines: string): readonly Group[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const words = line.split(" ").map(foldText);
      return { words, keys: new Set(words.flatMap((word) => soundKeys(word))) };
    });
}

let groups: Readonly<{ sameWord: readonly Group[]; sameThing: readonly Group[] }> | undefined;

/** The keys of other spellings of the same word, and of words for the same thing. */
export function synonyms(keys: readonly string[]): readonly Synonym[] {
  groups ??= { sameWord: groupsOf(sameWord), sameThing: groupsOf(sameThing) };
  const words = expandKeys(keys, groups.sameWord);
  const things = expandKeys(expandKeys(words, groups.sameThing), groups.sameWord);
  return [...new Set([...words, ...things])]
    .filter((key) => !keys.includes(key))
    .map((key) => ({ key, isSameWord: words.includes(key) }));
}

/** The keys of all lines in which a word starts with `typed`. */
export function keysByPrefix(typed: string): readonly string[] {
  groups ??= { sameWord: groupsOf(sameWord), sameThing: groupsOf(sameThing) };
  const prefix = foldText(typed);
  const all = [...groups.sameWord, ...groups.sameThing];
  return all.flatMap(({ words, keys }) => (words.some((word) => word.startsWith(prefix)) ? [...keys] : []));
}

function expandKeys(keys: readonly string[], among: readonly Group[]): readonly string[] {
  const found = among.filter((group) => keys.some((key) => group.keys.has(key)));
  return [...keys, ...found.flatMap((group) => [...group.keys])];
}
