import { Command, InvalidArgumentError } from "commander";
import type { Version } from "../../catalogue/log/change.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import { verifyShop } from "../../operations/verify-shop.ts";
import { backupsDirectory } from "../../server/settings.ts";
import type { Finding, Verification } from "../../store/log/verification.ts";
import { verifyFile } from "../../store/verify.ts";
import { readShopSettings, requireShopPlace } from "../shop/shop.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

const help = `
The command checks the seal (every byte, if nothing has the file open), the structure, the log (no gap in the numbers,
the chain of hashes, each coffee's state before each change), the coffees (what the log adds up to, in its order), the
note of the newest change and, of the shop itself, every byte of every photo. It writes nothing, and the shop may be
open. docs/proof.md says what this proves.

Examples:
  niceties verify                                          the shop's data
  niceties verify data/backups/niceties-2026-11-21T220305Z-change-4812.db
  niceties verify --receipt 17-0f3c…                       and whether a receipt is of this log

Exit codes:
  0    everything is right
  1    something is wrong; the first change that is wrong is named
  2    the command was not understood
  130  stopped by Ctrl-C`;

type Options = Readonly<{ receipt: readonly Version[]; json?: boolean }>;

export const verifyCommand = new Command("verify")
  .summary("check the shop's data, or a backup, for loss and tampering")
  .description("Checks the shop's data, or a backup of it, to the last byte and the last change.")
  .argument("[file]", "a backup, or another file of a shop (default: the shop's data)")
  .option("--receipt <receipt...>", "also check that these receipts are of this log", collectReceipts, [])
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (file: string | undefined, { receipt, json }: Options) => {
    const verification = await withProgress("Checking changes", (progress) => {
      const options = { ...progress, receipts: receipt };
      if (file !== undefined) return verifyFile(file, options);
      return verifyShop(requireShopPlace(), backupsDirectory(readShopSettings()), options);
    });
    print(json ? toJson(verification) : toText(verification));
    if (!verification.isSound) process.exitCode = 1;
  });

function collectReceipts(text: string, earlier: readonly Version[]): Version[] {
  const receipt = readReceipt(text);
  if (receipt) return [...earlier, receipt];
  throw new InvalidArgumentError(
    `It must be a number, a dash and 64 hex digits, as the header ${receiptHeader} gives it.`,
  );
}

function toJson({ newest, ...verified }: Verification): string {
  return JSON.stringify({
    ...verified,
    newest: newest ? { number: newest.number, hash: newest.hash, time: newest.time } : null,
  });
}

function toText(verified: Verification): string {
  const lines = verified.findings.map(formatFinding);
  return [verified.file, ...lines, verdict(verified)].join("\n");
}

function formatFinding({ part, isSound, message }: Finding): string {
  const mark = isSound === undefined ? "–" : isSound ? "✓" : "✗";
  return `${mark} ${part}: ${message}`;
}

function verdict({ isSound, changes, findings }: Verification): string {
  if (isSound) return "Everything that was checked is right.";
  const isOnlyReceipts = findings.every(({ part, isSound: fits }) => fits !== false || part === "receipts");
  if (isOnlyReceipts) {
    return "The log is whole, but these receipts are not of it. Compare it with your backups.";
  }
  const upTo = changes === 0 ? "" : `Everything up to change ${changes} is right. `;
  return `${upTo}Keep a copy of this file, then look for a backup that verifies: niceties verify FILE, and niceties restore FILE brings it back.`;
}
