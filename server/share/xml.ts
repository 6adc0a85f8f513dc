const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\r": "&#13;",
};

/** Escapes a text for XML 1.0, between tags or in an attribute. Leaves out the characters that XML forbids (§2.2). */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"'\r]/g, (mark) => marks[mark] ?? "");
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
