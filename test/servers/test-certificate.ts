import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";

export type TestCertificate = Readonly<{ key: string; cert: string }>;

/*
 * Node cannot make certificates, and not every machine has openssl, so this writes the few fields of one by hand: DER
 * (X.690) of a Certificate (RFC 5280 §4.1).
 */

/** Makes a certificate for one DNS name, signed by itself, that is valid from 2020 to 2049. */
export function makeCertificate(name: string): TestCertificate {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const algorithm = sequence(Buffer.from("06082a8648ce3d040302", "hex")); // ecdsa-with-SHA256
  const commonName = sequence(Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(name)));
  const subject = sequence(der(0x31, commonName));
  const validity = sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231235959Z")));
  const alternativeNames = sequence(
    Buffer.from("0603551d11", "hex"), // subjectAltName
    der(0x04, sequence(der(0x82, Buffer.from(name)))),
  );
  const body = sequence(
    der(0xa0, Buffer.from("020102", "hex")), // version 3
    Buffer.from("020101", "hex"), // serial number 1
    algorithm,
    subject,
    validity,
    subject,
    spki,
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign("sha256", body, privateKey)]));
  const whole = sequence(body, algorithm, signature)
    .toString("base64")
    .replaceAll(/.{64}(?!$)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...(length < 128 ? [length] : long)), content]);
}
