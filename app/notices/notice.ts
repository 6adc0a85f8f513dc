/** A button of a notice. */
export type NoticeAction = Readonly<{ label: string; act: () => void }>;

/** A message about the result of an action. It blocks nothing. */
export type Notice = Readonly<{
  /** What happened, or did not. */
  title: string;
  /** Why, in the product server's own words. */
  words?: string;
  /** What the visitor can do. */
  advice?: string;
  /** One or more buttons. Ctrl+Z presses the last. */
  action?: NoticeAction | readonly NoticeAction[];
  /** Whether it reports success, so it disappears by itself. */
  isDone?: boolean;
  /** Whether Ctrl+Z presses the last button. */
  isUndoable?: boolean;
  /** Whether it describes the current page. The next such notice replaces it, and `useWithdraw` removes it. */
  isOfPage?: boolean;
}>;

export type NumberedNotice = Notice &
  Readonly<{
    number: number;
    /** Whether its time is over. Its buttons still work until the next notice. */
    isResting?: boolean;
  }>;

export function actionsOf({ action = [] }: Notice): readonly NoticeAction[] {
  return [action].flat();
}
