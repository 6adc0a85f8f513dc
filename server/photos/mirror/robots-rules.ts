/*
 * The robots.txt of a host (RFC 9309). Anyone can write one, and a photo's address can have 16,000 characters. The
 * library for it, robots-parser 3.0.1, needs a second for a file of 20 KB that was made to be slow, so the shop reads
 * the files itself, in time that grows with the length of the file.
 */

type Rule = Readonly<{ isAllowed: boolean; pattern: string }>;
type Group = Readonly<{ agents: string[]; rules: Rule[] }>;

/** Rules with `*`, multiplied by the characters of a path. More would hold up the server's other requests. */
const stepsAtMost = 2_000_000;

/**
 * Whether a robots.txt lets the program with this name, such as `Niceties`, fetch a path with its query. The rules of
 * all groups that name the program count, or else those for all programs. Of the rules that match the longest decides;
 * of equals, the one that allows. False if a file has too many rules to compare.
 */
export function isAllowedByRobots(text: string, product: string, path: string): boolean {
  const groups = groupsOf(text);
  const own = rulesFor(product.toLowerCase(), groups);
  const rules = own ?? rulesFor("*", groups) ?? [];
  const spelled = spell(path).replaceAll("*", "%2A").replaceAll("$", "%24");
  const wildcards = rules.filter(({ pattern }) => pattern.includes("*")).length;
  if (wildcards * spelled.length > stepsAtMost) return false;
  let longest: Rule = { isAllowed: true, pattern: "" };
  for (const rule of rules) {
    const isStronger =
      rule.pattern.length > longest.pattern.length ||
      (rule.pattern.length === longest.pattern.length && rule.isAllowed);
    if (isStronger && isMatch(rule.pattern, spelled)) longest = rule;
  }
  return longest.isAllowed;
}

function rulesFor(agent: string, groups: readonly Group[]): Rule[] | undefined {
  const found = groups.filter(({ agents }) => agents.includes(agent));
  return found.length === 0 ? undefined : found.flatMap(({ rules }) => rules);
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const [key, value] = parseLine(line);
    if (key === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(agentOf(value));
      isNaming = true;
    } else if (key === "allow" || key === "disallow") {
      isNaming = false;
      // An empty rule matches nothing.
      if (value !== "") groups.at(-1)?.rules.push({ isAllowed: key === "allow", pattern: spellPattern(value) });
    }
    // Other lines, such as `Sitemap:`, do not end a group (§2.2.4).
  }
  return groups;
}

function parseLine(line: string): readonly [key: string, value: string] {
  const [text = ""] = line.split("#", 1);
  const colon = text.indexOf(":");
  return [text.slice(0, Math.max(colon, 0)).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

/** `*`, or the product token without its version (§2.2.1). */
function agentOf(value: string): string {
  return value.startsWith("*") ? "*" : (/^[a-z_-]*/i.exec(value)?.[0] ?? "").toLowerCase();
}

/** Compares a pattern with a path: `*` stands for any characters, `$` at the end for the end of the path. */
function isMatch(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [start = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(start)) return false;
  const end = isWhole ? parts.pop() : "";
  if (end === undefined) return path.length === start.length;
  let at = start.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - end.length >= at && path.endsWith(end);
}

/** A `$` means the end only at the end of a pattern. */
function spellPattern(value: string): string {
  return spell(value)
    .replaceAll(/\*+/g, "*")
    .replaceAll(/\$(?!$)/g, "%24");
}

/** One spelling for each octet: those outside ASCII as codes, unreserved ones as themselves (§2.2.2). */
function spell(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/g, (outside) => encodeURIComponent(outside.toWellFormed()))
    .replace(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });
}
