/**
 * Pieces of words as a field's terms are written: what wildcards, prefixes and ranges in query strings are compared
 * with.
 */
import type { MappedField } from "../../mapping/field-type.ts";

/** The piece in lower case where the field's analyzer lowers words; words are not split, stemmed or dropped. */
export function normalizePiece(field: MappedField, piece: string): string {
  if (field.capabilities.texts !== "words" || !field.searchAnalyzer) return piece;
  return lowers(field) ? piece.toLowerCase() : piece;
}

function lowers(field: MappedField): boolean {
  const [token] = field.searchAnalyzer?.tokens("Qqq") ?? [];
  return token?.text === "qqq";
}
