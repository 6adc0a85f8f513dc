import type { CoffeeField } from "../../catalogue/fields.ts";

/* The words of the shop's pages, for the pages that it is compared with. */

export const shopName = "Niceties";

export const hero = {
  title: "Would you like a Cup of Delicious Coffee?",
  text: "Pull up a chair. The beans were roasted this week, the milk came this morning, and nobody here is in a hurry.",
  button: "Learn More",
};

export const blurbs = [
  { title: "Awesome Aroma", text: "You will know that the cup is ready before anyone calls your name." },
  { title: "High Quality", text: "Beans that we drink ourselves, every morning at six." },
  { title: "Pure Grades", text: "Hand-sorted lots from growers we can name, and nothing mixed in." },
  { title: "Proper Roasting", text: "Small batches, roasted slowly by ear and nose, and never hurried." },
] as const;

export const products = { eyebrow: "Sip and stay", title: "Our Popular Products", add: "Add Coffee" };

export const wall = {
  eyebrow: "Follow us now",
  title: "From Our Photo Wall",
  photographs: [
    { name: "latte-art", alt: "Latte art, seen from above" },
    { name: "beans-macro", alt: "Roasted beans, close up" },
    { name: "pour-over-bloom", alt: "Water poured over ground coffee" },
    { name: "espresso-in-glass", alt: "Espresso in a small glass" },
    { name: "stacked-cups", alt: "A stack of cups" },
    { name: "iced-coffee", alt: "Iced coffee in a tall glass" },
    { name: "moka-pot", alt: "A moka pot on the stove" },
    { name: "scoop-of-beans", alt: "A scoop in a sack of beans" },
  ],
} as const;

export const footer = {
  text: "The door is open and the kettle is on. Come by, ring us or write: we answer between two cups.",
  touch: "Get in Touch",
  connect: "Connect with Us",
  fields: ["Name", "Email", "Message"],
  send: "Send Message",
  rights: "All rights reserved.",
} as const;

export const backToHome = "Back to home";

export const formPages = {
  add: {
    title: "Add New Coffee",
    intro:
      "Tell the next visitor what is in the cup: who makes it, where the beans come from and what it tastes of. Fill in what you know; everything else can wait, and anyone can complete it later.",
    submit: "Add Coffee",
  },
  update: {
    title: "Update Existing Coffee Details",
    intro:
      "A new price, a kinder word about the taste, a better photo: change what is no longer true and leave the rest as it is.",
    submit: "update Coffee",
  },
} as const;

export type FormPage = (typeof formPages)[keyof typeof formPages];

export const labels: Readonly<Record<CoffeeField, string>> = {
  name: "Name",
  chef: "Chef",
  supplier: "Supplier",
  taste: "Taste",
  category: "Category",
  details: "Details",
  photo: "Photo",
  price: "Price",
};

export const groups: readonly Readonly<{ legend: string; fields: readonly CoffeeField[] }>[] = [
  { legend: "The coffee and its makers", fields: ["name", "chef", "supplier"] },
  { legend: "What is in the cup", fields: ["taste", "category", "details"] },
  { legend: "On the shelf", fields: ["photo", "price"] },
];
