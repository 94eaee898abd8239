/** Brings marks into canonical order, as collation requires (ICU's FCDUTF16CollationIterator). */
import { canonicalEnds } from "./canonical-ends.ts";

/** The lowest character that is a mark, or decomposes into something that begins with one. */
const FIRST_MARK = 0x300;

/** Tibetan vowels that represent two marks: they are always decomposed, whatever precedes them. */
const TIBETAN_VOWELS = 0x8182;
const FURTHER_TIBETAN_VOWELS = 0x8184;

/** The text, with those parts decomposed whose marks are out of order. */
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

/** End of the characters that begin with a mark. */
function endOfMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    if (canonicalEnds(codePoint) <= 0xff) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}
