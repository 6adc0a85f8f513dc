import { expect, test } from "vitest";
import { parseListing } from "./parse-listing.ts";

const declaration = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const object = `<Contents>
  <Key>photos/a&amp;b &#x995;&#33;</Key>
  <LastModified>2026-11-29T20:33:52.000Z</LastModified><ETag>&quot;781e&quot;</ETag><Size>10</Size>
  <Owner><ID>1</ID><DisplayName/></Owner><StorageClass>STANDARD</StorageClass></Contents>`;
const listOf = (inside: string) =>
  `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name><Prefix/>${inside}</ListBucketResult>`;
const lastPage = "<IsTruncated>false</IsTruncated>";
const onePage = declaration + listOf(lastPage + object);

test("a list has the keys, sizes and times of its objects, and the token of its next page", () => {
  const entry = { key: "photos/a&b ক!", bytes: 10, changedAt: new Date("2026-11-29T20:33:52.000Z") };
  expect(parseListing(onePage)).toEqual({ objects: [entry], next: undefined });
  const first = listOf(`<IsTruncated>true</IsTruncated><NextContinuationToken>1&lt;=</NextContinuationToken>${object}`);
  expect(parseListing(first)).toEqual({ objects: [entry], next: "1<=" });
  expect(parseListing(listOf(lastPage))).toEqual({ objects: [], next: undefined });
});

test("a list that ends early is no list, wherever it ends", () => {
  for (let end = 0; end < onePage.length; end += 1)
    expect(parseListing(onePage.slice(0, end)), `at ${end}`).toBeUndefined();
});

test.for<readonly [string, string]>([
  ["another document", "<html><body>Log in</body></html>"],
  ["another list of S3", onePage.replaceAll("ListBucketResult", "ListVersionsResult")],
  ["an error of S3", "<Error><Code>NoSuchBucket</Code></Error>"],
  ["two documents", listOf(lastPage) + listOf(lastPage)],
  ["text after the list", `${listOf(lastPage)}.`],
  ["crossed tags", listOf(`${lastPage}<Owner><ID></Owner></ID>`)],
  ["a tag without its end", listOf(`${lastPage}<Owner><ID>`)],
  ["a comment", listOf(`${lastPage}<!-- -->`)],
  ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${listOf(lastPage)}`],
  ["CDATA", listOf(`${lastPage}<Name><![CDATA[a]]></Name>`)],
  ["an unknown entity", listOf(lastPage + object.replace("&amp;", "&b;"))],
  ["a bare ampersand", listOf(lastPage + object.replace("&amp;", "&"))],
  ["a character that there is not", listOf(lastPage + object.replace("&#33;", "&#x110000;"))],
  ["no word on whether it ends", listOf(object)],
  ["two words on whether it ends", listOf(lastPage + lastPage)],
  ["neither true nor false", listOf("<IsTruncated>perhaps</IsTruncated>")],
  ["a further page without its token", listOf(`<IsTruncated>true</IsTruncated>${object}`)],
  ["an empty token", listOf("<IsTruncated>true</IsTruncated><NextContinuationToken/>")],
  ["an object without a key", listOf(lastPage + object.replace(/<Key>.*<\/Key>/, ""))],
  ["an object with two keys", listOf(lastPage + object.replace("</Key>", "</Key><Key>b</Key>"))],
  ["a key with an element in it", listOf(lastPage + object.replace("</Key>", "<b/></Key>"))],
  ["an object without a size", listOf(lastPage + object.replace("<Size>10</Size>", ""))],
  ["a size that is no number", listOf(lastPage + object.replace(">10<", ">1e1<"))],
  ["a time that is none", listOf(lastPage + object.replace("2026-11-29T", "yesterday "))],
])("what has %s is no list", ([, xml]) => {
  expect(parseListing(xml)).toBeUndefined();
});
