/** What is measured in one visit after another: a load of home, one of the form, and a list of actions. */
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
    "late frames while scrolling %",
  ],
  form: ["form: first key kept ms"],
  actions: ["tap to details ms", "tap to form ms", "tap to saved ms", "tap to deleted ms", "click to response p98 ms"],
} as const;

export type VisitKind = keyof typeof rowsOf;
export type RowName = (typeof rowsOf)[VisitKind][number];
export type Figures = Readonly<Partial<Record<RowName, number>>>;

export const visitKinds = ["load", "form", "actions"] as const satisfies readonly VisitKind[];
export const rowNames: readonly RowName[] = visitKinds.flatMap((kind): readonly RowName[] => rowsOf[kind]);

/** What all rounds at one size gave, by the name of the storefront: figures that were not taken are undefined. */
export type SizeResults = Readonly<{ size: number; rounds: readonly Readonly<Record<string, Figures>>[] }>;
