/** The tabs of one browser that follow the same shop: one of them leads, and tells the others what it hears. */
export type Tabs<Message> = Readonly<{ post: (message: Message) => void; areShared: boolean }>;

/**
 * Joins the other tabs of a name until the signal. `lead` is called once this tab leads, and does so until that is over;
 * where tabs cannot find each other (outside secure contexts), each leads itself.
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
  locks.request(name, { signal }, lead).catch(() => {}); // it was stopped before its turn came
  const post = (message: Message) => {
    // A channel, unlike a window, takes no origin: it has its own alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (!signal.aborted) channel.postMessage(message);
  };
  return { post, areShared: true };
}
