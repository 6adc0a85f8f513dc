import { expect, test } from "vitest";
import { openS3Blobs } from "../s3-blobs.ts";
import { describeS3, parseS3Url } from "./s3-place.ts";

test("a URL names server, bucket, key and secret, and the rest has defaults", () => {
  expect(parseS3Url("s3://KEY:SECRET@s3.example/photos")).toEqual({
    place: {
      accessKeyId: "KEY",
      secretAccessKey: "SECRET",
      region: "us-east-1",
      bucketUrl: "https://s3.example/photos",
      prefix: "",
    },
  });
});

test("key and secret are percent-encoded; prefix, port, region and plain HTTP can be named", () => {
  const url = "s3://test%3Atester:a%2Fb+c%3D%40@S3.example:9000/my.bucket/shops/one/?tls=off&region=eu-central-1";
  expect(parseS3Url(url)).toEqual({
    place: {
      accessKeyId: "test:tester",
      secretAccessKey: "a/b+c=@",
      region: "eu-central-1",
      bucketUrl: "http://s3.example:9000/my.bucket",
      prefix: "shops/one/",
    },
  });
  expect(describeS3(url)).toBe("s3://s3.example:9000/my.bucket/shops/one");
});

test.for([
  [
    "s3://KEY:s3crEt/rest@s3.example/photos",
    /^must be s3:\/\/KEY:SECRET@HOST\/BUCKET, where every character .* %2F for \/$/,
  ],
  ["s3://KEY:12/s3crEt@s3.example/photos", /^must have a key and a secret/],
  ["s3://KEY:12?s3crEt@s3.example/photos", /^must have a key and a secret/],
  ["s3://KEY:s3crEt#@s3.example/photos", /^must be s3:/],
  ["s3://KEY:s3crEt@s3.example/photos#part", /^must be s3:/],
  ["s3:///photos", /^must have a key and a secret/],
  ["s3://KEY:s3crEt%zz@s3.example/photos", /^must be s3:/],
  ["https://KEY:s3crEt@s3.example/photos", /^must be s3:/],
  ["s3crEt", /^must be s3:/],
  ["s3://s3crEt@s3.example/photos", /^must have a key and a secret/],
  ["s3://:s3crEt@s3.example/photos", /^must have a key and a secret/],
  ["s3://a%2Fb:s3crEt@s3.example/photos", /^must have the key of an S3 server$/],
  ["s3://%E0%A6%95:s3crEt@s3.example/photos", /^must have the key of an S3 server$/],
  ["s3://KEY:s3crEt@s3.example", /^must name a bucket after the host/],
  ["s3://KEY:s3crEt@s3.example/", /^must name a bucket/],
  ["s3://KEY:s3crEt@s3.example//photos", /^must name a bucket/],
  ["s3://KEY:s3crEt@s3.example/ab", /^must name a bucket/],
  ["s3://KEY:s3crEt@s3.example/photos%2F..", /^must name a bucket/],
  ["s3://KEY:s3crEt@s3.example/photos/a//b", /^may have only letters, digits, -, \. and _ between the slashes/],
  ["s3://KEY:s3crEt@s3.example/photos/a+b", /^may have only letters/],
  ["s3://KEY:s3crEt@s3.example/photos?region=", /^must have a region such as us-east-1$/],
  ["s3://KEY:s3crEt@s3.example/photos?region=a/b", /^must have a region/],
  ["s3://KEY:s3crEt@s3.example/photos?tls=no", /^must have tls=on or tls=off$/],
  ["s3://KEY:s3crEt@s3.example/photos?tls=off&tls=on", /^may have only region and tls after the \?, each once$/],
  ["s3://KEY:s3crEt@s3.example/photos?s3crEt=1", /^may have only region and tls/],
  ["s3://KEY:s3crEt@%20/photos", /^must have a host/],
] as const)("%s is refused, without a word of the secret", ([url, problem]) => {
  const parsed = parseS3Url(url);
  if ("place" in parsed) throw new Error("It was not refused.");
  expect(parsed.problem).toMatch(problem);
  expect(parsed.problem).not.toContain("s3crEt");
  expect(describeS3(url)).toBe("s3://");
  expect(() => openS3Blobs(url)).toThrow(`PHOTOS_URL ${parsed.problem}.`);
});
