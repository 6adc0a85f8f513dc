import { expect, test } from "vitest";
import { hashInlineCode, hashSource } from "./inline-code.ts";

const nonce = "c2VjcmV0";

test("inline scripts and styles with the nonce are hashed, and the nonce is removed", () => {
  const html = `<style nonce="${nonce}" id="a">p { color: red }</style><script nonce="${nonce}">go("</p>")</script>`;
  expect(hashInlineCode(html, nonce)).toEqual({
    html: '<style id="a">p { color: red }</style><script>go("</p>")</script>',
    scripts: [hashSource('go("</p>")')],
    styles: [hashSource("p { color: red }")],
  });
});

test("injected scripts and styles without the right nonce are not hashed", () => {
  const html = `<script>bad()</script><style>bad</style><script nonce="other">bad()</script><p nonce="${nonce}">x</p>`;
  expect(hashInlineCode(html, nonce)).toMatchObject({ scripts: [], styles: [] });
});

test("a script with a src attribute is not hashed", () => {
  expect(hashInlineCode(`<script nonce="${nonce}" src="/a.js"></script>`, nonce)).toEqual({
    html: '<script src="/a.js"></script>',
    scripts: [],
    styles: [],
  });
});

test("the hash of a script is the one that browsers compute", () => {
  expect(hashSource("alert(1)")).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
});
