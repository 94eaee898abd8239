/** Lexical helpers shared by ids, rules and sets (ICU's PatternProps and Utility). */

const identifierStart = /\p{ID_Start}/u;
/** Control characters other than white space are ignored within identifiers. */
const identifierPart = /[\p{ID_Continue}\p{Cf}\p{Cc}]/u;

/** Pattern_White_Space, which is ignored everywhere. */
export function isWhiteSpaceCode(codePoint: number): boolean {
  if (codePoint <= 0x85) return codePoint === 0x20 || (codePoint >= 0x09 && codePoint <= 0x0d) || codePoint === 0x85;
  return codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x2028 || codePoint === 0x2029;
}

/** Like `isWhiteSpaceCode`, for a character. */
export function isPatternWhiteSpace(character: string): boolean {
  return isWhiteSpaceCode(character.charCodeAt(0));
}

export function skipPatternWhiteSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && isPatternWhiteSpace(text[end]!)) end++;
  return end;
}

/** The index after an expected character, skipping white space before it; undefined when there is another character. */
export function afterCharacter(text: string, at: number, character: string): number | undefined {
  const found = skipPatternWhiteSpace(text, at);
  return text[found] === character ? found + 1 : undefined;
}

/** End of the identifier that begins at an offset; the offset itself when there is none. */
export function identifierEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const character = String.fromCodePoint(text.codePointAt(end)!);
    if (!(end === at ? identifierStart : identifierPart).test(character) || isPatternWhiteSpace(character)) break;
    end += character.length;
  }
  return end;
}

/** A text as ICU renders it in errors: escaped to printable ASCII. */
export function escaped(text: string): string {
  let shown = "";
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    if (character === "\\") shown += "\\\\";
    else if (codePoint >= 0x20 && codePoint <= 0x7f) shown += character;
    else if (codePoint <= 0xffff) shown += `\\u${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
    else shown += `\\U${codePoint.toString(16).toUpperCase().padStart(8, "0")}`;
  }
  return shown;
}
