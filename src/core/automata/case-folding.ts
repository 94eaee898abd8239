/** Characters that differ by case only, as Elasticsearch's case-insensitive automata take them: ASCII letters. */

/** The character and its other case, where it has one. */
export function caseVariants(character: string): readonly string[] {
  const lower = /^[A-Z]$/.test(character) ? character.toLowerCase() : character;
  const upper = /^[a-z]$/.test(character) ? character.toUpperCase() : character;
  return [...new Set([character, lower, upper])];
}
