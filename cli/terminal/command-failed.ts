import { Fault } from "../../catalogue/fault.ts";

/** Why a command did not do what it was asked for; the message is for the operator, and says what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/** Rejects with `CommandFailed` that says `nothing` was done, if the shop has changed since the preview. */
export async function explainConcurrentChange<T>(operation: Promise<T>, nothing: string): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "changed-meanwhile") throw error;
    throw new CommandFailed(
      `Somebody changed the shop meanwhile, so ${nothing}. Run the command again to see what it would do now.`,
      { cause: error },
    );
  }
}
