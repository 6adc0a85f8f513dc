import { chown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { settingNames } from "../../server/settings.ts";

/** The settings that a test gave this process for its shop, as NAME=VALUE. */
export function testSettings(): readonly string[] {
  return Object.entries(process.env)
    .filter(([name]) => settingNames.includes(name) || name === "TZ")
    .map(([name, value]) => `${name}=${value}`);
}

/** Gives a data directory, which a test made as root, to the user of the shop. */
export async function giveDirectory(directory: string, user: number, group: number): Promise<void> {
  for (const name of ["", ...(await readdir(directory, { recursive: true }))])
    await chown(join(directory, name), user, group);
}
