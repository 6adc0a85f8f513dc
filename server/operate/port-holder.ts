import { endWhatUsesIt } from "../http/listen.ts";
import { findOpenShop, type Build } from "../pages/builds.ts";

const answerTimeoutMs = 3_000;

/** Describes what has a port that is taken, and how to free it. `build` is what this shop would be opened with. */
export async function describeHolder(host: string, port: number, build: Build | undefined): Promise<string> {
  const open = (await isShopAt(host, port)) ? findOpenShop(port) : undefined;
  if (!open) return endWhatUsesIt;
  const { processId, buildName } = open;
  const which = buildName === build?.name ? "this build of the shop" : "an older build of this shop";
  return ` by ${which}, process ${processId}. To replace it, end that process (kill ${processId}) and start again`;
}

async function isShopAt(host: string, port: number): Promise<boolean> {
  const near = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const reply = await fetch(`http://${near.includes(":") ? `[${near}]` : near}:${port}/-/live`, { signal });
    return (await reply.text()) === "live";
  } catch {
    return false;
  }
}
