import { bare, bareHeaders } from "./bare.ts";
import { expressMemory } from "./express-memory.ts";
import { expressSqlite } from "./express-sqlite.ts";
import { jsonServer } from "./json-server.ts";
import { nginx } from "./nginx.ts";
import { ours } from "./ours.ts";
import type { Peer } from "./peer.ts";

const peers: readonly Peer[] = [ours, bare, bareHeaders, nginx, expressSqlite, expressMemory, jsonServer];

/** The peers with these names, or all, and why some of them cannot be measured here. Throws on an unknown name. */
export function choosePeers(names: readonly string[]): { chosen: readonly Peer[]; leftOut: readonly string[] } {
  const unknown = names.filter((name) => !peers.some((peer) => peer.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no server ${unknown.join(", ")}: ${peers.map(({ name }) => name).join(", ")}.`);
  const chosenPeers = names.length === 0 ? peers : peers.filter(({ name }) => names.includes(name));
  const leftOut = chosenPeers.map(({ absence }) => absence?.()).filter((why) => why !== undefined);
  return { chosen: chosenPeers.filter(({ absence }) => absence?.() === undefined), leftOut };
}
