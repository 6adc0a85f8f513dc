import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { serviceWorkerRoute } from "./service-worker.ts";

test.for([undefined, import.meta.dirname])(
  "without a service worker in the build %s, browsers get one that unregisters itself",
  async (folder) => {
    const incoming = new IncomingMessage(new Socket());
    const call = { incoming, headers: {}, argument: "", search: "", body: async () => "" };
    const reply = await serviceWorkerRoute(folder).methods["GET"]?.(call);
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining("unregister") });
    expect(reply?.headers.slice(0, 2)).toEqual(["cache-control", "no-cache"]);
  },
);
