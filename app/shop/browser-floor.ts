/** The oldest supported browsers, in Vite's names. docs/browsers.md */
const [chrome, firefox] = ["chrome100", "firefox100"];

/** Targets of the CSS build. */
export const styleFloor = [chrome, firefox, "safari15.4", "ios15.4"];

/**
 * Targets of the script build. Scripts work in Safari 15.4 too: it only has a bug in class fields that ours do not
 * trigger, and lowering all fields would cost 700 bytes. docs/browsers.md
 */
export const scriptFloor = [chrome, firefox, "safari16", "ios16"];
