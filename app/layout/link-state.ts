/** Navigation state after a link opened a dialog: closing it then goes back in the history. */
export const linkState = "opened by a link";
