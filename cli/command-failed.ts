/** Why a command did not do what it was asked for; the message is for the operator, and says what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}
