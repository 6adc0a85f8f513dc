import { labelsIn } from "../../catalogue/fields.ts";
import type { Language } from "../../catalogue/language.ts";
import type { ChangesWords } from "./changes-words.ts";
import { formatEnglishCount } from "./text/format-count.ts";
import type { FindWords } from "./find-words.ts";
import type { HomeWords } from "./home-words.ts";
import type { OfflineWords } from "./offline-words.ts";
import type { PhotoWords } from "./photo-words.ts";

const unnamedCoffee = "unnamed coffee";

/** The English texts that load with every page, with the specification's own labels. bangla.ts has them in Bangla. */
export const english = {
  language: "en" as Language,
  /** The locale for `Intl`. */
  locale: "en-GB",
  /** The other language, in its own name. */
  otherLanguage: "বাংলা",

  /** Formats a count. */
  number: formatEnglishCount,
  /** Converts the digits in a text, such as a price, to those of the language. */
  digits: (text: string) => text,
  taka: "Taka",
  /** Joins names. */
  list: (names: readonly string[]) => names.join(", "),
  timeAgo: { now: "just now" },

  page: {
    description: (shop: string) => `${shop}: every coffee we make, who makes it, what it tastes of and what it costs.`,
    skip: "Skip to the page",
    backToHome: "Back to home",
    wrong: "Something went wrong",
    wrongWords: "We couldn't show this page. Nothing is lost: try again in a moment.",
    /** Shown after a script failed, when the page works as plain HTML. */
    broken: "Something went wrong on this page. It still works, and what you typed is still here.",
    loadAgain: "Load it again",
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

  coffee: {
    fields: labelsIn("en"),
    unnamed: unnamedCoffee,
    unnamedHeading: "Unnamed coffee",
    view: "View",
    edit: "Edit",
    delete: "Delete",
    viewNamed: (name: string) => `View ${name}`,
    editNamed: (name: string) => `Edit ${name}`,
    deleteNamed: (name: string) => `Delete ${name}`,
    photoOf: (name: string) => `Photo of ${name}`,
    noPhoto: "No photo",
    enlarge: "Enlarge the photo",
    larger: "Larger",
    smaller: "Smaller",
    close: "Close",
    pageTitle: "Coffee details",
    heading: "Niceties",
    editThis: "Edit this coffee",
    /** Links to the previous and next coffee. */
    around: "Other coffees",
    previous: "Previous coffee:",
    next: "Next coffee:",
    alike: "More like this",
    recentChanges: "Recent changes of this coffee",
  },

  form: {
    groups: {
      makers: "The coffee and its makers",
      cup: "What is in the cup",
      shelf: "On the shelf",
    },
    preview: "How it will look on the shelf",
    photoHint: (start: string) => `A link to a picture, for example one that starts with ${start}`,
    priceTakes: "Use only digits and a decimal point, for example 12.50, or leave it empty.",
    typedBefore: "We brought back what you typed here but didn't send.",
    add: {
      title: "Add New Coffee",
      intro:
        "Tell the next visitor what is in the cup: who makes it, where the beans come from and what it tastes of. Fill in what you know; everything else can wait, and anyone can complete it later.",
      submit: "Add Coffee",
      clear: "Clear",
      cleared: "The form was cleared.",
    },
    update: {
      title: "Update Existing Coffee Details",
      intro:
        "A new price, a kinder word about the taste, a better photo: change what is no longer true and leave the rest as it is.",
      submit: "update Coffee",
      clear: "Discard changes",
      cleared: "Your changes were discarded.",
    },
    otherText: (field: string) => `The other version of ${field}`,
    somebodyWrote: "Someone else wrote",
    youWrote: "You wrote",
    nothing: "nothing",
    takeThis: "Use this instead",
    takeThisFor: (field: string) => `Use this instead for ${field}`,
  },

  notFound: {
    title: "Page not found",
    photo: "An empty cup with a dried ring of coffee",
    heading: "This cup is empty",
    words: "Someone was here before you and drank it all. There's nothing at this address, but the next pot is on.",
  },

  /** Messages for a failed call, used if the server sent none. Some get a number. */
  failures: {
    noSuchCoffee: () => "We couldn't find this coffee.",
    offline: () => "You're offline.",
    unreachable: () => "We couldn't reach the shop.",
    unreadableReply: () => "We couldn't understand the shop's answer.",
    unreadableList: () => "We couldn't read the list of coffees.",
    /** The server replied, but did not acknowledge the write. */
    notConfirmed: () => "The shop didn't confirm it.",
    status: (status: string) => `The shop answered with an error (${status}).`,
    timeout: (seconds: string) => `The shop didn't answer within ${seconds} seconds.`,
  },

  notices: {
    region: "Notices",
    dismiss: "Dismiss",
    /** Label of the line that collapses older notices. */
    more: (count: string) => `${count} more`,
    undo: "Undo",
    tryAgain: "Try again",
    restore: "Restore",
    listNotLoaded: "We couldn't load the list of coffees.",
    reload: "Reload the page to try again.",
    unsent: {
      added: {
        refused: "Your coffee wasn't added.",
        unknown: "We don't know whether your coffee was added.",
        kept: "We kept this coffee and will add it when you say so.",
        again: "It's safe to send it again as it is: it will be added only once.",
      },
      updated: {
        refused: "Your changes weren't saved.",
        unknown: "We don't know whether your changes were saved.",
        kept: "We kept your changes and will save them when you say so.",
        again: "It's safe to send them again.",
      },
      sendAgain: "Send it again",
      stillHere: "Your text is still here: correct it or send it again.",
      whenOnline: "Your text is still here: send it again when you're online.",
      lookFirst: "Check the list in another tab before you send it again.",
      keptHere: "Your text is saved in this browser.",
    },
    neverLoaded: "This coffee never loaded, so saving now would overwrite it with blanks. Reload the page first.",
    addedInstead: "The shop no longer had this coffee, so it saved yours as a new one.",
    findOnHome: "You'll find it on the home page.",
    bothChanged: (fields: string) => `You and someone else both changed ${fields}.`,
    pick: (count: number) =>
      `Below ${count === 1 ? "the field" : "each field"}, choose which text to keep, then press update Coffee.`,
    sendYoursAgain: "Your changes weren't saved. Open the coffee, compare both texts and send yours again.",
    deletedMeanwhile: "Someone deleted this coffee while you were editing it.",
    restoreFirst: "Restore it, then send your changes again.",
    restoreIt: "Restore it",
    alsoKept: (fields: string) => `We also kept what someone else changed: ${fields}.`,
    deletedWhen: (when: string) => `This coffee was deleted ${when}.`,
    bringBack: "You can bring it back.",
    notLoaded: "We couldn't load this coffee.",
    goHome: "Our other coffees are on the home page.",
    notDeletedOffline: (name: string) => `You're offline, so we couldn't delete ${name}.`,
    unknownDelete: (name: string) => `We don't know whether ${name} was deleted.`,
    stillListed: "It's still in your list: try again when you're online.",
    serverKept: (name: string) => `The shop didn't delete ${name}.`,
    goneHere: "It's hidden in your list, but everyone else still sees it.",
    putBack: "Put it back",
    done: {
      add: (name: string) => `${name} was added.`,
      update: (name: string) => `${name} was updated.`,
      delete: (name: string) => `${name} was deleted.`,
    },
    undoneUnknown: "We don't know whether this was undone.",
    notUndone: "We couldn't undo this.",
    noHarm: "It's safe to try again.",
    removedAgain: (name: string) => `${name} was removed again.`,
    goneAlready: "It's already gone.",
    deletedLater: "There's nothing to undo: someone deleted it later.",
    changedLater: (fields: string) => `There's nothing to undo: someone changed it later (${fields}).`,
    undoneAlready: "This was already undone.",
    isBack: (name: string) => `${name} is back.`,
    changeUndone: (name: string) => `The change to ${name} was undone.`,
    erasedStays: (fields: string) => `The shop erased this for good, so it stays blank: ${fields}.`,
    laterStays: (fields: string) => `We kept what someone changed later: ${fields}.`,
  },

  follow: {
    news: (count: number) => `${formatEnglishCount(count)} ${count === 1 ? "change" : "changes"}`,
    newList: "The list has changed",
    show: "show",
    shown: "The list is up to date.",
    changed: "Someone has just changed this coffee.",
    deleted: "Someone has just deleted this coffee.",
    showChanged: "Show the change",
    theirs: (fields: string) => `Someone else has just changed ${fields}.`,
  },

  board: {
    page: (page: string, of: string) => `Page ${page} of ${of}`,
    pageOf: (page: string, of: string) => `${page} / ${of}`,
    others: "Others",
  },

  share: {
    share: "Share",
    copied: "Link copied.",
    copyThis: "To share this page, copy its link:",
    code: "QR code that opens this page",
    openOnPhone: "Open on your phone",
  },

  changes: {
    notOpened: "We couldn't open the changes here.",
    heading: "Recent changes",
    allRecent: "All recent changes",
    ofThisCoffee: "Changes of this coffee",
  },
};

/**
 * The type of all dictionaries, so that a missing text does not compile. Optional parts are in home-words.ts and
 * similar files.
 */
export type Words = typeof english & {
  home?: HomeWords;
  find?: FindWords;
  onlyOfChanges?: ChangesWords;
  offline?: OfflineWords;
  photo?: PhotoWords;
};
