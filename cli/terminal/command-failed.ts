import { Fault } from "../../catalogue/fault.ts";

/** A command that did not do what it was asked. The message tells the operator why, and what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/** If the shop has changed since the preview, rejects with a `CommandFailed` that says `nothing` was done. */
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
