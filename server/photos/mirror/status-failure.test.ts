import type { OutgoingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { networkTo, openPhotoHost, publicName } from "../../../test/servers/photo-hosts.ts";
import { fetchPhoto } from "./fetch-photo.ts";

const now = () => Date.parse("2026-11-20T08:00:00Z");
const robots = { check: async () => {} };

describe("the status tells", () => {
  test.each([
    [404, {}, "gone", undefined],
    [410, {}, "gone", undefined],
    [401, {}, "denied", undefined],
    [403, { "retry-after": "5" }, "denied", undefined],
    [451, {}, "denied", undefined],
    [204, {}, "denied", undefined],
    [206, { "content-range": "bytes 0-3/8" }, "denied", undefined],
    [300, {}, "denied", undefined],
    [302, {}, "denied", undefined],
    [302, { location: "http://" }, "refused", undefined],
    [408, {}, "later", undefined],
    [429, { "retry-after": "120" }, "later", 120_000],
    [503, { "retry-after": "Fri, 20 Nov 2026 08:01:00 GMT" }, "later", 60_000],
    [503, { "retry-after": "Fri, 20 Nov 2026 07:00:00 GMT" }, "later", 0],
    [503, { "retry-after": "soon" }, "later", undefined],
    [503, { "retry-after": "99999999999" }, "later", 30 * 86_400_000],
    [500, {}, "later", undefined],
    [599, {}, "later", undefined],
  ])("%d with %j: %s", async (status, headers: OutgoingHttpHeaders, reason, retryAfterMs) => {
    await using host = await openPhotoHost((_, outgoing) => outgoing.writeHead(status, headers).end());
    const network = networkTo(host, undefined, { now });
    const fetching = fetchPhoto(`http://${publicName}/a.jpg`, { userAgent: "Niceties/1.0", robots, network });
    await expect(fetching).rejects.toMatchObject({ reason, retryAfterMs });
  });
});
