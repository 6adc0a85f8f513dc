import type { Command } from "commander";
import { conformCommand } from "../conform/conform.ts";
import { asOfCommand } from "./commands/as-of.ts";
import { backupCommand } from "./commands/backup.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { drillCommand } from "./commands/drill.ts";
import { eraseCommand } from "./commands/erase.ts";
import { exportCommand } from "./commands/export.ts";
import { freezeCommand, thawCommand } from "./commands/freeze.ts";
import { historyCommand } from "./commands/history.ts";
import { importCommand } from "./commands/import.ts";
import { moveCommand } from "./commands/move.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serviceCommand } from "./commands/service.ts";
import { undoCommand } from "./commands/undo.ts";
import { verifyCommand } from "./commands/verify.ts";

/** All commands but `serve`, in the order of `niceties --help`. */
export const operatorCommands: readonly Command[] = [
  historyCommand,
  undoCommand,
  eraseCommand,
  freezeCommand,
  thawCommand,
  asOfCommand,
  exportCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  drillCommand,
  moveCommand,
  verifyCommand,
  doctorCommand,
  serviceCommand,
  conformCommand,
];
