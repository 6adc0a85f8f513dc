import { setTimeout as delay } from "node:timers/promises";
import { drill as define } from "../kit/drill.ts";
import { Ledger } from "../kit/ledger.ts";
import { listCoffees } from "../kit/shop-client.ts";
import { spawnShop, temporaryFolder } from "../kit/spawned-shop.ts";
import { repeatAdds, writeUntilCut } from "../kit/test-clients.ts";
import { verifyFaults } from "../kit/verify.ts";

const writers = 8;
const longestLifeMs = 250;

export const drill = define({
  promise: "no acknowledged write is missing, half done or made twice after the shop was killed while visitors wrote",
  help: `Kills the shop with SIGKILL at random moments while ${writers} visitors write, opens it again each time, and checks every
acknowledged write and its receipt. Writes without an answer are sent again with their keys.`,
  options: { kills: { default: 200, help: "how often the shop is killed" } },
  short: [{ kills: 5 }],
  async run({ kills }, onProgress) {
    await using folder = await temporaryFolder("crash");
    const directory = folder.path;
    const ledger = new Ledger();
    let slowestOpenMs = 0;
    for (let done = 0; done <= kills; done += 1) {
      const started = performance.now();
      await using shop = await spawnShop({ directory });
      const list = await listCoffees(shop.url);
      slowestOpenMs = Math.max(slowestOpenMs, performance.now() - started);
      ledger.settle(list);
      const refusal = await repeatAdds(ledger, shop.url);
      if (refusal) ledger.faults.push(`An add that was sent again was answered ${refusal.status}: ${refusal.text}`);
      if (done === kills) break;
      const clients = Array.from({ length: writers }, () => writeUntilCut(ledger, shop.url));
      await delay(Math.random() * longestLifeMs);
      await Promise.all([shop.kill(), ...clients]);
      onProgress(done + 1, kills);
    }
    return {
      done: { kills, "acknowledged writes with their receipts": ledger.receipts.length },
      measured: `slowest restart ${(slowestOpenMs / 1_000).toFixed(2)} s`,
      faults: [...ledger.faults, ...(await verifyFaults({ directory, databaseUrl: "" }, ledger.receipts))],
    };
  },
});
