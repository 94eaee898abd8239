/** Characters that differ only by case in Elasticsearch's case-insensitive automata: ASCII letters. */

/** The character and, if it has one, its other case. */
export function caseVariants(character: string): readonly string[] {
  const lower = /^[A-Z]$/.test(character) ? character.toLowerCase() : character;
  const upper = /^[a-z]$/.test(character) ? character.toUpperCase() : character;
  return [...new Set([character, lower, upper])];
}
