/** What a notice offers to do. */
export type NoticeAction = Readonly<{ label: string; act: () => void }>;

/** Says what came of a call. It never blocks, and never changes what a control does. */
export type Notice = Readonly<{
  /** What happened, or did not. */
  title: string;
  /** Why, in the product server's own words. */
  words?: string;
  /** What the visitor can do. */
  advice?: string;
  /** One, or a few: Ctrl+Z does the last. */
  action?: NoticeAction | readonly NoticeAction[];
  /** All went well, so the notice leaves by itself. */
  isDone?: boolean;
  /** Ctrl+Z does its last action. */
  isUndoable?: boolean;
  /** It tells how the page that it appears on stands: the next one takes its place, and `useWithdraw` takes it away. */
  isOfPage?: boolean;
}>;

export type NumberedNotice = Notice &
  Readonly<{
    number: number;
    /** Its time is over. What it offers stays until the next notice. */
    isResting?: boolean;
  }>;

export function actionsOf({ action = [] }: Notice): readonly NoticeAction[] {
  return [action].flat();
}
