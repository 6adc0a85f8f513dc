// Which features the floor's browsers lack, by MDN's browser-compat-data. A feature's name is its path there, such as
// "api.URLSearchParams.size".
import compatData, {
  type BrowserName,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import { styleFloor } from "../../app/shop/browser-floor.ts";

export type Feature = Identifier;

const browsersOf: Readonly<Record<string, readonly BrowserName[]>> = {
  chrome: ["chrome", "chrome_android"],
  firefox: ["firefox", "firefox_android"],
  safari: ["safari"],
  ios: ["safari_ios"],
};

const floor = styleFloor.flatMap((target) => {
  const [, name = "", version = ""] = /^([a-z]+)([\d.]+)$/.exec(target) ?? [];
  return (browsersOf[name] ?? []).map((browser) => ({ browser, version }));
});

/** The feature at a path. No part of the path may have a dot in it. */
export function featureAt(path: string): Feature | undefined {
  const { api, css, javascript } = compatData;
  return path.split(".").reduce<Feature | undefined>((feature, name) => feature?.[name], { api, css, javascript });
}

/** The parts of a feature, by name, such as the members of an interface. */
export function partsOf(path: string): readonly (readonly [name: string, path: string])[] {
  const names = Object.keys(featureAt(path) ?? {}).filter((name) => name !== "__compat");
  return names.map((name) => [name, `${path}.${name}`]);
}

/**
 * The floor's browsers that lack a feature, or with `prefix` that do not know it by this vendor prefix. A part of the
 * data without support statements is not a feature. Partial support counts as support.
 */
export function lackedBy(path: string, prefix?: string): ReadonlySet<BrowserName> {
  const support = featureAt(path)?.__compat?.support;
  if (!support) return new Set();
  const lacking = floor.filter(({ browser, version }) => {
    const statements = [support[browser] ?? { version_added: false }].flat();
    return !statements.some((statement) => isThere(statement, version, prefix));
  });
  return new Set(lacking.map(({ browser }) => browser));
}

export function isLacking(path: string): boolean {
  return lackedBy(path).size > 0;
}

/** The first versions that have all of these features, for people: "Chrome 104, Firefox 102, Safari 16.4". */
export function firstVersions(...paths: readonly string[]): string {
  const first = (["chrome", "firefox", "safari"] as const).map((browser) => {
    const versions = paths.map((path) => {
      const support = featureAt(path)?.__compat?.support[browser] ?? { version_added: false };
      const version = [support].flat().find(isPlain)?.version_added;
      return !version || version === "preview" ? "none" : version.replace("≤", "");
    });
    const last = versions.includes("none") ? "none" : versions.toSorted(compare).at(-1);
    return `${compatData.browsers[browser].name} ${last}`;
  });
  return first.join(", ");
}

function isPlain({ prefix, flags, alternative_name: otherName }: SimpleSupportStatement): boolean {
  return !prefix && !flags && !otherName;
}

function isThere(statement: SimpleSupportStatement, version: string, prefix: string | undefined): boolean {
  const { version_added: added, version_removed: removed } = statement;
  if (!isPlain({ ...statement, prefix: "" }) || statement.prefix !== prefix || !added || added === "preview")
    return false;
  return compare(added.replace("≤", ""), version) <= 0 && (removed === undefined || compare(removed, version) > 0);
}

function compare(one: string, other: string): number {
  const [[major = 0, minor = 0] = [], [otherMajor = 0, otherMinor = 0] = []] = [one, other].map((version) =>
    version.split(".").map(Number),
  );
  return major - otherMajor || minor - otherMinor;
}
