import { emptyFields, type CoffeeFields } from "./coffee.ts";

/** Fields that are not given are empty. */
const samples: readonly Partial<CoffeeFields>[] = [
  {
    name: "Dudh Malai Coffee",
    chef: "Nusrat Jahan",
    supplier: "Bhorer Alo Dairy, Savar",
    taste: "Clotted cream, toasted cardamom, a slow warm sweetness",
    category: "Milk coffee",
    details:
      "The milk is kept just under the boil for an hour, until a skin thick enough to fold comes up. The skin goes back on top of the cup, where it belongs. You will need the spoon first and the cup second.",
    photo: "/photographs/dudh-malai-coffee.jpg",
    price: "260",
  },
  {
    name: "টং দোকানের কালো কফি",
    chef: "ফারহানা আক্তার",
    supplier: "মেঘপাহাড় কফি বাগান, বান্দরবান",
    taste: "কড়া, একটু ধোঁয়াটে, শেষে আখের গুড়ের টান",
    category: "টং দোকান",
    details:
      "টং দোকানের ছোট কাচের গ্লাসে, আঙুল না পোড়ার মতো জায়গা রেখে ঢালা। চিনি কম চাইলে আগেই বলবেন; পরে বললে আপা শুধু হাসবেন। সঙ্গে টোস্ট বিস্কুট থাকে, আর সেটা ডুবিয়ে খাওয়াই নিয়ম।",
    photo: "/photographs/cha-er-dokan-black.jpg",
    price: "90",
  },
  {
    name: "Nolen Gur Latte",
    chef: "Tanvir Hasan",
    supplier: "Rosh Bari Gur, Jashore",
    taste: "Burnt sugar, date palm, a long milky finish",
    category: "Milk coffee",
    details:
      "Date-palm jaggery from the first cold weeks of the season, shaved into the cup before the shot and never after. There is no syrup behind the counter: when the last block is finished, so is the latte, until winter comes round again.",
    photo: "/photographs/nolen-gur-latte.jpg",
    price: 340,
  },
  {
    name: "Tumbler Filter Coffee",
    chef: "Farhana Akter",
    supplier: "Chimbuk Ridge Growers, Bandarban",
    taste: "Dark caramel, roasted chicory, froth that stays to the end",
    category: "Filter",
    details:
      "A slow decoction, hot milk, and a good arm. Pour it from the tumbler to the dabara and back until the froth stands above the rim. The steel is as hot as it looks, so hold it by the lip.",
    photo: "/photographs/filter-coffee.jpg",
    price: "180",
  },
  {
    name: "Dhaka Fog",
    chef: "Nusrat Jahan",
    supplier: "Bhorer Alo Dairy, Savar",
    taste: "Cold milk, cocoa, a bitter edge that clears late",
    category: "Cold",
    details:
      "Milk first, then ice, then a double shot let down over the back of a spoon. It is named after those January mornings when the far bank of the Buriganga is only a rumour. One stir and the view is gone, so look before you drink.",
    photo: "/photographs/dhaka-fog.jpg",
    price: "320",
  },
  {
    name: "Cardamom Mocha",
    chef: "Imran Chowdhury",
    supplier: "Elachi & Sons, Moulvibazar",
    taste: "Dark chocolate, green cardamom, orange peel at the edges",
    category: "Milk coffee",
    details:
      "The pods are cracked when you order, which is the small knocking noise you hear. The chocolate is 70 percent and melted into the shot, not squirted over it. The zigzag on top is Imran's signature; he says it is a map.",
    photo: "/photographs/cardamom-mocha.jpg",
    price: "360",
  },
  {
    name: "Chattogram Hill Pour-over",
    chef: "Mong Prue Marma",
    supplier: "Three Ridges Estate, Ruma, Bandarban",
    taste: "Jasmine, ripe papaya, black tea as it cools",
    category: "Filter",
    details:
      "Twenty grams, three pours, three and a half minutes: there is time to read the paper. Mong's uncle grows it two ridges up from the Sangu, and rings to ask how it tasted. Let it cool a little; the best cup is the second half.",
    photo: "/photographs/chittagong-hill-pour-over.jpg",
    price: "420",
  },
  {
    name: "Daab Cold Brew",
    chef: "Mong Prue Marma",
    supplier: "Sagarpar Coconut Arat, Bhola",
    taste: "Green coconut, cocoa nib, a clean salty end",
    category: "Cold",
    details:
      "Coarse grounds steep overnight in coconut water, and the drink goes back into the coconut it came from. Ask for the long spoon afterwards: the soft flesh inside is yours too. It does not fit a cup holder, and we have stopped apologising for that.",
    photo: "/photographs/coconut-cold-brew.jpg",
    price: "390",
  },
  {
    name: "Borhani Tonic",
    chef: "Imran Chowdhury",
    supplier: "Pudina Bagan, Keraniganj",
    taste: "Mint, black salt, lime, then espresso and a small spark of chilli",
    category: "Cold",
    details:
      "Everything a wedding borhani brings except the yoghurt and the four hundred guests. Tonic goes over mint, roasted cumin and one bruised green chilli, and the shot floats on top. Drink it through the layers, and leave the chilli where it is.",
    photo: "/photographs/borhani-tonic.jpg",
    price: "350",
  },
  {
    name: "Flat White",
    chef: "Tanvir Hasan",
    supplier: "Half Past Six Roasters, Tejgaon",
    taste: "Hazelnut, brown butter, a short and tidy finish",
    category: "Espresso",
    details:
      "A double shot under a hand's width of steamed milk, with nothing added and nothing to explain. Tanvir pours the leaf in one breath and pretends not to watch whether you noticed.",
    photo: "/photographs/flat-white.jpg",
    price: 280,
  },
  {
    name: "মিষ্টি দই আফোগাতো",
    chef: "নুসরাত জাহান",
    supplier: "তিন হাঁড়ি দইঘর, বগুড়া",
    taste: "পোড়া চিনি, ঘন দুধ, তার ওপর গরম এসপ্রেসোর তেতো স্বাদ",
    category: "মিষ্টান্ন",
    details:
      "মাটির হাঁড়ির ঠান্ডা মিষ্টি দইয়ের ওপর টেবিলে এসে ঢালা হয় গরম এসপ্রেসো। প্রথম চামচটা ওপর থেকে নয়, একেবারে তলা থেকে তুলুন। ছবি তুলতে চাইলে তাড়াতাড়ি করুন, দই কারও জন্য বসে থাকে না।",
    photo: "/photographs/mishti-doi-affogato.jpg",
    price: "380",
  },
  {
    name: "Saat Masjid Espresso",
    chef: "Farhana Akter",
    supplier: "Half Past Six Roasters, Tejgaon",
    taste: "Molasses, dried lime, a dark and level close",
    category: "Espresso",
    details:
      "Pulled short for people with one eye on the bus. Four sips, standing up, and you are back on Saat Masjid Road before the signal changes. The sugar cube comes with it; nobody has yet admitted to using one.",
    photo: "/photographs/espresso-saat-masjid.jpg",
    price: "160",
  },
];

/**
 * The twelve coffees of a new shop. Two are in Bangla, and two have a number as their price, so that a new shop shows
 * every form of coffee.
 */
export const sampleCoffees: readonly CoffeeFields[] = samples.map((sample) => ({ ...emptyFields, ...sample }));

/**
 * The sample coffees for a shop with this address. Their photos are absolute URLs, which also work in clients of other
 * origins. If `publicUrl` is empty, they are paths, which work only in the shop's own pages.
 */
export function samplesFor(publicUrl: string): readonly CoffeeFields[] {
  return sampleCoffees.map((coffee) => ({ ...coffee, photo: publicUrl + coffee.photo }));
}
