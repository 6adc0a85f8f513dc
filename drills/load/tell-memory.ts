// Preloaded into a shop: sends its heap use to the parent process every second.
const everyMs = 1_000;

setInterval(() => process.send?.({ heapBytes: process.memoryUsage().heapUsed }), everyMs).unref();
