import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DatagramSocket } from "../../test/datagram-socket.ts";
import { sendDatagram } from "./send-datagram.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "niceties-datagram-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

if (process.platform === "linux") {
  test.for([
    ["the file system", () => join(temporaryFolder(), "socket")],
    ["the abstract namespace", () => `@niceties-test-${process.pid}`],
  ] as const)("texts arrive at a socket of %s, each as it was sent", async ([, newPath]) => {
    const path = newPath();
    using socket = new DatagramSocket(path);
    await sendDatagram(path, "READY=1");
    await sendDatagram(path, "STOPPING=1\nSTATUS=Closing");
    expect([await socket.next(), await socket.next()]).toEqual(["READY=1", "STOPPING=1\nSTATUS=Closing"]);
  });

  test("without a socket at the path, sending fails and names the path", async () => {
    const path = join(temporaryFolder(), "none");
    await expect(sendDatagram(path, "READY=1")).rejects.toThrow(`No socket can be reached at ${path}.`);
  });
}
