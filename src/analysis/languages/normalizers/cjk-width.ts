/** Full-width Katakana of U+FF65 to U+FF9F. */
const katakana =
  "・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u3099\u309a";
const VOICED = "\uff9e";

/**
 * Widths of East Asian letters: Lucene's CJKWidthFilter. A voice mark joins the letter before it where the two have a
 * sign of their own.
 */
export function normalizeWidth(word: string): string {
  let result = "";
  for (const letter of word) {
    const unit = letter.charCodeAt(0);
    if (unit >= 0xff01 && unit <= 0xff5e) {
      result += String.fromCharCode(unit - 0xfee0);
    } else if (unit >= 0xff65 && unit <= 0xff9f) {
      const joined = unit >= 0xff9e ? joinedWithMark(result.charAt(result.length - 1), letter) : undefined;
      if (joined === undefined) result += katakana.charAt(unit - 0xff65);
      else result = result.slice(0, -1) + joined;
    } else {
      result += letter;
    }
  }
  return result;
}

/** The sign of a Katakana letter (or iteration mark) with its mark; undefined when there is none. */
function joinedWithMark(letter: string, mark: string): string | undefined {
  if (letter < "\u30a6" || letter > "\u30fd") return undefined;
  const composed = (letter + (mark === VOICED ? "\u3099" : "\u309a")).normalize("NFC");
  return composed.length === 1 ? composed : undefined;
}
