/**
 * The shop cannot be opened, for a reason that the operator can remove. The message tells the operator what to do.
 */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
