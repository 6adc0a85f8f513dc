import { existsSync, readFileSync } from "node:fs";
import { readSettings, settingsFile, type Settings } from "../../server/settings.ts";
import { CommandFailed } from "../terminal/command-failed.ts";

/**
 * The settings from the environment and from niceties.env in this directory. Throws `BadSettings` or `CommandFailed`.
 */
export function readShopSettings(): Settings {
  return readSettings(process.env, readSettingsFile());
}

function readSettingsFile(): string {
  try {
    return existsSync(settingsFile) ? readFileSync(settingsFile, "utf8") : "";
  } catch (error) {
    throw new CommandFailed(
      `${settingsFile} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
