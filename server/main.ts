import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CannotStart } from "./cannot-start.ts";
import { BadSettings, readSettings, settingsFile, settingsHelp } from "./settings.ts";

const oldestNode = 26;

const help = `Niceties: a coffee shop that is open to everyone.

  npm start              set up, build where need be, and open the shop
  npm run dev            the same, with hot reload for whoever changes it
  npm start -- --help    this text

Settings, each from the environment or from ${settingsFile} in this directory, as NAME=value. Defaults in brackets.

${settingsHelp()}

Example: PORT=8080 SHOP_NAME="Corner Cup" npm start`;

async function main(): Promise<void> {
  const { help: isHelpAsked, dev: isDevelopment } = readArguments();
  if (isHelpAsked) {
    console.log(help);
    return;
  }
  if (Number.parseInt(process.versions.node) < oldestNode) {
    throw new CannotStart(
      `Node ${oldestNode} is needed, and this is ${process.versions.node}. npm start brings the right one.`,
    );
  }
  const settings = readSettings(process.env, readSettingsFile());
  // React reads this as it loads, so it stands before anything that imports React.
  process.env["NODE_ENV"] = isDevelopment ? "development" : "production";
  const { serve } = await import("./serve.ts");
  await serve(settings, isDevelopment);
}

function readSettingsFile(): string {
  try {
    return existsSync(settingsFile) ? readFileSync(settingsFile, "utf8") : "";
  } catch (error) {
    throw new CannotStart(`${settingsFile} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readArguments(): { help: boolean; dev: boolean } {
  try {
    const option = { type: "boolean", default: false } as const;
    return parseArgs({ options: { help: { ...option, short: "h" }, dev: option } }).values;
  } catch (error) {
    throw new CannotStart(
      `${error instanceof Error ? error.message : String(error)} npm start -- --help lists what there is.`,
    );
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof BadSettings) console.error(error.problems.join("\n"));
  else if (error instanceof CannotStart) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
