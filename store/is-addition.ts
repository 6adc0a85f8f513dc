/** Matches SQL comments and quoted texts, which may contain anything. */
const commentsAndTexts = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"/g;

/** The statements that add something. `@` stands for a part in parentheses. */
const additions = [
  /^create table \w+ ?@(?:,? (?:strict|without rowid))*$/,
  /^create index \w+ on \w+ ?(?:using \w+ ?)?@(?: where .+)?$/,
  /^alter table \w+ add column \w+ [^,]+$/,
  // Which values PostgreSQL copies into its statistics, and how it stores them.
  /^alter table \w+ alter column \w+ set (?:statistics \d+|storage \w+)$/,
];

/** What a new column may not have, because rows of an older program could break it. */
const rules =
  /\b(?:check|unique|primary key|generated|as|constraint)\b|\bnot null\b(?!.*\bdefault\b)(?<!\bdefault\b.*)/;

/**
 * Whether SQL consists of statements that add a table, an index, or a column with a default, and of no others. A program
 * that does not know the addition can still read and write all that it knows. Nothing new may refer to existing rows,
 * because an older program could not delete these.
 */
export function isAddition(sql: string): boolean {
  const statements = sql
    .replaceAll(commentsAndTexts, (found) => (found.startsWith("--") ? " " : "quoted"))
    .toLowerCase()
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
  return statements.length > 0 && statements.every(isAdding);
}

function isAdding(statement: string): boolean {
  if (/@|\breferences\b/.test(statement)) return false;
  const outline = withoutParentheses(statement);
  if (outline.includes(" add column ") && rules.test(outline)) return false;
  return additions.some((form) => form.test(outline));
}

function withoutParentheses(statement: string): string {
  const shorter = statement.replaceAll(/\([^()]*\)/g, "@");
  return shorter === statement ? statement : withoutParentheses(shorter);
}
