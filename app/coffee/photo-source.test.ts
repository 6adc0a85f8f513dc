import { expect, test } from "vitest";
import { photoSource } from "./photo-source.ts";

test.for([
  "https://pictures.example/latte.jpg",
  "http://pictures.example:8080/latte.jpg?size=1#top",
  "HTTPS://PICTURES.EXAMPLE/LATTE.JPG",
  "https://pictures.example/কফি.jpg",
  "https://192.0.2.1/a.png",
  "https://[2001:db8::1]:8080/a.png",
  "https://pictures.example?a b",
  "https://pictures.example:/a.png",
  "data:image/png;base64,iVBORw0KGgo=",
  "Data:Image/svg+xml,%3Csvg%2F%3E",
  "/photos/latte.svg",
  "/",
])("%s is shown", (photo) => {
  expect(photoSource(photo)).toBe(photo);
});

test.for([" https://pictures.example/a.jpg ", "\n/photos/a.svg\t"])(
  "%j is shown without the blanks around it",
  (photo) => {
    expect(photoSource(photo)).toBe(photo.trim());
  },
);

test.for([
  "",
  "   ",
  "latte.jpg",
  "photos/latte.svg",
  "./latte.svg",
  "../latte.svg",
  "a photo of a latte",
  "www.pictures.example/latte.jpg",
  "//pictures.example/latte.jpg",
  "/\\pictures.example/latte.jpg",
  "/\t/pictures.example/latte.jpg",
  "/\r\n\\pictures.example/latte.jpg",
  "\\\\pictures.example\\latte.jpg",
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://a.example",
  "data:text/html,<script>alert(1)</script>",
  "data:,hello",
  "data:imagery/png,x",
  "blob:https://a.example/1",
  "file:///etc/passwd",
  "ftp://pictures.example/latte.jpg",
  "https:",
  "https://",
  "http:///",
  "https:pictures.example/latte.jpg",
  "https://a b.example/",
  "https://a<b.example/",
  "https://a\u00a0b.example/",
  "https://a.example:x/",
  "https://me@a.example/",
  "https://[::1/a.png",
  "https://a.example:99999/",
])("%j is not loaded as a photo", (photo) => {
  expect(photoSource(photo)).toBeUndefined();
});
