/** A bucket on an S3 server, or the part of one whose keys begin with `prefix`, and the key that opens it. */
export type S3Place = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** The address of the bucket, without a slash at its end: https://HOST[:PORT]/BUCKET */
  bucketUrl: string;
  /** Empty, or a path that ends with a slash. */
  prefix: string;
}>;

const usualRegion = "us-east-1";

/**
 * Reads s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION][&tls=off]. The region is us-east-1 if it is left
 * out; `tls=off` speaks plain HTTP. `problem` is the end of a sentence that begins with the setting's name. It quotes
 * nothing of the URL, because a mistake may have moved the secret to any part of it.
 */
export function parseS3Url(text: string): Readonly<{ place: S3Place } | { problem: string }> {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.hash !== "") return { problem: wrongForm };
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (accessKeyId === undefined || secretAccessKey === undefined) return { problem: wrongForm };
  if (accessKeyId === "" || secretAccessKey === "")
    return { problem: "must have a key and a secret, as in s3://KEY:SECRET@HOST/BUCKET" };
  if (!/^[!-~]+$/.test(accessKeyId) || /[/,]/.test(accessKeyId))
    return { problem: "must have the key of an S3 server" };
  const path = /^\/([^/]+)(?:\/(.+?))?\/?$/.exec(url.pathname);
  const [, bucket = "", prefix = ""] = path ?? [];
  if (!/^[A-Za-z\d][A-Za-z\d._-]{2,62}$/.test(bucket))
    return { problem: "must name a bucket after the host, of 3 to 63 letters, digits, -, . and _" };
  if (prefix !== "" && !/^[\w.-]+(\/[\w.-]+)*$/.test(prefix))
    return { problem: "may have only letters, digits, -, . and _ between the slashes after the bucket" };
  const options = readOptions(url.searchParams);
  if ("problem" in options) return options;
  const bucketUrl = URL.parse(`${options.isSecure ? "https" : "http"}://${url.host}/${bucket}`)?.href;
  if (bucketUrl === undefined) return { problem: "must have a host, as in s3://KEY:SECRET@HOST/BUCKET" };
  const { region } = options;
  return { place: { accessKeyId, secretAccessKey, region, bucketUrl, prefix: prefix && `${prefix}/` } };
}

const wrongForm =
  "must be s3://KEY:SECRET@HOST/BUCKET, where every character of KEY and SECRET other than letters, digits, -, . and _ is percent-encoded, such as %2F for /";

/** Undefined if the text is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readOptions(given: URLSearchParams): Readonly<{ region: string; isSecure: boolean } | { problem: string }> {
  const { region = usualRegion, tls = "on", ...others } = Object.fromEntries(given);
  if (Object.keys(others).length > 0 || new Set(given.keys()).size < given.size)
    return { problem: "may have only region and tls after the ?, each once" };
  if (!/^[\w-]{1,64}$/.test(region)) return { problem: "must have a region such as us-east-1" };
  if (tls !== "on" && tls !== "off") return { problem: "must have tls=on or tls=off" };
  return { region, isSecure: tls === "on" };
}

/** The URL of a place without key, secret and options, so that it can be shown to anyone. */
export function describeS3Place({ bucketUrl, prefix }: S3Place): string {
  return `${bucketUrl.replace(/^https?:/, "s3:")}/${prefix}`.replace(/\/$/, "");
}

/** The same for a URL; only `s3://` for one that `parseS3Url` refuses. */
export function describeS3(url: string): string {
  const parsed = parseS3Url(url);
  return "place" in parsed ? describeS3Place(parsed.place) : "s3://";
}
