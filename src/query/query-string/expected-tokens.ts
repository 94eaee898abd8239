/**
 * What a query string could have gone on with, as the generated parser of Elasticsearch lists it (JavaCC's
 * `ParseException`).
 */
import type { TokenKind } from "./tokens.ts";

/** Where a clause was to begin. */
export type ClausePlace = "start" | "conjunction" | "modifier" | "field";

/** What may still follow the clause that was read last. */
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

/** Kinds that a clause can begin with. */
export const clauseStarts: ReadonlySet<TokenKind> = new Set(values);

/** What a clause can begin with; what the parser looks ahead for, a field name, stands at the end once more. */
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

/** What can follow a clause; `end` closes the query that it stands in. */
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

/** The list as text, from "Was expecting" on. */
export function expectedText(kinds: readonly TokenKind[]): string {
  const lines = kinds.map((kind) => (kind === "EOF" ? "    <EOF> \n" : `    ${tokenLabel(kind)} ...\n`));
  return `Was expecting${kinds.length > 1 ? " one of" : ""}:\n${lines.join("")}    `;
}

/** Kinds with a pattern stand in angle brackets, those with a fixed text in quotes. */
export function tokenLabel(kind: TokenKind): string {
  return /^[A-Z_]+$/.test(kind) && kind !== "TO" ? `<${kind}>` : `"${kind}"`;
}
