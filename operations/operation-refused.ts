/** An operation that cannot be done as asked. The message tells the operator why, and what to do. */
export class OperationRefused extends Error {
  override readonly name = "OperationRefused";
}
