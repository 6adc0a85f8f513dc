import { Fault } from "../../../catalogue/fault.ts";
import { StoreRefused } from "../../store-refused.ts";
import { systemReason } from "../../system-reasons.ts";

/** A whole reply. `code` is S3's name of an error, such as NoSuchKey; empty if the reply has none. */
export type S3Reply = Readonly<{ status: number; headers: Headers; bytes: Uint8Array; code: string }>;

/** The S3 server sent no byte for as long as the client waits. */
export class Silence extends Error {
  override readonly name = "Silence";
}

/** Whether the same request may succeed a moment later: S3's own list of passing errors, and those of HTTP. */
export function passes({ status, code }: S3Reply): boolean {
  if (status === 501 || status === 507) return false;
  return status >= 500 || status === 429 || code === "RequestTimeout" || code === "OperationAborted";
}

/** The fault for a request that got no whole reply. Undefined for an error that is not about the connection. */
export function connectionFault(where: string, error: unknown): Fault | undefined {
  const why = connectionReason(error);
  if (why === undefined) return undefined;
  const message = `${where} cannot be reached: ${why}. See whether the S3 server runs, and whether PHOTOS_URL names its host and port.`;
  return new Fault("storage-unreachable", "photos", new StoreRefused(message, { cause: error }));
}

/** Why fetch got no whole reply, as the end of a sentence after a colon. */
function connectionReason(error: unknown): string | undefined {
  if (error instanceof Silence) return "it does not answer";
  // fetch rejects with a TypeError for a mistake in its arguments, too, but only one about the connection has a cause.
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  const code = "code" in error.cause ? String(error.cause.code) : "";
  return reasons.get(code) ?? systemReason(error.cause) ?? "the connection failed";
}

const untrusted = "this machine does not trust its certificate; NODE_EXTRA_CA_CERTS can name a file with its authority";
const broken = "it broke the connection";
const notTls = "it does not speak TLS there; tls=off at the end of PHOTOS_URL leaves TLS out";

const reasons = new Map([
  ["ECONNRESET", broken],
  ["EPIPE", broken],
  ["UND_ERR_SOCKET", broken],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", broken],
  ["ERR_HTTP2_STREAM_ERROR", broken],
  ["ERR_SSL_WRONG_VERSION_NUMBER", notTls],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", notTls],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", untrusted],
  ["SELF_SIGNED_CERT_IN_CHAIN", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", untrusted],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
]);

/** The fault for a reply that S3 does not give to such a request. `what` says what is wrong with it. */
export function strangeReply(where: string, what: string): Fault {
  const message = `${where} ${what}. See whether PHOTOS_URL leads to an S3 server, and not to another one or to a proxy.`;
  return new Fault("storage-failed", "photos", new StoreRefused(message));
}

/** The fault for a reply that refuses a request. */
export function refusal(where: string, reply: S3Reply): Fault {
  const { status, code } = reply;
  const answer = code === "" ? String(status) : `${status}, ${code}`;
  // Ceph has QuotaExceeded, MinIO has XMinioAdminBucketQuotaExceeded, and each has another status.
  if (status === 507 || code.endsWith("QuotaExceeded")) {
    const message = `${where} has no room left (${answer}), so no photo is saved. Make room there, or raise its quota.`;
    return new Fault("storage-full", "photos", new StoreRefused(message));
  }
  if (passes(reply)) {
    const message = `${where} cannot serve photos now (${answer}). Look at the S3 server, or at what its provider says of it.`;
    return new Fault("storage-unreachable", "photos", new StoreRefused(message));
  }
  const what = refusals.get(code) ?? (status === 403 ? noRights : undefined);
  if (what) return new Fault("storage-failed", "photos", new StoreRefused(`${where} ${what(answer)}`));
  if (status >= 300 && status < 400) return strangeReply(where, `sends this shop elsewhere (${answer})`);
  return strangeReply(where, `refused a request of the shop (${answer})`);
}

/** What an operator should know and do, as the end of a sentence that begins with the place; `answer` is the reply. */
type Refusal = (answer: string) => string;

const noRights: Refusal = (answer) =>
  `refused the key in PHOTOS_URL (${answer}). Give it the rights s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`;
const wrongSecret: Refusal = (answer) =>
  `refused the key or the secret in PHOTOS_URL (${answer}). Correct them; each / in them must be %2F.`;
const wrongRegion: Refusal = (answer) =>
  `is in another region than PHOTOS_URL says (${answer}). Correct the host or region=… there.`;

const refusals = new Map<string, Refusal>([
  ["InvalidAccessKeyId", wrongSecret],
  ["SignatureDoesNotMatch", wrongSecret],
  ["AuthorizationHeaderMalformed", wrongRegion],
  ["IllegalLocationConstraintException", wrongRegion],
  ["PermanentRedirect", wrongRegion],
  ["TemporaryRedirect", wrongRegion],
  ["NoSuchBucket", (answer) => `does not exist (${answer}). Create the bucket, or correct its name in PHOTOS_URL.`],
  ["RequestTimeTooSkewed", (answer) => `refused the time of this machine (${answer}). Set its clock.`],
]);
