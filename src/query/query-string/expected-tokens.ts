/**
 * The tokens that could have followed in a query string, as the generated parser of Elasticsearch lists them (JavaCC's
 * `ParseException`).
 */
import type { TokenKind } from "./tokens.ts";

/** Where a clause was expected to begin. */
export type ClausePlace = "start" | "conjunction" | "modifier" | "field";

/** Suffixes that may still follow the last clause. */
export interface OpenSuffixes {
  readonly boost: boolean;
  readonly slop: boolean;
}

const modifiers: readonly TokenKind[] = ["NOT", "+", "-"];
const values: readonly TokenKind[] = [
  "BAREOPER",
  "(",
  "*",
  "QUOTED",
  "TERM",
  "PREFIXTERM",
  "WILDTERM",
  "REGEXPTERM",
  "[",
  "{",
  "NUMBER",
];

/** Tokens that a clause can begin with. */
export const clauseStarts: ReadonlySet<TokenKind> = new Set(values);

/**
 * The tokens that a clause can begin with. The field name, for which the parser looks ahead, is listed once more at the
 * end.
 */
export function expectedClause(place: ClausePlace): readonly TokenKind[] {
  switch (place) {
    case "start":
      return [...modifiers, ...values, "TERM"];
    case "conjunction":
      return [...modifiers, ...values, "TERM", "*"];
    case "modifier":
      return [...values, "TERM", "*"];
    case "field":
      return values;
  }
}

/** The tokens that can follow a clause; `end` closes the enclosing query. */
export function expectedAfterClause(end: "EOF" | ")", open: OpenSuffixes): readonly TokenKind[] {
  return [
    ...(end === "EOF" ? (["EOF"] as const) : []),
    ...(["AND", "OR", "NOT", "+", "-", "BAREOPER", "("] as const),
    ...(end === ")" ? ([")"] as const) : []),
    "*",
    ...(open.boost ? (["^"] as const) : []),
    ...(["QUOTED", "TERM"] as const),
    ...(open.slop ? (["FUZZY_SLOP"] as const) : []),
    ...(["PREFIXTERM", "WILDTERM", "REGEXPTERM", "[", "{", "NUMBER"] as const),
  ];
}

/** The list as text, beginning with "Was expecting". */
export function expectedText(kinds: readonly TokenKind[]): string {
  const lines = kinds.map((kind) => (kind === "EOF" ? "    <EOF> \n" : `    ${tokenLabel(kind)} ...\n`));
  return `Was expecting${kinds.length > 1 ? " one of" : ""}:\n${lines.join("")}    `;
}

/** Tokens with a pattern are in angle brackets, those with a fixed text in quotes. */
export function tokenLabel(kind: TokenKind): string {
  return /^[A-Z_]+$/.test(kind) && kind !== "TO" ? `<${kind}>` : `"${kind}"`;
}
