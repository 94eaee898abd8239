/**
 * Splits a query string into tokens (Lucene's classic `QueryParser` grammar): the longest match wins, then the first
 * kind.
 */
import { RequestError } from "../../compat/errors.ts";
import { javaEscapes } from "./java-escapes.ts";

/** The kinds of token. */
export type TokenKind =
  | "AND"
  | "OR"
  | "NOT"
  | "+"
  | "-"
  | "BAREOPER"
  | "("
  | ")"
  | ":"
  | "*"
  | "^"
  | "QUOTED"
  | "TERM"
  | "FUZZY_SLOP"
  | "PREFIXTERM"
  | "WILDTERM"
  | "REGEXPTERM"
  | "["
  | "{"
  | "NUMBER"
  | "TO"
  | "]"
  | "}"
  | "RANGE_QUOTED"
  | "RANGE_GOOP"
  | "EOF"
  | "ERROR";

/** A token: its text as written and where it begins. */
export interface QueryToken {
  readonly kind: TokenKind;
  readonly image: string;
  readonly at: number;
  /** For ERROR: what is wrong with the text from here on; it is reported only when the parser gets this far. */
  readonly error?: RequestError;
}

const ESCAPED = String.raw`\\[\s\S]`;
const START = String.raw`(?:[^ \t\n\r\u3000+\-!():^[\]"{}~*?\\/]|${ESCAPED})`;
const INSIDE = `(?:${START}|[-+])`;
const SPACE = String.raw`[ \t\n\r\u3000]`;

type Rule = readonly [kind: TokenKind, pattern: RegExp];

function rule(kind: TokenKind, source: string): Rule {
  return [kind, new RegExp(source, "uy")];
}

const outside: readonly Rule[] = [
  rule("AND", "AND|&&"),
  rule("OR", String.raw`OR|\|\|`),
  rule("NOT", "NOT|!"),
  rule("+", String.raw`\+`),
  rule("-", "-"),
  rule("BAREOPER", `[-+!]${SPACE}`),
  rule("(", String.raw`\(`),
  rule(")", String.raw`\)`),
  rule(":", ":"),
  rule("*", String.raw`\*`),
  rule("^", String.raw`\^`),
  rule("QUOTED", String.raw`"(?:[^"\\]|${ESCAPED})*"`),
  rule("TERM", `${START}${INSIDE}*`),
  rule("FUZZY_SLOP", `~${INSIDE}*`),
  rule("PREFIXTERM", String.raw`(?:${START}${INSIDE}*)?\*`),
  rule("WILDTERM", `(?:${START}|[*?])(?:${INSIDE}|[*?])*`),
  rule("REGEXPTERM", String.raw`/(?:[^/\\]|\\/|\\)*/`),
  rule("[", String.raw`\[`),
  rule("{", String.raw`\{`),
];

const inBoost: readonly Rule[] = [rule("NUMBER", String.raw`\d+(?:\.\d+)?`)];

const inRange: readonly Rule[] = [
  rule("TO", "TO"),
  rule("]", String.raw`\]`),
  rule("}", String.raw`\}`),
  rule("RANGE_QUOTED", String.raw`"(?:[^"\\]|\\"|\\)+"`),
  rule("RANGE_GOOP", String.raw`[^ \]}]+`),
];

const spaces = new RegExp(`${SPACE}+`, "y");

/** The tokens of a text, followed by EOF, or by ERROR where no token matches. */
export function queryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let rules = outside;
  let at = 0;
  while (at < text.length) {
    spaces.lastIndex = at;
    if (rules !== inBoost && spaces.test(text)) {
      at = spaces.lastIndex;
      continue;
    }
    const token = longest(rules, text, at);
    if (!token) return [...tokens, { kind: "ERROR", image: "", at, error: lexicalError(text, at, rules) }];
    tokens.push(token);
    at += token.image.length;
    if (token.kind === "^") rules = inBoost;
    else if (token.kind === "[" || token.kind === "{") rules = inRange;
    else if (token.kind === "NUMBER" || token.kind === "]" || token.kind === "}") rules = outside;
  }
  tokens.push({ kind: "EOF", image: "", at });
  return tokens;
}

function longest(rules: readonly Rule[], text: string, at: number): QueryToken | undefined {
  let best: QueryToken | undefined;
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const image = pattern.exec(text)?.[0];
    if (image !== undefined && image.length > (best?.image.length ?? 0)) best = { kind, image, at };
  }
  return best;
}

/** The error of Elasticsearch's generated lexer: it names the character at which no token can continue. */
function lexicalError(text: string, at: number, rules: readonly Rule[]): RequestError {
  const state = rules === outside ? " (in lexical state 2)" : rules === inRange ? " (in lexical state 1)" : "";
  // An unclosed quote or slash is noticed at the end of the text.
  const open = rules === outside && (text[at] === '"' || text[at] === "/");
  const last = open || at === text.length - 1;
  const place = open ? text.length + 1 : last ? at + 2 : at + 1;
  const code = text.charCodeAt(at);
  const found = last ? "<EOF>" : `'${code}' (${code}),`;
  const prefix = open && at < text.length - 1 ? ` after prefix "${javaEscapes(text.slice(at))}"` : "";
  return new RequestError(
    400,
    "token_mgr_error",
    `Lexical error at line 1, column ${place}.  Encountered: ${found}${prefix}${state}`,
  );
}
