import { expect, test } from "vitest";
import { emailLink, mapLink, phoneLink } from "./contact-links.ts";

test.for([
  ["+880 1700-000000", "tel:+8801700000000"],
  ["01711 111111", "tel:01711111111"],
  ["০১৭১১–১১১১১১", "tel:01711111111"],
  ["+44 (0)20 7946 0000", "tel:+442079460000"],
  ["(02) 912.3456", "tel:029123456"],
  ["01711 111111, 01811 222222", undefined],
  ["01711 111111 / 01811 222222", undefined],
  ["Ask at the bar", undefined],
  ["", undefined],
])("the phone number %j has the link %s", ([text = "", link]) => {
  expect(phoneLink(text)).toBe(link);
});

test.for([
  ["hello@niceties.example", "mailto:hello@niceties.example"],
  ["a+b?c@corner.example", "mailto:a%2Bb%3Fc@corner.example"],
  ["us@corner.example, them@corner.example", undefined],
  ["at the counter", undefined],
  ["", undefined],
])("the e-mail address %j has the link %s", ([text = "", link]) => {
  expect(emailLink(text)).toBe(link);
});

test("a street address in any script is found on a map", () => {
  expect(mapLink("27 Road & Lane, Dhaka")).toBe(
    "https://www.openstreetmap.org/search?query=27%20Road%20%26%20Lane%2C%20Dhaka",
  );
  expect(decodeURIComponent(mapLink("২৭ সাতমসজিদ রোড"))).toContain("query=২৭ সাতমসজিদ রোড");
});
