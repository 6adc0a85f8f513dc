import { firstVersions } from "./support.ts";

/** Features above the floor, where they are used (built files, "document", sources), and what happens without them. */
export type Guarded = Readonly<{ features: readonly string[]; where: readonly string[]; without: string }>;

/** In each row: one or more features above the floor, where they are used, and what happens without them. */
const guardedRows = `
api.TextEncoderStream api.TransformStream api.ReadableStream.pipeThrough | entry.client.js libraries.js app/entry.client.tsx | \`app/calls/loading/text-streams.ts\` stands in, which only such browsers fetch
javascript.builtins.Intl.Segmenter javascript.builtins.Intl.Segmenter.segment | shared.js | a pattern finds letters with their signs; some emoji of several parts count as two
api.scheduler | shared.js | long work lets presses and paints in by a timer, a little later
api.Window.requestIdleCallback | root.js fetch-pages.js | what is needed offline, and on other pages, is fetched by a timer
api.Navigator.wakeLock | board.js | the screen of a board goes dark when the system says so
api.Navigator.share | app/share/share-link.tsx | Share copies the address
api.InputEvent.isComposing | app/price-input/type-price.ts | in Price, each step of an input method counts as typed
api.PerformanceResourceTiming.serverTiming | offline-desk.js | a page that was kept says that it is of the moment when it was opened
api.Document.startViewTransition api.HTMLElement.popover api.Window.navigation | libraries.js | React and React Router ask first whether it is there, and go on without it
api.Navigator.connection api.PerformanceResourceTiming.transferSize api.Window.setImmediate | libraries.js | React asks first whether it is there, and goes on without it
api.OffscreenCanvas | shrink-worker.js | the page itself makes photos smaller before it uploads them, and stands still for half a second
api.CanvasRenderingContext2D.imageSmoothingQuality | draw-photo.js shrink-worker.js | Firefox makes photos smaller in its only quality
css.properties.container css.properties.container-name css.properties.container-type css.at-rules.container | root.css | a card's photo takes its width from the window, and the chef's name in a narrow card stays large
css.selectors.has | root.css board.css | home has more room above its footer, a single card stands at the left, a printed coffee has the footer, and a board has the system's light or dark colours
css.at-rules.media.scripting | root.css form-draft.css document | the button Search stands below its field, cards are laid out before the main picture is painted, and without scripts the buttons for photos do nothing
css.properties.content-visibility css.properties.contain-intrinsic-block-size css.properties.overflow-clip-margin | root.css document | cards out of sight are laid out too
css.properties.field-sizing | root.css | Details has a fixed height, and scrolls
css.properties.text-wrap css.properties.hyphenate-limit-chars | root.css board.css | lines of a text are less even
css.types.length.lh | root.css | a line for a blank value has no height of its own
css.properties.scale css.properties.translate | root.css | buttons and cards do not move under the pointer
css.properties.overscroll-behavior | changes-dialog.css changes.css crop-dialog.css large-photo-dialog.css | the page behind a dialog scrolls on at its end
css.at-rules.page | root.css | the printed menu has the browser's margins
css.at-rules.media.forced-colors | root.css crop-dialog.css form-draft.css | such a browser forces no colours
css.at-rules.font-face.ascent-override css.at-rules.font-face.descent-override css.at-rules.font-face.line-gap-override css.at-rules.font-face.size-adjust | root.css | lines may move when the shop's fonts arrive
css.properties.font-synthesis-weight | root.css | Bangla headlines are drawn bolder
css.properties.text-size-adjust | root.css | \`-webkit-text-size-adjust\` stands beside it; on computers it does nothing
css.properties.place-items.end css.properties.place-self.end css.properties.place-self.start | root.css | in a grid, where we use them, all browsers of the floor have them
css.selectors.-webkit-progress-bar css.selectors.-webkit-progress-value css.selectors.-moz-progress-bar | form-draft.css | every browser has one way to colour the bar of an upload
css.selectors.-webkit-inner-spin-button css.selectors.-webkit-search-cancel-button | root.css | Firefox has no such buttons to style
`;

export const guarded: readonly Guarded[] = guardedRows
  .trim()
  .split("\n")
  .map((row) => {
    const [features = "", where = "", without = ""] = row.split(" | ");
    return { features: features.split(" "), where: where.split(" "), without };
  });

/** Members of other objects that only share their name with a browser's. */
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
];

/** The table of docs/browsers.md, formatted as by Prettier. */
export function guardedTable(): string {
  const rows = guarded.map(({ features, without }) => {
    const names = features.map((path) => `\`${path.replace(/^(?:api|css|javascript\.builtins)\./, "")}\``);
    return [names.join(", "), firstVersions(...features), without];
  });
  const lines = [["feature", "first in", "without it"], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [lines[0], "| --- | --- | --- |", ...lines.slice(1)].join("\n");
}
