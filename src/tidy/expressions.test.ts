/**
 * Whoever writes a pattern may make JavaScript's own expressions run for ever: patterns of users go to `core/patterns`,
 * these files make theirs themselves.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files that build expressions, and of what. */
const builders: Readonly<Record<string, string>> = {
  "compat/dates/date-expression.ts": "of the letters of a format, which divide a text in few ways",
  "compat/dates/date-pattern-parser.ts": "of one letter of a format",
  "compat/decimal-format.ts": "of a number of digits",
  "compat/patterns/unicode-sets.ts": "a run of one property, whose name has only letters",
  "core/read-xml.ts": "of constants",
  "compat/version-order.ts": "of constants",
  "query/query-string/tokens.ts": "of constants",
  "scripting/painless/classes/character-members.ts": "of constants, for one letter",
  "analysis/html-scanner.ts": "of the name of an element in a list",
  "analysis/unicode/script-of.ts": "of names of scripts in a list",
  "analysis/tokenizers/classic.ts": "of constants",
  "analysis/tokenizers/icu-tokenizer.ts": "a constant that the compiler does not know",
  "analysis/url-email-patterns.ts": "of constants",
  "analysis/icu/transforms/matching-characters.ts": "of the ranges of a set",
  "analysis/icu/transforms/scripts.ts": "of names of scripts in a list",
  "analysis/icu/icu-normalization.ts": "of the ranges of a table",
  "analysis/languages/script-runs.ts": "of names of scripts in a list",
  "analysis/languages/hunspell/hunspell-dictionary.ts":
    "of a file of the operator: characters and sets of them, nothing repeated",
  "analysis/languages/phonetic/beider-morse-rules.ts": "of tables of Lucene",
  "analysis/languages/phonetic/caverphone.ts": "of constants",
  "analysis/languages/phonetic/double-metaphone.ts": "of constants",
  "analysis/languages/phonetic/koelner-phonetik.ts": "of constants",
  "analysis/languages/phonetic/metaphone.ts": "of constants",
  "analysis/languages/stemmers/lovins.ts": "of constants",
  "analysis/languages/stemmers/yiddish.ts": "of constants",
};

/** An expression of something else than one written text, or a text that a method of strings would make one of. */
const built = [
  /\bRegExp\(\s*(?!["'][^"'\n]*["']\s*[,)])(?!String\.raw`[^`$]*`)/,
  /\.(?:match|matchAll|search)\(\s*(?:["'`]|String\()/,
  /\.split\(\s*(?:new )?RegExp/,
];

function buildsExpressions(text: string): boolean {
  // What stands in comments is not run.
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");
  return built.some((pattern) => pattern.test(code));
}

test("expressions that are not written down are made in a few files only", () => {
  const files = sourceFiles(root).filter(
    (file) => !file.startsWith("kernel/assembly/") && !file.startsWith("tidy/") && !file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) => buildsExpressions(readFileSync(join(root, file), "utf8")));
  expect(found.filter((file) => !(file in builders))).toEqual([]);
  // A file that makes none any more leaves the list.
  expect(
    Object.keys(builders).filter((file) => !found.includes(file) && file !== "analysis/tokenizers/icu-tokenizer.ts"),
  ).toEqual([]);
});

test("planted ones are found", () => {
  expect(buildsExpressions("const a = new RegExp(pattern);")).toBe(true);
  expect(buildsExpressions("const a = RegExp(`^${pattern}$`);")).toBe(true);
  expect(buildsExpressions('text.match("a" + pattern)')).toBe(true);
  expect(buildsExpressions("text.search(String(pattern))")).toBe(true);
  expect(buildsExpressions("text.split(new RegExp(pattern))")).toBe(true);
  expect(buildsExpressions('const a = new RegExp("^a", "v"); text.match(/a/); text.split(",")')).toBe(false);
});
