import { getHeapStatistics } from "node:v8";
import { describe, expect, test } from "vitest";
import { BadSettings, readSettings, settingsHelp } from "./settings.ts";

function problemsOf(environment: Readonly<Record<string, string>>, fileText = ""): readonly string[] {
  try {
    readSettings(environment, fileText);
  } catch (error) {
    if (error instanceof BadSettings) return error.problems;
    throw error;
  }
  throw new Error("The settings were not refused.");
}

test("every setting has its default in an empty environment", () => {
  expect(readSettings({})).toEqual({
    PORT: 3000,
    HOST: "127.0.0.1",
    DATA_DIR: "./data",
    DATABASE_URL: "",
    PHOTOS_URL: "",
    PHOTOS_LIMIT: 2_000_000_000,
    MIRROR_PHOTOS: true,
    MIRROR_LIMIT: 1_000_000_000,
    PRODUCT_SERVER_URL: "",
    ALLOWED_ORIGINS: [],
    PUBLIC_URL: "",
    TRUST_PROXY: "off",
    WRITE_LIMIT: 300,
    CATALOGUE_LIMIT: expect.any(Number),
    HISTORY: "all",
    LOG: "plain",
    METRICS_PORT: "off",
    EXTRAS: true,
    SAMPLE: true,
    BACKUPS_DIR: "",
    DRILL: true,
    SHOP_NAME: "Niceties",
    SHOP_NAME_BN: "",
    SHOP_PHONE: "+880 1700-000000",
    SHOP_EMAIL: "hello@niceties.example",
    SHOP_ADDRESS: "27 Satmasjid Road, Dhanmondi, Dhaka 1209",
    SHOP_ADDRESS_BN: "",
    SHOP_COPYRIGHT: "",
    SHOP_COPYRIGHT_BN: "",
    SHOP_FACEBOOK: "https://www.facebook.com/",
    SHOP_INSTAGRAM: "https://www.instagram.com/",
    SHOP_X: "https://x.com/",
    SHOP_YOUTUBE: "https://www.youtube.com/",
    THEME_LIGHT: new Map(),
    THEME_DARK: new Map(),
  });
});

test("the catalogue limit is a sixteenth of the largest heap, at most 128 MB", () => {
  const share = Math.floor(getHeapStatistics().heap_size_limit / 16_000_000);
  expect(readSettings({}).CATALOGUE_LIMIT).toBe(Math.min(share, 128) * 1_000_000);
});

test.for([
  ["PORT", "0", 0],
  ["PORT", "65535", 65_535],
  ["HOST", "::", "::"],
  ["DATA_DIR", " /var/lib/shop ", "/var/lib/shop"],
  ["PRODUCT_SERVER_URL", "https://api.example/base//", "https://api.example/base"],
  ["PRODUCT_SERVER_URL", "HTTP://api.example:8080", "HTTP://api.example:8080"],
  ["ALLOWED_ORIGINS", "https://a.example , http://b.example:81,", ["https://a.example", "http://b.example:81"]],
  ["ALLOWED_ORIGINS", "*", ["*"]],
  ["PUBLIC_URL", "https://shop.example/", "https://shop.example"],
  ["PUBLIC_URL", "http://192.0.2.7:8080", "http://192.0.2.7:8080"],
  ["PUBLIC_URL", "HTTPS://Shop.example:443", "https://shop.example"],
  ["PUBLIC_URL", "https://কফি.বাংলা", "https://xn--p5b8b2c.xn--54b7fta0cc"],
  ["TRUST_PROXY", "off", "off"],
  ["TRUST_PROXY", "2", 2],
  ["TRUST_PROXY", "10.0.0.0/8, 192.0.2.1", ["10.0.0.0/8", "192.0.2.1"]],
  ["TRUST_PROXY", "::1", ["::1"]],
  ["TRUST_PROXY", "loopback, 192.0.2.0/24", ["loopback", "192.0.2.0/24"]],
  ["WRITE_LIMIT", "5", 5],
  ["WRITE_LIMIT", "off", "off"],
  ["CATALOGUE_LIMIT", "1", 1_000_000],
  ["CATALOGUE_LIMIT", "2048", 2_048_000_000],
  ["HISTORY", "days:30", { days: 30 }],
  ["HISTORY", "off", "off"],
  ["LOG", "json", "json"],
  ["METRICS_PORT", "9464", 9464],
  ["EXTRAS", "off", false],
  ["SAMPLE", "on", true],
  ["SHOP_NAME", "কফি ঘর", "কফি ঘর"],
  ["SHOP_X", "off", undefined],
  ["SHOP_X", "http://social.example/me", "http://social.example/me"],
  ["THEME_LIGHT", "paper=#FFF8F0, ink=#210", new Map(Object.entries({ paper: "#fff8f0", ink: "#221100" }))],
] as const)("%s=%s is read as %j", ([name, text, value]) => {
  expect(readSettings({ [name]: text })).toEqual({ ...readSettings({}), [name]: value });
});

test.for([
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80a"],
  ["PORT", "3000.5"],
  ["PRODUCT_SERVER_URL", "api.example"],
  ["PUBLIC_URL", "shop.example"],
  ["PUBLIC_URL", "https://shop.example/coffees"],
  ["PUBLIC_URL", "https://visitor@shop.example"],
  ["PUBLIC_URL", "https://shop.example?lang=bn"],
  ["PUBLIC_URL", "https://shop.example#top"],
  ["PUBLIC_URL", "ftp://shop.example"],
  ["PRODUCT_SERVER_URL", "ftp://api.example"],
  ["PRODUCT_SERVER_URL", "https://api.example/?key=1"],
  ["PRODUCT_SERVER_URL", "https://api.example/#top"],
  ["PRODUCT_SERVER_URL", "https://user:word@api.example"],
  ["ALLOWED_ORIGINS", "shop.example"],
  ["ALLOWED_ORIGINS", "https://shop.example/"],
  ["ALLOWED_ORIGINS", "https://shop.example/path"],
  ["ALLOWED_ORIGINS", "https://a.example, nonsense"],
  ["ALLOWED_ORIGINS", "null"],
  ["TRUST_PROXY", "on"],
  ["TRUST_PROXY", "0"],
  ["TRUST_PROXY", "100"],
  ["TRUST_PROXY", "10.1"],
  ["TRUST_PROXY", ","],
  ["TRUST_PROXY", "10.0.0.0/99"],
  ["WRITE_LIMIT", "0"],
  ["WRITE_LIMIT", "4"],
  ["WRITE_LIMIT", "-5"],
  ["WRITE_LIMIT", "many"],
  ["WRITE_LIMIT", "1.5"],
  ["CATALOGUE_LIMIT", "0"],
  ["CATALOGUE_LIMIT", "1.5"],
  ["CATALOGUE_LIMIT", "off"],
  ["HISTORY", "30"],
  ["HISTORY", "days:0"],
  ["LOG", "xml"],
  ["METRICS_PORT", "on"],
  ["METRICS_PORT", "65536"],
  ["EXTRAS", "yes"],
  ["EXTRAS", "ON"],
  ["SAMPLE", "true"],
  ["SHOP_FACEBOOK", "javascript:alert(1)"],
  ["SHOP_YOUTUBE", "youtube"],
])("%s=%s is refused in one line with its name, what it must be, and its value", ([name, text]) => {
  const value = text?.trim();
  const [problem, ...others] = problemsOf({ [name ?? ""]: text ?? "" });
  expect(others).toEqual([]);
  expect(problem).toMatch(new RegExp(`^${name} must .+; now it is `));
  expect(problem).toContain(`now it is "${value}".`);
});

test.for(Object.keys(readSettings({})))("an empty %s, in the environment or in the file, is not set", (name) => {
  expect(readSettings({ [name]: "" })).toEqual(readSettings({}));
  expect(readSettings({ [name]: " \t" })).toEqual(readSettings({}));
  expect(readSettings({}, `${name}=\n`)).toEqual(readSettings({}));
  expect(readSettings({ [name]: "" }, `${name}=" "\n`)).toEqual(readSettings({}));
});

test("a secret is refused without being shown", () => {
  const [problem = ""] = problemsOf({ DATABASE_URL: "postgres://shop:password@db" });
  expect(problem).toMatch(/^DATABASE_URL must be postgres:\/\//);
  expect(problem).not.toContain("password");
});

test("a bad theme is refused in one line for each colour and each pair of colours", () => {
  const problems = problemsOf({ THEME_LIGHT: "papr=#fff ink=black gold=#fff", THEME_DARK: "edit=#fff on-edit=#eee" });
  expect(problems).toEqual([
    'THEME_LIGHT must name colours of the shop, and "papr" is none (is it paper?).',
    'THEME_LIGHT must be colours such as paper=#fff8f0 or ink=#210, and "ink=black" is none.',
    "THEME_DARK gives on-edit (#eeeeee) on edit (#ffffff) a contrast of 1.16, and what stands on an edit button needs 4.5.",
    "THEME_DARK gives on-edit (#eeeeee) on edit under the pointer (#dfdedd) a contrast of 1.15, and what stands on an edit button needs 4.5.",
  ]);
});

test("all errors are reported together", () => {
  const problems = problemsOf({ PORT: "x", EXTRAS: "x", SHOP_NAMES: "x" }, "WRITE_LIMIT=x\nNONSENSE=x");
  const said = problems.map((problem) => problem.split(/[ ,]/)[0]);
  expect(said).toHaveLength(5);
  expect(new Set(said)).toEqual(new Set(["EXTRAS", "NONSENSE", "PORT", "SHOP_NAMES", "WRITE_LIMIT"]));
});

describe("the file", () => {
  test("sets what the environment does not", () => {
    const settings = readSettings({ PORT: "1" }, '# ours\nPORT=2\nSHOP_NAME="Corner Cup"\n');
    expect([settings.PORT, settings.SHOP_NAME]).toEqual([1, "Corner Cup"]);
  });

  test("sets what is empty in the environment", () => {
    expect(readSettings({ WRITE_LIMIT: "", SHOP_PHONE: " " }, "WRITE_LIMIT=5\nSHOP_PHONE=123")).toMatchObject({
      WRITE_LIMIT: 5,
      SHOP_PHONE: "123",
    });
  });

  test("may not hold unknown settings", () => {
    expect(problemsOf({}, "WRITELIMIT=5")).toEqual([
      "WRITELIMIT, in niceties.env, is not a setting; is it WRITE_LIMIT?",
    ]);
    expect(problemsOf({}, "NONSENSE=1")).toEqual([
      "NONSENSE, in niceties.env, is not a setting; --help lists them all.",
    ]);
  });
});

describe("the environment", () => {
  test.for([
    ["SHOP_NAEM", "is it SHOP_NAME?"],
    ["WRITE_LIMITS", "is it WRITE_LIMIT?"],
    ["TRUSTPROXY", "is it TRUST_PROXY?"],
    ["write_limit", "is it WRITE_LIMIT?"],
    ["THEME_LIHGT", "is it THEME_LIGHT?"],
  ] as const)("may not hold %s, which is close to a setting's name", ([name, words]) => {
    expect(problemsOf({ [name]: "1" })).toEqual([expect.stringContaining(words)]);
  });

  test("may hold any other variable", () => {
    const others = {
      PATH: "/bin",
      HOME: "/home/shop",
      NODE_ENV: "test",
      POST: "1",
      HOSTNAME: "a",
      npm_config_cache: "x",
    };
    expect(readSettings(others)).toEqual(readSettings({}));
  });
});

test("help has one line for each setting, with its default", () => {
  const lines = settingsHelp().split("\n");
  expect(lines.map((line) => line.trim().split(" ")[0])).toEqual(Object.keys(readSettings({})));
  expect(lines[0]).toMatch(/^ {2}PORT +port to listen on.* \[3000\]$/);
});
