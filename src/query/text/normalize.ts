/** Normalizes parts of words as a field's terms are, for wildcards, prefixes and ranges in query strings. */
import type { MappedField } from "../../mapping/field-type.ts";

/** The part, lower-cased if the field's analyzer does so; it is not split, stemmed or dropped. */
export function normalizePiece(field: MappedField, piece: string): string {
  if (field.capabilities.texts !== "words" || !field.searchAnalyzer) return piece;
  return lowers(field) ? piece.toLowerCase() : piece;
}

function lowers(field: MappedField): boolean {
  const [token] = field.searchAnalyzer?.tokens("Qqq") ?? [];
  return token?.text === "qqq";
}
