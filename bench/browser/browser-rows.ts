/** The rows of each visit: a load of home, a load of the form, one tap as early as possible, and a list of actions. */
export const rowsOf = {
  load: [
    "first card ms",
    "LCP ms",
    "longest task after 1 s ms",
    "main thread CPU ms",
    "of it scripts ms",
    "of it style and layout ms",
    "bytes over the wire KB",
    "of it scripts KB",
    "script heap MB",
    "median frame while scrolling ms",
    "late frames while scrolling %",
    "main thread CPU of scrolling ms",
    "jump to the middle ms",
  ],
  form: ["form: first key kept ms"],
  "first tap": ["first tap: details shown ms"],
  actions: [
    "tap to details ms",
    "tap to form ms",
    "tap to saved ms",
    "tap to deleted ms",
    "tap to add form ms",
    "INP of View ms",
    "INP of Edit ms",
    "INP of Delete ms",
    "INP of Add ms",
    "click to response p98 ms",
  ],
} as const;

export type VisitKind = keyof typeof rowsOf;
export type RowName = (typeof rowsOf)[VisitKind][number];
export type Figures = Readonly<Partial<Record<RowName, number>>>;

export const visitKinds = ["load", "form", "first tap", "actions"] as const satisfies readonly VisitKind[];
export const rowNames: readonly RowName[] = visitKinds.flatMap((kind): readonly RowName[] => rowsOf[kind]);

/** The figures of all rounds at one size, by the storefront's name. A figure that was not measured is undefined. */
export type SizeResults = Readonly<{ size: number; rounds: readonly Readonly<Record<string, Figures>>[] }>;
