/**
 * The tabs of a browser that follow the same shop. One of them leads: it connects, and forwards messages to the others.
 */
export type Tabs<Message> = Readonly<{ post: (message: Message) => void; areShared: boolean }>;

/**
 * Joins the tabs of a name until the signal aborts. `lead` is called when this tab becomes the leader, which it stays
 * until the promise settles. Outside secure contexts tabs cannot find each other, so each leads itself.
 */
export function joinTabs<Message>(
  name: string,
  signal: AbortSignal,
  lead: () => Promise<void>,
  receive: (message: Message) => void,
): Tabs<Message> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks || typeof BroadcastChannel === "undefined") {
    void Promise.resolve().then(lead);
    return { post: () => {}, areShared: false };
  }
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  signal.addEventListener("abort", () => channel.close());
  locks.request(name, { signal }, lead).catch(() => {}); // aborted before this tab became the leader
  const post = (message: Message) => {
    // BroadcastChannel takes no target origin, unlike a window: it only reaches its own origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (!signal.aborted) channel.postMessage(message);
  };
  return { post, areShared: true };
}
