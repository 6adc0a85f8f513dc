import { Fault } from "../catalogue/fault.ts";

/** Why a command did not do what it was asked for; the message is for the operator, and says what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/** Rejects with `CommandFailed` that says `nothing` was done, where the shop is not any more what was looked at. */
export async function insistOnWhatWasShown<T>(done: Promise<T>, nothing: string): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "changed-meanwhile") throw error;
    throw new CommandFailed(`The shop changed meanwhile, so ${nothing}. Look at it again.`, { cause: error });
  }
}
