/** A store that cannot be opened; the message is one sentence for the operator. */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
}
