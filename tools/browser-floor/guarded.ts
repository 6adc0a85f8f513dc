import { firstVersions } from "./support.ts";

/** Features above the floor, where they are used (a built file, "document" or a source), and how it goes without them. */
export type Guarded = Readonly<{ features: readonly string[]; where: readonly string[]; without: string }>;

export const guarded: readonly Guarded[] = [
  {
    features: ["api.TextEncoderStream", "api.TransformStream", "api.ReadableStream.pipeThrough"],
    where: ["entry.client.js", "libraries.js", "app/entry.client.tsx"],
    without: "`app/calls/loading/text-streams.ts` stands in, which only such browsers fetch",
  },
  {
    features: ["javascript.builtins.Intl.Segmenter", "javascript.builtins.Intl.Segmenter.segment"],
    where: ["shared.js"],
    without: "a pattern finds letters with their signs; some emoji of several parts count as two",
  },
  {
    features: ["api.scheduler"],
    where: ["shared.js"],
    without: "long work lets presses and paints in by a timer, a little later",
  },
  {
    features: ["api.Window.requestIdleCallback"],
    where: ["root.js", "fetch-pages.js"],
    without: "what is needed offline, and on other pages, is fetched by a timer",
  },
  {
    features: ["api.Navigator.wakeLock"],
    where: ["board.js"],
    without: "the screen of a board goes dark when the system says so",
  },
  {
    features: ["api.Navigator.share"],
    where: ["app/share/share-link.tsx"],
    without: "Share copies the address",
  },
  {
    features: ["api.InputEvent.isComposing"],
    where: ["app/price-input/type-price.ts"],
    without: "in Price, each step of an input method counts as typed",
  },
  {
    features: ["api.PerformanceResourceTiming.serverTiming"],
    where: ["offline-desk.js"],
    without: "a page that was kept says that it is of the moment when it was opened",
  },
  {
    features: ["api.Document.startViewTransition", "api.HTMLElement.popover", "api.Window.navigation"],
    where: ["libraries.js"],
    without: "React and React Router ask first whether it is there, and go on without it",
  },
  {
    features: ["api.Navigator.connection", "api.PerformanceResourceTiming.transferSize", "api.Window.setImmediate"],
    where: ["libraries.js"],
    without: "React asks first whether it is there, and goes on without it",
  },
  {
    features: [
      "css.properties.container",
      "css.properties.container-name",
      "css.properties.container-type",
      "css.at-rules.container",
    ],
    where: ["root.css"],
    without: "a card's photo takes its width from the window, and the chef's name in a narrow card stays large",
  },
  {
    features: ["css.selectors.has"],
    where: ["root.css", "board.css"],
    without:
      "home has more room above its footer, a single card stands at the left, a printed coffee has the footer, and a board has the system's light or dark colours",
  },
  {
    features: ["css.at-rules.media.scripting"],
    where: ["root.css", "document"],
    without: "the button Search stands below its field, and cards are laid out before the main picture is painted",
  },
  {
    features: [
      "css.properties.content-visibility",
      "css.properties.contain-intrinsic-block-size",
      "css.properties.overflow-clip-margin",
    ],
    where: ["root.css", "document"],
    without: "cards out of sight are laid out too",
  },
  {
    features: ["css.properties.field-sizing"],
    where: ["root.css"],
    without: "Details has a fixed height, and scrolls",
  },
  {
    features: ["css.properties.text-wrap", "css.properties.hyphenate-limit-chars"],
    where: ["root.css", "board.css"],
    without: "lines of a text are less even",
  },
  {
    features: ["css.types.length.lh"],
    where: ["root.css"],
    without: "a line for a blank value has no height of its own",
  },
  {
    features: ["css.properties.scale", "css.properties.translate"],
    where: ["root.css"],
    without: "buttons and cards do not move under the pointer",
  },
  {
    features: ["css.properties.overscroll-behavior"],
    where: ["changes-dialog.css", "changes.css"],
    without: "the page behind Recent changes scrolls on at its end",
  },
  {
    features: ["css.at-rules.page"],
    where: ["root.css"],
    without: "the printed menu has the browser's margins",
  },
  {
    features: ["css.at-rules.media.forced-colors"],
    where: ["root.css"],
    without: "such a browser forces no colours",
  },
  {
    features: [
      "css.at-rules.font-face.ascent-override",
      "css.at-rules.font-face.descent-override",
      "css.at-rules.font-face.line-gap-override",
      "css.at-rules.font-face.size-adjust",
    ],
    where: ["root.css"],
    without: "lines may move when the shop's fonts arrive",
  },
  {
    features: ["css.properties.font-synthesis-weight"],
    where: ["root.css"],
    without: "Bangla headlines are drawn bolder",
  },
  {
    features: ["css.properties.text-size-adjust"],
    where: ["root.css"],
    without: "`-webkit-text-size-adjust` stands beside it; on computers it does nothing",
  },
  {
    features: ["css.properties.place-self.end", "css.properties.place-self.start"],
    where: ["root.css"],
    without: "in a grid, where we use them, all browsers of the floor have them",
  },
  {
    features: ["css.selectors.-webkit-inner-spin-button", "css.selectors.-webkit-search-cancel-button"],
    where: ["root.css"],
    without: "Firefox has no such buttons to style",
  },
];

/** Members of other objects that have the name of a browser's, and are not it. */
export const sameNames: readonly Omit<Guarded, "without">[] = [
  {
    features: [
      "api.AnimationEvent.animation",
      "api.CSSStyleDeclaration.cssFloat",
      "api.IntersectionObserver.delay",
      "javascript.builtins.Function.displayName",
    ],
    where: ["libraries.js"], // React's own
  },
  { features: ["api.RTCIceCandidate.address"], where: ["root.js"] }, // the shop's
];

/** The table of docs/browsers.md, as Prettier would write it. */
export function guardedTable(): string {
  const rows = guarded.map(({ features, without }) => {
    const names = features.map((path) => `\`${path.replace(/^(?:api|css|javascript\.builtins)\./, "")}\``);
    return [names.join(", "), firstVersions(...features), without];
  });
  const lines = [["feature", "first in", "without it"], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [lines[0], "| --- | --- | --- |", ...lines.slice(1)].join("\n");
}
