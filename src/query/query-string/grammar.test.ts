/** The syntax of query strings. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";
import { parseQueryString } from "./grammar.ts";

const fixture = new QueryFixture(
  { a: { type: "text" }, b: { type: "text" }, k: { type: "keyword" }, n: { type: "integer" }, when: { type: "date" } },
  [{ a: "quick brown fox", b: "lazy dog", k: "one", n: 1, when: "2020-01-01" }, { n: 2 }],
);

/** The meaning of a text, as Lucene prints queries. */
function meaning(query: string, more: Record<string, string | boolean> = {}): string {
  try {
    return fixture.plan({ query_string: { query, default_field: "a", ...more } }).description;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return `${error.type}: ${error.cause?.message.split("\n")[0]}`;
  }
}

test.each([
  ["quick fox", "a:quick a:fox"],
  ["quick AND fox", "+a:quick +a:fox"],
  ["quick && fox || dog", "+a:quick +a:fox a:dog"],
  ["quick OR fox AND dog", "a:quick +a:fox +a:dog"],
  ["+quick -fox dog", "+a:quick -a:fox a:dog"],
  ["quick NOT fox", "a:quick -a:fox"],
  ["quick !fox", "a:quick -a:fox"],
  ["-quick", "-a:quick #*:*"],
  ["b:lazy", "b:lazy"],
  ["b:(lazy +dog)^2 fox", "(b:lazy +b:dog)^2.0 a:fox"],
  ["fox^3", "(a:fox)^3.0"],
  ["Quick BROWN", "a:quick a:brown"],
  ['"quick fox"', 'a:"quick fox"'],
  ['"quick fox"~2', 'a:"quick fox"~2'],
  ['"quick fox"^2~2', '(a:"quick fox"~2)^2.0'],
  ["n:[1 TO 5]", "n:[1 TO 5]"],
  ["n:{1 TO 5]", "n:[2 TO 5]"],
  ["n:>=3", "n:[3 TO Infinity]"],
  ["k:[a TO *]", "k:[a TO *]"],
  ["k:{* TO b}", "k:[* TO b}"],
  ["qui*", "a:qui*"],
  ["q?i*k", "a:q?i*k"],
  ["QU*", "a:qu*"],
  ["/qu.*/", "a:/qu.*/"],
  ["*", "ConstantScore(FieldExistsQuery [field=a])"],
  ["*:*", "*:*"],
  ["_exists_:k", "ConstantScore(FieldExistsQuery [field=k])"],
  ["k:a\\ b", "k:a b"],
  ["k:a\\:b", "k:a:b"],
  ["k:\\u0041", "k:A"],
  ["nope:x", 'MatchNoDocsQuery("unmapped field [nope]")'],
  ["n:x", 'query_shard_exception: For input string: "x"'],
  ["", 'MatchNoDocsQuery("Matching no documents because no terms present")'],
  ["a:(quick", "query_shard_exception: Cannot parse 'a:(quick': Encountered \"<EOF>\" at line 1, column 8."],
  ["quick AND", "query_shard_exception: Cannot parse 'quick AND': Encountered \"<EOF>\" at line 1, column 9."],
  ["[1 TO", "query_shard_exception: Cannot parse '[1 TO': Encountered \"<EOF>\" at line 1, column 5."],
  ["a:b:c", 'query_shard_exception: Cannot parse \'a:b:c\': Encountered " ":" ": "" at line 1, column 3.'],
  ["AND", 'query_shard_exception: Cannot parse \'AND\': Encountered " <AND> "AND "" at line 1, column 0.'],
  ["quick^a", "query_shard_exception: Cannot parse 'quick^a': Lexical error at line 1, column 8.  Encountered: <EOF>"],
  [
    '"quick',
    'query_shard_exception: Cannot parse \'"quick\': Lexical error at line 1, column 7.  Encountered: <EOF> after prefix "\\"quick" (in lexical state 2)',
  ],
])("%s means %s", (query, expected) => {
  expect(meaning(query)).toBe(expected);
});

test("the default operator and escaping change the meaning", () => {
  expect(meaning("quick fox OR dog", { default_operator: "and" })).toBe("+a:quick a:fox a:dog");
  expect(meaning("quick AND (fox)", { escape: true })).toBe("+a:quick +a:fox");
  expect(meaning("*uick", { allow_leading_wildcard: false })).toContain(
    "'*' or '?' not allowed as first character in WildcardQuery",
  );
});

test("any text is a query or a request error, on any fields", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "+",
      "-",
      "!",
      "(",
      ")",
      ":",
      "^2",
      "^",
      "[",
      "]",
      '"',
      "{",
      "}",
      "~",
      "~1",
      "*",
      "?",
      "\\",
      "/",
      " ",
      "&&",
      "||",
      "AND",
      "OR",
      "NOT",
      "TO",
      "a",
      "b",
      "n",
      "k",
      "when",
      "quick",
      "1",
      ">",
      "<=",
      "_exists_",
      "\u3000",
    ),
    fc.string({ maxLength: 4, unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.boolean(), (pieces, lenient) => {
      const body = { query_string: { query: pieces.join(""), fields: ["a", "b^2", "n", "when"], lenient } };
      try {
        fixture.search(body);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        expect(error.status).toBeLessThan(500);
      }
    }),
    { numRuns: 1500 },
  );
});

const VALUES =
  '    <BAREOPER> ...\n    "(" ...\n    "*" ...\n    <QUOTED> ...\n    <TERM> ...\n    <PREFIXTERM> ...\n    <WILDTERM> ...\n    <REGEXPTERM> ...\n    "[" ...\n    "{" ...\n    <NUMBER> ...\n';
const MODIFIERS = '    <NOT> ...\n    "+" ...\n    "-" ...\n';

/** The tokens that may follow a clause, with `boost` and `slop` in the places of "^" and "~". */
const after = (first: string, close: string, boost: string, slop: string): string =>
  `${first}    <AND> ...\n    <OR> ...\n${MODIFIERS}    <BAREOPER> ...\n    "(" ...\n${close}    "*" ...\n${boost}    <QUOTED> ...\n    <TERM> ...\n${slop}    <PREFIXTERM> ...\n    <WILDTERM> ...\n    <REGEXPTERM> ...\n    "[" ...\n    "{" ...\n    <NUMBER> ...\n`;
const BOOST = '    "^" ...\n';
const SLOP = "    <FUZZY_SLOP> ...\n";
const EOF = "    <EOF> \n";
const CLOSE = '    ")" ...\n';

// From Elasticsearch 8.19; 700 random texts were compared as well.
test.each([
  [
    "quick AND",
    `"<EOF>" at line 1, column 9.\nWas expecting one of:\n${MODIFIERS}${VALUES}    <TERM> ...\n    "*" ...\n`,
  ],
  ["AND", `" <AND> "AND "" at line 1, column 0.\nWas expecting one of:\n${MODIFIERS}${VALUES}    <TERM> ...\n`],
  ["NOT", `"<EOF>" at line 1, column 3.\nWas expecting one of:\n${VALUES}    <TERM> ...\n    "*" ...\n`],
  ["a:", `"<EOF>" at line 1, column 2.\nWas expecting one of:\n${VALUES}`],
  ["a:b:c", `" ":" ": "" at line 1, column 3.\nWas expecting one of:\n${after(EOF, "", BOOST, SLOP)}`],
  ["(quick^2", `"<EOF>" at line 1, column 8.\nWas expecting one of:\n${after("", CLOSE, "", SLOP)}`],
  ["(quick~", `"<EOF>" at line 1, column 7.\nWas expecting one of:\n${after("", CLOSE, BOOST, "")}`],
  ["a b)", `" ")" ") "" at line 1, column 3.\nWas expecting one of:\n${after(EOF, "", "", "")}`],
  ["quick^", '"<EOF>" at line 1, column 6.\nWas expecting:\n    <NUMBER> ...\n'],
  [
    "[1 TO",
    '"<EOF>" at line 1, column 5.\nWas expecting one of:\n    "TO" ...\n    <RANGE_QUOTED> ...\n    <RANGE_GOOP> ...\n',
  ],
  ["n:[1 2]", '" <RANGE_GOOP> "2 "" at line 1, column 5.\nWas expecting:\n    "TO" ...\n'],
  ["[1 TO 2", '"<EOF>" at line 1, column 7.\nWas expecting one of:\n    "]" ...\n    "}" ...\n'],
  // An invalid token is an error only when the parser gets that far.
  [":OR^a", `" ":" ": "" at line 1, column 0.\nWas expecting one of:\n${MODIFIERS}${VALUES}    <TERM> ...\n`],
  [
    "~\\é'",
    `" <FUZZY_SLOP> "~\\\\\\u00e9\\' "" at line 1, column 0.\nWas expecting one of:\n${MODIFIERS}${VALUES}    <TERM> ...\n`,
  ],
])("%s lacks what is listed", (query, told) => {
  let message = "accepted";
  try {
    parseQueryString(query);
  } catch (error) {
    if (error instanceof RequestError) message = error.message;
  }
  expect(message).toBe(`Cannot parse '${query}': Encountered ${told}    `);
});
