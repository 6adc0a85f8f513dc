/** The oldest Node that runs the shop: before it, `node:zlib` has no zstd. */
export const oldestNode = "22.15";

/** Why a version of Node, this one by default, cannot run the shop, and what to do; undefined if it can. */
export function whyNotThisNode(version: string = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = numbersOf(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldestNode);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Niceties needs Node ${oldestNode} or newer, and this is ${version}. https://nodejs.org has newer ones.`;
}

function numbersOf(version: string): number[] {
  return version.split(".").map(Number);
}
