/** Why the shop cannot be opened; the message is one sentence for the operator, who can do something about it. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
