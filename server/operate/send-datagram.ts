import { closeSync, writeSync } from "node:fs";

/** Of Linux: see socket(2) and unix(7). */
const unixFamily = 1;
const datagramType = 2;
const closeOnExec = 0o2000000;

/**
 * Sends a text to a datagram socket of Linux's file system or, if `path` begins with @, of its abstract namespace: see
 * unix(7). Throws if no socket can be reached there. Node has no call for such sockets, so this one calls the C library.
 */
export async function sendDatagram(path: string, text: string): Promise<void> {
  const { dlopen } = await import("node:ffi");
  using library = dlopen(null, {
    socket: { arguments: ["i32", "i32", "i32"], return: "i32" },
    connect: { arguments: ["i32", "buffer", "u32"], return: "i32" },
  });
  const { socket, connect } = library.functions;
  const address = unixAddress(path);
  const descriptor = socket(unixFamily, datagramType | closeOnExec, 0);
  if (descriptor < 0) throw new Error("No datagram socket could be opened.");
  try {
    if (connect(descriptor, address, address.byteLength) !== 0) throw new Error(`No socket can be reached at ${path}.`);
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** The `sockaddr_un` of a path. */
export function unixAddress(path: string): Buffer {
  const isAbstract = path.startsWith("@");
  const name = Buffer.from(isAbstract ? `\0${path.slice(1)}` : `${path}\0`);
  const family = Buffer.alloc(2);
  family.writeUInt16LE(unixFamily);
  return Buffer.concat([family, name]);
}
