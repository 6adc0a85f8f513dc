import type { CoffeeField } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";

/** What the coffee's fields are called wherever a person reads of them. */
const fields: Readonly<Record<CoffeeField, string>> = {
  name: "Name",
  chef: "Chef",
  supplier: "Supplier",
  taste: "Taste",
  category: "Category",
  details: "Details",
  photo: "Photo",
  price: "Price",
};

const unnamedCoffee = "unnamed coffee";

/** Every word of the interface in English, which is the specification's own; `bangla.ts` says the same in Bangla. */
export const english = {
  language: "en" as Language,
  /** What `Intl` calls the language as it is spoken here. */
  locale: "en-GB",
  /** The other language, in its own name. */
  otherLanguage: "বাংলা",

  /** A number that was counted here. */
  number: (count: number) => count.toLocaleString("en"),
  /** A text that may hold digits, such as a price, as sent, in the digits of the language. */
  digits: (text: string) => text,
  taka: "Taka",
  /** Several names in a row. */
  list: (names: readonly string[]) => names.join(", "),
  timeAgo: { now: "just now" },

  page: {
    skip: "Skip to the page",
    backToHome: "Back to home",
    wrong: "Something went wrong",
    wrongWords: "This page could not be shown. Nothing was lost; try it again in a moment.",
  },

  footer: {
    contact: "Contact",
    words: "The door is open and the kettle is on. Come by, ring us or write: we answer between two cups.",
    getInTouch: "Get in Touch",
    networks: { facebook: "Facebook", instagram: "Instagram", x: "X", youtube: "YouTube" },
    connect: "Connect with Us",
    name: "Name",
    email: "Email",
    message: "Message",
    send: "Send Message",
    copyright: (year: string, holder: string) => `© ${year} ${holder}. All rights reserved.`,
  },

  home: {
    description: (shop: string) => `${shop}: every coffee we make, who makes it, what it tastes of and what it costs.`,
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
  },

  coffee: {
    fields,
    unnamed: unnamedCoffee,
    unnamedHeading: "Unnamed coffee",
    view: "View",
    edit: "Edit",
    delete: "Delete",
    viewNamed: (called: string) => `View ${called}`,
    editNamed: (called: string) => `Edit ${called}`,
    deleteNamed: (called: string) => `Delete ${called}`,
    photoOf: (called: string) => `Photo of ${called}`,
    noPhoto: "No photo",
    pageTitle: "Coffee details",
    heading: "Niceties",
    recentChanges: "Recent changes of this coffee",
  },

  form: {
    groups: {
      makers: "The coffee and its makers",
      cup: "What is in the cup",
      shelf: "On the shelf",
    },
    preview: "How it will stand on the shelf",
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
    otherText: (field: string) => `The other text for ${field}`,
    somebodyWrote: "Somebody else wrote",
    youWrote: "You wrote",
    nothing: "nothing",
    takeThis: "Use this instead",
    takeThisFor: (field: string) => `Use this instead for ${field}`,
  },

  notFound: {
    title: "Page not found",
    photo: "An empty cup with a dried ring of coffee",
    heading: "This cup is empty",
    words: "Somebody was here before you and drank it all. There is nothing at this address, but the next pot is on.",
  },

  notices: {
    region: "Notices",
    dismiss: "Dismiss",
    undo: "Undo",
    tryAgain: "Try again",
    restore: "Restore",
    listNotLoaded: "The list of coffees could not be loaded.",
    reload: "Reload the page to try again.",
    unsent: {
      added: {
        refused: "The coffee was not added.",
        unknown: "It is not sure that the coffee was added.",
      },
      updated: {
        refused: "The coffee was not updated.",
        unknown: "It is not sure that the coffee was updated.",
      },
      sendAgain: "Send it again",
      kept: "What you typed is still here: change it, or send it again.",
      lookFirst: "Look at the list in another tab before you send it again.",
      addedOnce:
        "Send it again as it is whenever you like: it is added only once. If you change it, look at the list first.",
      noHarm: "To send it again does no harm.",
      keptHere: "What you typed is kept in this browser.",
    },
    neverLoaded: "It was never loaded here: reload the page first.",
    bothChanged: (changed: string) => `You and somebody else both changed ${changed}.`,
    pick: (count: number) => `Pick a text below ${count === 1 ? "the field" : "each field"}, then press update Coffee.`,
    sendYoursAgain: "Nothing was updated: open the coffee, and send yours again.",
    deletedMeanwhile: "It was deleted meanwhile.",
    restoreFirst: "Restore it, then send yours again.",
    restoreIt: "Restore it",
    alsoKept: (taken: string) => `Also kept: somebody else's new ${taken}.`,
    deletedWhen: (when: string) => `This coffee was deleted ${when}.`,
    bringBack: "You can bring it back.",
    notLoaded: "This coffee could not be loaded.",
    goHome: "Go back to home for the coffees there are.",
    noWordOnDelete: (called: string) => `No word on deleting ${called}.`,
    stillListed: "It is still in your list: check the connection and delete it again.",
    serverKept: (called: string) => `The product server kept ${called}.`,
    goneHere: "It is gone from your list only.",
    putBack: "Put it back",
    done: {
      add: (called: string) => `Added: ${called}.`,
      update: (called: string) => `Updated: ${called}.`,
      delete: (called: string) => `Deleted: ${called}.`,
    },
    undoneUnknown: "It is not sure that this was undone.",
    notUndone: "It was not undone.",
    noHarm: "To try again does no harm.",
    removedAgain: (called: string) => `${called} was removed again.`,
    goneAlready: "That is gone already.",
    deletedLater: "Nothing to undo: somebody deleted it later.",
    changedLater: (kept: string) => `Nothing to undo: somebody changed it later (${kept}).`,
    undoneAlready: "That was undone already.",
    isBack: (called: string) => `${called} is back.`,
    changeUndone: (called: string) => `The change to ${called} was undone.`,
    erasedStays: (lost: string) => `The shop has erased this for good, so it stays blank: ${lost}.`,
    laterStays: (kept: string) => `What somebody changed later stays: ${kept}.`,
  },

  find: {
    form: "Find coffees",
    label: "Search",
    hint: "Name, taste, chef …",
    submit: "Search",
    sort: "Order",
    bestFirst: "Best match first",
    sorts: {
      added: "As added",
      newest: "Newest first",
      name: "By name",
      price: "Lowest price first",
      "price-descending": "Highest price first",
    },
    filters: "Filters",
    filtersChosen: (count: string) => `Filters, ${count} chosen`,
    any: "Any",
    value: (value: string, count: string) => `${value} (${count})`,
    from: "Price from",
    to: "Price up to",
    found: (count: string, of: string) => `${count} of ${of} coffees`,
    some: "No coffee has all of these words; these have some of them.",
    nothing: "Nothing found. A word less, or another filter, may help.",
    clear: "Show all coffees",
    failed: "The search could not be loaded.",
  },

  follow: {
    news: (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}`,
    newList: "The list has changed",
    show: "show",
    shown: "The list shows all changes.",
    changed: "Somebody has just changed this coffee.",
    deleted: "Somebody has just deleted this coffee.",
    showChanged: "Show it",
    theirs: (changed: string) => `Somebody else has just changed ${changed}.`,
  },

  board: {
    page: (page: string, of: string) => `Page ${page} of ${of}`,
    pageOf: (page: string, of: string) => `${page} / ${of}`,
    others: "Others",
  },

  offline: {
    title: "Offline.",
    list: (when: string) => `This list is from ${when}.`,
    page: (when: string) => `This page is from ${when}.`,
    unsent: "Not sent yet",
    typedNew: (called: string) => `‘${called}’ was typed while you were offline.`,
    typedEdit: (called: string) => `Your changes to ‘${called}’ were typed while you were offline.`,
    maybeThere: "It may have arrived all the same: look at the list before you send it.",
    send: "Send",
    look: "Look at it first",
    throwAway: "Throw away",
    thrownAway: "What you typed was thrown away.",
    stillKept: "What you typed is still kept in this browser.",
    lookAndPick: "Nothing was updated: press “Look at it first”, send it from there, and pick.",
  },

  share: {
    share: "Share",
    copied: "The address was copied.",
    copyThis: "To share this page, copy its address:",
    code: "QR code of this page's address",
    openOnPhone: "Open on your phone",
  },

  changes: {
    notOpened: "The changes could not be opened.",
    heading: "Recent changes",
    allRecent: "All recent changes",
    ofThisCoffee: "Changes of this coffee",
    /** The name stands between the two. */
    of: ["Changes of ", ""],
    by: (visitor: string) => `Everything by ${visitor}`,
    close: "Close",
    undoAll: "Undo all by this visitor",
    none: "No changes here.",
    older: "Older changes",
    visitor: (digits: string) => `visitor ${digits}`,
    /** Who made a change stands between the two. */
    made: ["by ", ""],
    theShop: "the shop",
    byThisVisitor: "Everything by this visitor",
    undone: "Undone",
    erased: "erased by the shop",
    erasedWhy: (when: string, reason: string) => `Erased by the shop ${when}: ${reason}`,
    undoNamed: (number: string, did: string, called: string) => `Undo change ${number}: ${did} ${called}`,
    /** What was done; the coffee's name follows. */
    did: {
      undidUpdate: "Undid an update of",
      restored: "Restored",
      tookOut: "Took out",
      added: "Added",
      updated: "Updated",
      deleted: "Deleted",
    },
    cameBack: "What came back",
    wasAdded: "What was added",
    wasDeleted: "What was deleted",
    numberNow: "(a number now)",
    textNow: "(a text now)",
    characters: (count: string) => `${count} characters`,
    was: "was",
    now: "now",
    undoing: "Undoing all …",
    nothingUndone: "Nothing was undone.",
    nothingLeft: "Nothing is left to undo.",
    allUndone: (count: string) => `Changes undone: ${count}.`,
    wouldUndo: "What will be undone",
    counts: (changeCount: string, coffeeCount: string) => `Changes: ${changeCount}. Coffees: ${coffeeCount}.`,
    /** What becomes of a coffee; its name follows. */
    becomes: { back: "Comes back:", gone: "Goes:", changed: "Changes back:", same: "Stays as it is:" },
    /** Who wrote the fields that follow. */
    stays: (who: string) => `Stays, written later by ${who}:`,
    olderLeft: "Older changes by this visitor are not among these.",
    undoThese: "Undo these changes",
    cancel: "Cancel",
  },
};

/** What every dictionary says: a word that is missing does not compile. */
export type Words = typeof english;
