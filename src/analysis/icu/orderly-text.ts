/**
 * Text in which marks follow each other in their canonical order, as collation needs it (ICU's
 * FCDUTF16CollationIterator).
 */
import { canonicalEnds } from "./canonical-ends.ts";

/** The lowest character that decomposes into something that begins with a mark, or is one. */
const FIRST_MARK = 0x300;

/** Tibetan vowels that stand for two marks: both must be seen, whatever stands before them. */
const TIBETAN_VOWELS = 0x8182;
const FURTHER_TIBETAN_VOWELS = 0x8184;

/** The text, with those parts decomposed whose marks are not in order. */
export function orderlyText(text: string): string {
  let result = "";
  let copied = 0;
  let partStart = 0;
  let classBefore = 0;
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at)!;
    const ends = codePoint < FIRST_MARK ? 0 : canonicalEnds(codePoint);
    const lead = ends >> 8;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (lead !== 0 && (classBefore > lead || ends === TIBETAN_VOWELS || ends === FURTHER_TIBETAN_VOWELS)) {
      const end = endOfMarks(text, next);
      result += text.slice(copied, partStart) + text.slice(partStart, end).normalize("NFD");
      at = copied = partStart = end;
      classBefore = 0;
      continue;
    }
    if (lead === 0 || classBefore === 0) partStart = at;
    classBefore = codePoint < FIRST_MARK ? canonicalEnds(codePoint) & 0xff : ends & 0xff;
    at = next;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Where the characters end that begin with a mark. */
function endOfMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    if (canonicalEnds(codePoint) <= 0xff) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}
