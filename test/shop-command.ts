import { fileURLToPath } from "node:url";

const { NICETIES_COMMAND: other } = process.env;

/**
 * The command that tests start shops and operator's commands with: `niceties` of this clone, or if NICETIES_COMMAND is
 * set, its words. So the tests can try an installed package, or a container.
 */
export const shopCommand: readonly string[] = other?.split(" ") ?? [
  fileURLToPath(new URL("../niceties", import.meta.url)),
];

/** Whether tests try another program than this clone's build, so that none may run its code in their own process. */
export const isOtherProgram = other !== undefined;
