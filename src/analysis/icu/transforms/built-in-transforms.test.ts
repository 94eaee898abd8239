import { expect, test } from "vitest";
import { icuTransform } from "./icu-transform.ts";

// All results are those of ICU4J 67.1.
test.each([
  ["Any-Title", "ya 'huërin o'neil ǆungla ßa ﬁn ŉa ᾳδης აბ", "Ya 'huërin O'neil ǅungla Ssa Fin ʼNa ᾼδης აბ"],
  ["Any-Lower", "ΟΔΟΣ ΟΔΟΣ\u0301 ΣΑΣ'Σ a.Σ Σ", "οδος οδος\u0301 σασ'ς a.ς σ"],
  ["Any-Upper", "ßa ﬁn ŉa ᾳδης აბ", "SSA FIN ʼNA ΑΙΔΗΣ ᲐᲑ"],
  ["Any-CaseFold", "ᾳδης Ꮳ İ", "αιδησ Ꮳ i\u0307"],
  ["Any-FCD", "\ubfb0\u0f71\u0e4b \u1ea1\u0301 \u00e9\u0331", "\ubfb0\u0e4b\u0f71 \u1ea1\u0301 e\u0331\u0301"],
  ["Any-FCC", "\u0061\u0323\u0301 \u0061\u0331\u0301", "\u1ea1\u0301 \u0061\u0331\u0301"],
  ["Hex-Any", "U+0041 \\u00e9 \\U0001F600 &#x41; &#65; \\x{1F600} \\u１２３４ U+００４１", "A é 😀 A A 😀 ሴ A"],
  ["Hex-Any/C", "U+0041 \\u00e9 \\U0001F600", "U+0041 é 😀"],
  ["Any-Hex", "😀a", "\\uD83D\\uDE00\\u0061"],
  ["Any-Hex/C", "😀a", "\\U0001F600\\u0061"],
  ["Any-Hex/Unicode", "😀a", "U+1F600U+0061"],
  ["Any-Hex/XML10", "😀a", "&#128512;&#97;"],
  ["Any-Hex/Plain", "😀a", "1F6000061"],
  [
    "Any-Name",
    "한漢\t\u{10ffff}",
    "\\N{HANGUL SYLLABLE HAN}\\N{CJK UNIFIED IDEOGRAPH-6F22}\\N{<control-0009>}\\N{<noncharacter-10FFFF>}",
  ],
  ["Name-Any", "\\N{HANGUL SYLLABLE HAN} \\N { CJK Unified  Ideograph-6F22 }\\N{<control-0009>}\\N{}", "한 漢\t\\N{}"],
  ["Any-BreakInternal", "ภาษาไทย ab", "ภาษา ไทย ab"],
])("%s of %j", (id, text, expected) => {
  expect(icuTransform(id, false)(text)).toBe(expected);
});

// ICU4J throws here.
test("numbers beyond the last code point stay unchanged", () => {
  expect(icuTransform("Hex-Any", false)("&#1234567; &#x110000;")).toBe("&#1234567; &#x110000;");
});
