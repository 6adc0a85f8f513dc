/* Texts of home. The English loads with home; see offline-words.ts. */

const english = {
  headline: "Would you like a Cup of Delicious Coffee?",
  invitation:
    "Pull up a chair. The beans were roasted this week, the milk came this morning, and nobody here is in a hurry.",
  learnMore: "Learn More",
  why: "Why our coffee",
  blurbs: {
    aroma: {
      title: "Awesome Aroma",
      text: "You will know that the cup is ready before anyone calls your name.",
    },
    quality: { title: "High Quality", text: "Beans that we drink ourselves, every morning at six." },
    grades: { title: "Pure Grades", text: "Hand-sorted lots from growers we can name, and nothing mixed in." },
    roasting: {
      title: "Proper Roasting",
      text: "Small batches, roasted slowly by ear and nose, and never hurried.",
    },
  },
  sip: "Sip and stay",
  products: "Our Popular Products",
  addCoffee: "Add Coffee",
  recentChanges: "Recent changes",
  moreCoffees: "More coffees",
  follow: "Follow us now",
  photoWall: "From Our Photo Wall",
  photos: {
    "latte-art": "Latte art, seen from above",
    "beans-macro": "Roasted beans, close up",
    "pour-over-bloom": "Water poured over ground coffee",
    "espresso-in-glass": "Espresso in a small glass",
    "stacked-cups": "A stack of cups",
    "iced-coffee": "Iced coffee in a tall glass",
    "moka-pot": "A moka pot on the stove",
    "scoop-of-beans": "A scoop in a sack of beans",
  },
};

export type HomeWords = typeof english;

/** The texts in the language of a dictionary. */
export function homeWords(words: Readonly<{ home?: HomeWords }>): HomeWords {
  return words.home ?? english;
}
