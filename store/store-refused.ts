/** A store that cannot be opened. The message is one sentence for the operator. */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
}
