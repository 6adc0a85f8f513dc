/* Texts of the photo field. The English loads with the forms; see offline-words.ts. */

const english = {
  choose: "Choose a photo",
  take: "Take a photo",
  dropHere: "You can also drop or paste one.",
  notPicture: "That isn't a picture. Choose a photo in one of the usual formats.",
  preparing: "Getting the photo ready …",
  sending: "Uploading the photo …",
  saving: "The shop is saving the photo …",
  progress: "How much of the photo is uploaded",
  done: "The photo is uploaded.",
  failed: "The photo wasn't uploaded.",
  keptHere: "It's saved in this browser.",
  notKept: "This browser can't save it, so leave this page open.",
  gone: "The photo you chose is no longer saved in this browser. Choose it again.",
  waits: "Your coffee will be sent as soon as the photo is uploaded.",
  cancel: "Cancel",
  remove: "Remove photo",
  notSent: "Your coffee wasn't sent, because its photo isn't uploaded.",
  whatNow: "Your text is still here. Try the photo again, or remove it and send the coffee without it.",
  leaveOpen:
    "This browser can't save the photo. Leave this page open until you're online, or remove the photo and send the coffee without it.",
  crop: "Turn or crop",
  cannotCrop: "The photo can't be turned or cropped here.",
  cropTitle: "Turn or crop the photo",
  frame: "The part of the photo that stays",
  frameAt: (left: string, top: string, width: string, height: string) =>
    `${left}% from the left, ${top}% from the top, ${width}% wide, ${height}% high`,
  cropKeys: "The arrow keys move the frame, and with Shift they resize it. R turns the photo, Enter takes it.",
  shape: "Shape of the frame",
  shapes: { free: "Free", square: "Square", fourToThree: "4:3" },
  turn: "Turn",
  useThis: "Use this",
  describe: "Describe the photo for those who can't see it",
  example: (text: string) => `For example: ${text}`,
};

export type PhotoWords = typeof english;

/** The texts in the language of a dictionary. */
export function photoWords(words: Readonly<{ photo?: PhotoWords }>): PhotoWords {
  return words.photo ?? english;
}
