import { describe, expect, test } from "vitest";
import { isAllowedByRobots } from "./robots-rules.ts";

const allows = (text: string, path: string) => isAllowedByRobots(text, "Niceties", path);

describe("which group of robots.txt counts", () => {
  const forbid = "Disallow: /\n";
  test.each<[string, string, boolean]>([
    ["an empty file", "", true],
    ["a page in its place", "<!doctype html><title>Not found</title>", true],
    ["the group for all", `User-agent: *\n${forbid}`, false],
    ["the group of another", `User-agent: other\n${forbid}`, true],
    ["the own group", `User-agent: Niceties\n${forbid}`, false],
    ["the own group in other letters", `user-AGENT:nIcEtIeS\n${forbid}`, false],
    ["the own group with a version", `User-agent: Niceties/2.0\n${forbid}`, false],
    ["a longer name", `User-agent: NicetiesBot\n${forbid}`, true],
    ["a shorter name", `User-agent: Nice\n${forbid}`, true],
    ["the own group before the one for all", `User-agent: *\n${forbid}\nUser-agent: Niceties\nAllow: /\n`, true],
    ["an own group without rules", `User-agent: Niceties\nDisallow:\n\nUser-agent: *\n${forbid}`, true],
    ["a group of several", `User-agent: other\nUser-agent: Niceties\n${forbid}`, false],
    ["two own groups", `User-agent: Niceties\nAllow: /b\n\nUser-agent: x\n\nUser-agent: Niceties\n${forbid}`, false],
    ["a rule before any group", forbid, true],
    ["blank lines in a group", `User-agent: Niceties\n\n\n${forbid}`, false],
    ["a sitemap between names", `User-agent: Niceties\nSitemap: https://a.example/\nUser-agent: x\n${forbid}`, false],
    ["a delay before the rules", `User-agent: Niceties\nCrawl-delay: 10\n${forbid}`, false],
    ["comments", `# All\nUser-agent: Niceties # us\nDisallow: / # nothing\n`, false],
    ["a rule in a comment", `User-agent: *\n# ${forbid}`, true],
    ["CRLF", `User-agent: *\r\nDisallow: /\r\n`, false],
    ["CR alone", `User-agent: *\rDisallow: /\r`, false],
    ["no line break at the end", "User-agent: *\nDisallow: /", false],
    ["spaces everywhere", " \tUser-agent \t: \t* \n Disallow : / \t\n", false],
    ["an unknown line", `User-agent: *\nNoindex: /\nDisallow\n${forbid}`, false],
  ])("%s", (_, text, expected) => {
    expect(allows(text, "/a.jpg")).toBe(expected);
  });
});

describe("a rule matches", () => {
  test.each<[pattern: string, path: string, matches: boolean]>([
    ["/", "/", true],
    ["/a", "/a/b.jpg", true],
    ["/a", "/ab.jpg", true],
    ["/a", "/A", false],
    ["/a/", "/a", false],
    ["a", "/a", false],
    ["*", "/a", true],
    ["*a", "/b/a", true],
    ["/*.jpg", "/a.jpg?b", true],
    ["/*.jpg$", "/a.jpg", true],
    ["/*.jpg$", "/a.jpg?b", false],
    ["/*.jpg$", "/a.jpg/b.jpg", true],
    ["/*?", "/a?b=1", true],
    ["/*?", "/a", false],
    ["/a$", "/a", true],
    ["/a$", "/ab", false],
    ["/$", "/", true],
    ["/a*$", "/a.jpg", true],
    ["/a**b", "/a/b", true],
    ["/a*b*c", "/a1c2b", false],
    ["/a*bc*c$", "/abc", false],
    ["/a*bc*c$", "/abcc", true],
    ["/a*a$", "/a", false],
    ["/$a", "/$a", true],
    ["/$a", "/a", false],
    ["/%24", "/$", true],
    ["/%2A", "/*", true],
    ["/%2A", "/a", false],
    ["/a%3cd", "/a%3Cd", true],
    ["/a%2fb", "/a/b", false],
    ["/%7Ea", "/~a", true],
    ["/~a", "/%7ea", true],
    ["/কফি", "/%E0%A6%95%E0%A6%AB%E0%A6%BF.jpg", true],
    ["/a b", "/a%20b", true],
    ["/%", "/%", true],
  ])("%s %s: %s", (pattern, path, matches) => {
    expect(allows(`User-agent: *\nDisallow: ${pattern}\n`, path)).toBe(!matches);
  });
});

describe("the longest rule that matches decides", () => {
  test.each<[rules: string, path: string, expected: boolean]>([
    ["Disallow: /\nAllow: /photos/", "/photos/a.jpg", true],
    ["Allow: /photos/\nDisallow: /", "/photos/a.jpg", true],
    ["Disallow: /photos/\nAllow: /", "/photos/a.jpg", false],
    ["Disallow: /a\nAllow: /a", "/a", true],
    ["Allow: /a\nDisallow: /a", "/a", true],
    ["Allow: /a\nDisallow: /*.jpg", "/a.jpg", false],
    ["Allow: /a.jpg\nDisallow: /*.jpg", "/a.jpg", true],
    ["Allow: /$\nDisallow: /", "/", true],
    ["Allow: /$\nDisallow: /", "/a", false],
    ["Disallow: /b\nAllow: /c", "/a", true],
  ])("%j for %s: %s", (rules, path, expected) => {
    expect(allows(`User-agent: *\n${rules}\n`, path)).toBe(expected);
  });
});

/** A file of at most 512,000 bytes. */
const rules = (rule: string) => `User-agent: *\n${`Disallow: ${rule}\n`.repeat(512_000 / (rule.length + 11))}`;

describe("a file and an address that were made to be slow take little time:", () => {
  const long = `/${"a".repeat(16_000)}`;
  test.each([
    ["one rule of stars", rules("*".repeat(500_000)), long],
    ["one rule of stars and letters", rules(`${"*a".repeat(200_000)}b`), long],
    ["short rules", rules("/b"), long],
    ["rules with a star", rules("/*ab"), long],
    ["rules with a star, and an ordinary address", rules("/*ab"), `/${"a".repeat(200)}`],
    ["rules almost as long as the address", rules(`*b${"a".repeat(7_000)}`), long],
    ["rules of halves", rules(`*${"a".repeat(7_000)}b`), long],
    ["rules of parts", rules("*aab".repeat(100)), long],
    ["spaces", `User-agent: *\n${" ".repeat(512_000)}`, long],
    ["colons", ":".repeat(512_000), long],
    ["groups", "User-agent: *\nAllow: /\n".repeat(20_000), long],
    ["names", `${"User-agent: b\n".repeat(36_000)}Allow: /`, long],
    ["escapes", rules("/%41%e0".repeat(1_000)), `/${"%41".repeat(5_000)}`],
  ])("%s", (_, text, path) => {
    const start = performance.now();
    allows(text, path);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test("nothing is allowed if there is too much to compare", () => {
    expect(allows(`User-agent: *\n${"Disallow: /*b\n".repeat(30_000)}`, long)).toBe(false);
    expect(allows(`User-agent: *\n${"Disallow: /*b\n".repeat(30_000)}`, "/a.jpg")).toBe(true);
  });
});
