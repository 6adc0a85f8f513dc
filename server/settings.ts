// Over 300 lines: every setting with its rule and its sentence, in one list that `--help` and docs/operating.md print.
import { isIP } from "node:net";
import { parseEnv } from "node:util";
import { getHeapStatistics } from "node:v8";
import { z } from "zod";
import { isInstalled } from "../program/files.ts";
import { backupsFolder } from "../store/copies/backups.ts";
import { parseS3Url } from "../store/photos/s3/s3-place.ts";
import type { ShopPlace } from "../store/open-store.ts";
import { trustFunction, type TrustedProxies } from "./http/request/client-address.ts";
import type { History } from "./calls/changes/shown-past.ts";
import { nearestName } from "./operate/nearest-name.ts";
import { type Colours, defaultPalette, readTheme } from "./pages/theme.ts";

/** A file, in the directory that the shop is started in, for settings that the environment does not have. */
export const settingsFile = "niceties.env";

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "must be a whole number from 0 to 65535")
  .transform(Number);
const portOrOff = z.union([z.literal("off"), port], "must be a whole number from 0 to 65535, or off");
const text = z.string();
const onOrOff = z.enum(["on", "off"], "must be on or off").transform((value) => value === "on");
const countOrOff = z
  .string()
  .refine(
    (value) => value === "off" || /^([5-9]|[1-9]\d{1,8})$/.test(value),
    "must be a whole number from 5 on, which is what a delete costs, or off",
  )
  .transform((value) => (value === "off" ? value : Number(value)));
const history = z
  .string()
  .refine(
    (value) => /^(all|off|days:[1-9]\d{0,4})$/.test(value),
    "must be all, off, or days: and a number, such as days:30",
  )
  .transform((value): History =>
    value === "all" || value === "off" ? value : { days: Number(value.slice("days:".length)) },
  );
const megabyte = 1_000_000;
const catalogueShare = 16;
const largestUsualCatalogue = 128;
const catalogueLimit = z
  .string()
  .refine((value) => value === "" || /^[1-9]\d{0,4}$/.test(value), "must be a whole number of MB from 1 to 99999")
  .transform((value) => (value === "" ? usualCatalogueLimit() : Number(value) * megabyte));
const megabytesAtMost = z
  .string()
  .refine((value) => /^[1-9]\d{0,6}$/.test(value), "must be a whole number of MB from 1 to 9999999")
  .transform((value) => Number(value) * megabyte);
const linkOrOff = z
  .string()
  .refine((value) => value === "off" || isWebAddress(value), "must be an http or https address, or off")
  .transform((value) => (value === "off" ? undefined : value));
const siteAddress = z
  .string()
  .refine((value) => value === "" || isSite(value), {
    message: "must be an address without a path, such as https://shop.example",
  })
  .transform((value) => URL.parse(value)?.origin ?? "");
const productServer = z
  .string()
  .refine((value) => value === "" || (isWebAddress(value) && !/[?#@]/.test(value)), {
    message: "must be an http or https address without a query or a password",
  })
  .transform((value) => value.replace(/\/+$/, ""));
const origins = z
  .string()
  .transform(commaSeparated)
  .refine((list) => list.every((origin) => origin === "*" || URL.parse(origin)?.origin === origin), {
    message: "must be origins such as https://shop.example, separated by commas, or *",
  });
const proxies = z
  .string()
  .refine(isTrustedProxies, "must be off, a number of proxies, or addresses such as 10.0.0.0/8, separated by commas")
  .transform(trustedProxies);
const databaseUrl = z.string().refine((value) => value === "" || isDatabaseUrl(value), {
  message: "must be postgres:// or postgresql:// with a database, such as postgres://shop@db.example/shop",
});

const photosUrl = z.string().transform((value, context) => {
  const parsed = value === "" ? undefined : parseS3Url(value);
  if (parsed && "problem" in parsed) context.addIssue(parsed.problem);
  return value;
});

/** The shop's own colours, which replace those of `defaults`. Each colour or pair that is refused is one problem. */
const theme = (defaults: Colours) =>
  z.string().transform((value, context) => {
    const { colours, problems } = readTheme(value, defaults);
    for (const problem of problems) context.addIssue(problem);
    return colours;
  });

/** A setting: its default, the schema that checks and reads its text, and its line in `--help`. */
function setting<Value>(defaultText: string, read: z.ZodType<Value, string>, help: string) {
  return z.prefault(read, defaultText).meta({ default: defaultText, description: help });
}

/** All settings, in the order in which `--help` and docs/operating.md list them. */
const settingsTable = z.object({
  PORT: setting("3000", port, "port to listen on; 0 takes a free one"),
  HOST: setting("127.0.0.1", text, "address to listen on; 0.0.0.0 for every IPv4 network, :: for every network"),
  DATA_DIR: setting(isInstalled ? "./niceties" : "./data", text, "directory that holds the coffees and their history"),
  BACKUPS_DIR: setting("", text, "directory of the backups; empty for backups, in the data directory"),
  DATABASE_URL: setting(
    "",
    databaseUrl,
    "PostgreSQL database that keeps the coffees, in place of DATA_DIR; empty for none",
  ).meta({ quoted: false }),
  PHOTOS_URL: setting(
    "",
    photosUrl,
    "S3 bucket that keeps the photos, such as s3://KEY:SECRET@s3.example/bucket; empty for DATABASE_URL, else DATA_DIR",
  ).meta({ quoted: false }),
  PHOTOS_LIMIT: setting("2000", megabytesAtMost, "how many MB all uploaded photos may take together"),
  MIRROR_PHOTOS: setting("on", onOrOff, "show the shop's own copies of photos from other hosts: on or off"),
  MIRROR_LIMIT: setting("1000", megabytesAtMost, "how many MB these copies may take together; unused ones go first"),
  PRODUCT_SERVER_URL: setting(
    "",
    productServer,
    "another product server that keeps the coffees; this one then serves pages only",
  ),
  ALLOWED_ORIGINS: setting(
    "",
    origins,
    "origins whose pages may call the product server, separated by commas; * for all",
  ),
  PUBLIC_URL: setting(
    "",
    siteAddress,
    "address under which visitors know the shop; empty for the one that each request names",
  ),
  TRUST_PROXY: setting(
    "off",
    proxies,
    "proxies in front whose X-Forwarded-For counts: off, how many, or their addresses",
  ),
  WRITE_LIMIT: setting(
    "300",
    countOrOff,
    "what one address may change in ten minutes: an add costs 1, an update 2, a delete 5, and each point allows 8 KiB of text; off for no limit",
  ),
  CATALOGUE_LIMIT: setting(
    "",
    catalogueLimit,
    "how many MB all coffees may take together; empty for a sixteenth of what Node lets its heap grow to, 128 at most",
  ),
  HISTORY: setting(
    "all",
    history,
    "what visitors see of earlier changes: all, those of the last days, such as days:30, or off for none",
  ),
  LOG: setting(
    "plain",
    z.enum(["plain", "json"], "must be plain or json"),
    "what is printed: plain words, or a line of JSON for each event and request",
  ),
  METRICS_PORT: setting("off", portOrOff, "port on 127.0.0.1 for Prometheus, which asks for /metrics; off for none"),
  EXTRAS: setting("on", onOrOff, "everything beyond the plain shop, such as notices, undo and search: on or off"),
  SAMPLE: setting("on", onOrOff, "fill a new data directory with twelve sample coffees: on or off"),
  DRILL: setting("on", onOrOff, "try daily, while open, whether the newest backup can be restored: on or off"),
  SHOP_NAME: setting("Niceties", text, "name of the shop"),
  SHOP_NAME_BN: setting("", text, "its name on pages in Bangla; empty for the same, or for the default in Bangla"),
  SHOP_PHONE: setting("+880 1700-000000", text, "phone number in the footer"),
  SHOP_EMAIL: setting("hello@niceties.example", text, "e-mail address in the footer"),
  SHOP_ADDRESS: setting("27 Satmasjid Road, Dhanmondi, Dhaka 1209", text, "street address in the footer"),
  SHOP_ADDRESS_BN: setting("", text, "address on pages in Bangla; empty for the same, or for the default in Bangla"),
  SHOP_COPYRIGHT: setting("", text, "copyright holder in the footer; empty for the name of the shop"),
  SHOP_COPYRIGHT_BN: setting(
    "",
    text,
    "holder on pages in Bangla; empty for SHOP_COPYRIGHT, else for the name in Bangla",
  ),
  SHOP_FACEBOOK: setting("https://www.facebook.com/", linkOrOff, "where the Facebook icon leads; off hides it"),
  SHOP_INSTAGRAM: setting("https://www.instagram.com/", linkOrOff, "where the Instagram icon leads; off hides it"),
  SHOP_X: setting("https://x.com/", linkOrOff, "where the X icon leads; off hides it"),
  SHOP_YOUTUBE: setting("https://www.youtube.com/", linkOrOff, "where the YouTube icon leads; off hides it"),
  THEME_LIGHT: setting("", theme(defaultPalette.light), "the shop's own colours where the system is light").meta({
    quoted: false,
  }),
  THEME_DARK: setting("", theme(defaultPalette.dark), "the shop's own colours where the system is dark").meta({
    quoted: false,
  }),
});

export type Settings = Readonly<z.output<typeof settingsTable>>;

/** Settings that cannot be used: `problems` has a line for each, all at once. */
export class BadSettings extends Error {
  override readonly name = "BadSettings";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * Reads every setting from `environment`, else from `fileText` (lines of NAME=value), else uses its default. An empty
 * value counts as not set. Throws `BadSettings`.
 */
export function readSettings(environment: Readonly<NodeJS.ProcessEnv>, fileText = ""): Settings {
  const file = parseEnv(fileText);
  const given: Record<string, string | undefined> = {};
  for (const name of settingNames) given[name] = environment[name]?.trim() || file[name]?.trim() || undefined;
  const { data, error } = settingsTable.safeParse(given);
  const problems = [
    ...badLines(fileText),
    ...Object.keys(file)
      .filter((name) => !settingNames.includes(name))
      .map((name) => unknownSetting(name, settingsFile)),
    ...Object.keys(environment)
      .filter(isMisspelt)
      .map((name) => unknownSetting(name, "the environment")),
    ...(error?.issues ?? []).map(({ path, message }) => badSetting(path.join(), message, given[path.join()])),
  ];
  if (problems.length > 0 || !data) throw new BadSettings(problems);
  return data;
}

/** The directory of the backups: `BACKUPS_DIR`, or if that is empty, `backups` in the data directory. */
export function backupsDirectory({ BACKUPS_DIR, DATA_DIR }: Settings): string {
  return BACKUPS_DIR === "" ? backupsFolder(DATA_DIR) : BACKUPS_DIR;
}

/** Where the coffees and their photos are kept, and how many bytes the coffees may take together. */
export function shopPlace({ DATA_DIR, DATABASE_URL, PHOTOS_URL, CATALOGUE_LIMIT }: Settings): ShopPlace {
  return {
    directory: DATA_DIR,
    databaseUrl: DATABASE_URL,
    photosUrl: PHOTOS_URL,
    catalogueLimit: CATALOGUE_LIMIT,
  };
}

/**
 * The default limit in bytes. The list, uncompressed and in each coding, takes a few times the size of the catalogue.
 */
function usualCatalogueLimit(): number {
  const megabytes = Math.floor(getHeapStatistics().heap_size_limit / catalogueShare / megabyte);
  return Math.min(megabytes, largestUsualCatalogue) * megabyte;
}

/** One line for each setting, for `--help`. */
export function settingsHelp(): string {
  const width = Math.max(...settingNames.map((name) => name.length)) + 2;
  const lines = Object.entries(settingsTable.shape).map(([name, schema]) => {
    const { default: defaultText, description } = schema.meta() ?? {};
    return `  ${name.padEnd(width)}${description}${typeof defaultText === "string" && defaultText ? ` [${defaultText}]` : ""}`;
  });
  return lines.join("\n");
}

export const settingNames: readonly string[] = Object.keys(settingsTable.shape);

/** Most of the environment is not the shop's, so only a name that can hardly be anything else counts as a mistake. */
function isMisspelt(name: string): boolean {
  return !settingNames.includes(name) && nearestSetting(name, /^(SHOP|THEME)_/.test(name) ? 2 : 1) !== undefined;
}

function unknownSetting(name: string, place: string): string {
  const near = nearestSetting(name, 3);
  return `${name}, in ${place}, is not a setting${near ? `; is it ${near}?` : "; --help lists them all."}`;
}

function badLines(fileText: string): string[] {
  const lines = fileText.split(/\r?\n/);
  return lines.flatMap((line, index) =>
    /^\s*(#.*|(export\s+)?\w+\s*=.*)?$/.test(line) ? [] : `Line ${index + 1} of ${settingsFile} is not NAME=value.`,
  );
}

/**
 * The message quotes the value unless the setting says otherwise: the value may be a secret, or `message` may quote the
 * part at fault.
 */
function badSetting(name: string, message: string, value: string | undefined): string {
  const isQuoted = Object.entries(settingsTable.shape).every(
    ([known, schema]) => known !== name || schema.meta()?.["quoted"] !== false,
  );
  return isQuoted ? `${name} ${message}; now it is "${value}".` : `${name} ${message}.`;
}

function nearestSetting(name: string, maxEdits: number): string | undefined {
  const longEnough = settingNames.filter((known) => known.length > 2 * maxEdits + 2);
  return nearestName(name.toUpperCase(), longEnough, maxEdits);
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Whether a value is a web address without a path, in any spelling: with capitals, the default port, or any script. */
function isSite(value: string): boolean {
  return isWebAddress(value) && !/[?#@]/.test(value) && URL.parse(value)?.pathname === "/";
}

function isDatabaseUrl(value: string): boolean {
  const { protocol = "", pathname = "" } = URL.parse(value) ?? {};
  return ["postgres:", "postgresql:"].includes(protocol) && /^\/[^/]+$/.test(pathname);
}

function commaSeparated(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function trustedProxies(value: string): TrustedProxies {
  if (value === "off") return value;
  return /^[1-9]\d?$/.test(value) ? Number(value) : commaSeparated(value);
}

function isTrustedProxies(value: string): boolean {
  const trusted = trustedProxies(value);
  if (typeof trusted !== "object") return true;
  return trusted.length > 0 && trusted.every((address) => isAddressRange(address) && compiles(address));
}

/** Whether a value is an IP address, with or without a prefix length, or one of the names for private networks. */
function isAddressRange(value: string): boolean {
  const [address = ""] = value.split("/");
  return ["loopback", "linklocal", "uniquelocal"].includes(value) || isIP(address) !== 0;
}

function compiles(address: string): boolean {
  try {
    trustFunction([address]);
    return true;
  } catch {
    return false;
  }
}
