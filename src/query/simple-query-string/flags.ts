/** The `flags` of `simple_query_string`: which operators are enabled. */
import { illegalArgument } from "../../compat/errors.ts";

/** An operator that can be disabled. */
export type SimpleFlag =
  | "AND"
  | "NOT"
  | "OR"
  | "PREFIX"
  | "PHRASE"
  | "PRECEDENCE"
  | "ESCAPE"
  | "WHITESPACE"
  | "FUZZY"
  | "NEAR";

/** In the order of their bits. */
const all: readonly SimpleFlag[] = [
  "AND",
  "NOT",
  "OR",
  "PREFIX",
  "PHRASE",
  "PRECEDENCE",
  "ESCAPE",
  "WHITESPACE",
  "FUZZY",
  "NEAR",
];

/** The enabled flags, from names joined by `|`, or from bits (-1: all). */
export function parseSimpleFlags(value: string | number | undefined): ReadonlySet<SimpleFlag> {
  if (value === undefined || value === "") return new Set(all);
  if (typeof value === "number") return new Set(all.filter((_, bit) => ((value >> bit) & 1) === 1));
  const flags = new Set<SimpleFlag>();
  for (const part of value.split("|")) {
    const name = part.trim().toUpperCase();
    if (name === "") continue;
    if (name === "ALL") return new Set(all);
    if (name === "NONE") return new Set();
    const known = name === "SLOP" ? "NEAR" : all.find((flag) => flag === name);
    if (!known) throw illegalArgument(`Unknown simple_query_string flag [${part.trim()}]`);
    flags.add(known);
  }
  return flags;
}
