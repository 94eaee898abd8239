/** Iteration marks (`時々`, `いすゞ`): Lucene's JapaneseIterationMarkCharFilter. */

const KANJI_MARK = "々";
const HIRAGANA_MARKS = "ゝゞ";
const KATAKANA_MARKS = "ヽヾ";
const FULL_STOP = "。";

/** First letters of the rows that voice marks are looked up in, and how many there are. */
const FIRST_HIRAGANA = 0x304b;
const FIRST_KATAKANA = 0x30ab;
const ROW_LENGTH = 50;

/** Which marks are replaced. */
export interface IterationMarkOptions {
  readonly kanji: boolean;
  readonly kana: boolean;
}

/** The text with the letters that marks repeat in their place: a row of marks repeats as many letters before it. */
export function repeatMarked(text: string, options: IterationMarkOptions): string {
  const marks = (options.kanji ? KANJI_MARK : "") + (options.kana ? HIRAGANA_MARKS + KATAKANA_MARKS : "");
  let result = "";
  /**
   * Marks of the row, and where it ends; behind a full stop, a surrogate or a mark that repeats nothing it ends, too.
   */
  let length = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === FULL_STOP || /[\ud800-\udfff]/.test(letter)) end = at + 1;
    if (!marks.includes(letter)) {
      result += letter;
      continue;
    }
    if (at === end) {
      end++;
      result += letter;
      continue;
    }
    if (at > end) {
      length = Math.min(rowLength(text, at, marks), at - end);
      end = at + length;
    }
    result += repeated(text.charAt(at - length), letter, options);
  }
  return result;
}

function rowLength(text: string, from: number, marks: string): number {
  let end = from;
  while (end < text.length && marks.includes(text.charAt(end))) end++;
  return end - from;
}

function repeated(letter: string, mark: string, { kana }: IterationMarkOptions): string {
  if (!kana || mark === KANJI_MARK) return letter;
  const first = HIRAGANA_MARKS.includes(mark) ? FIRST_HIRAGANA : FIRST_KATAKANA;
  const place = letter.charCodeAt(0) - first;
  if (place < 0 || place >= ROW_LENGTH) return letter;
  const composed = `${letter}\u3099`.normalize("NFC");
  const voiced = composed.length === 1 ? composed : letter;
  if (mark === "ゞ" || mark === "ヾ") return voiced;
  // A letter that cannot be voiced counts as a voiced one, as in Lucene.
  return voiced === letter ? String.fromCharCode(letter.charCodeAt(0) - 1) : letter;
}
