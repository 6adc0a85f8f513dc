/** The oldest browsers in which everything of the specification works, as Vite names them. docs/browsers.md */
const [chrome, firefox] = ["chrome100", "firefox100"];

/** What styles are lowered to. */
export const styleFloor = [chrome, firefox, "safari15.4", "ios15.4"];

/**
 * What scripts are lowered to. Safari 15.4 has all of it too. Only its class fields have a bug, which no field of ours
 * meets, and to lower all of them takes 700 bytes: docs/browsers.md
 */
export const scriptFloor = [chrome, firefox, "safari16", "ios16"];
