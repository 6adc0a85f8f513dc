const oldestNode = 26;

/** Why this version of Node cannot run the shop; undefined if it can. */
export function whyNotThisNode(): string | undefined {
  const { node } = process.versions;
  if (Number.parseInt(node) >= oldestNode) return undefined;
  return `Node ${oldestNode} is needed, and this is ${node}. npm start and ./niceties bring the right one.`;
}
