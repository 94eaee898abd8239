import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";
import { icuFold, nfkcCaseFold } from "./icu-normalization.ts";

function tokens(
  parts: { charFilters?: Record<string, string>[]; tokenizer?: string; filters?: Record<string, string>[] },
  text: string,
): string {
  const chain = builtInAnalysis.chain({
    charFilters: parts.charFilters ?? [],
    tokenizer: parts.tokenizer ?? "keyword",
    tokenFilters: parts.filters ?? [],
  });
  return chain
    .tokens(text)
    .map((token) => `${token.text} ${token.startOffset}-${token.endOffset} ${token.type}`)
    .join(", ");
}

// Expected results are those of Lucene's TestICUFoldingFilter and TestICUNormalizer2Filter, or verified with ICU 74.
describe("folding", () => {
  test.each([
    ["Ruß", "russ"],
    ["ΜΆΪΟΣ", "μαιοσ"],
    ["Μάϊος", "μαιοσ"],
    ["𐐖", "𐐾"],
    ["ﴳﴺﰧ", "طمطمطم"],
    ["क्‍ष", "कष"],
    ["résumé", "resume"],
    ["re\u0301sume\u0301", "resume"],
    ["৭০৬", "706"],
    ["ԑԓ", "ԑԓ"],
    ["キャンパス", "キャンハス"],
    ["Ⅳ ⒛", "iv 20."],
    ["“a–b”", '"a-b"'],
    ["\u1680", " "],
  ])("%s", (text, folded) => {
    expect(icuFold(text)).toBe(folded);
  });

  test("of case only", () => {
    expect(nfkcCaseFold("Ruß ẞ ΣΑΣ İI ı ﬁ Ꮳ ꮳ a\u00adb")).toBe("russ ss σασ i̇i ı fi Ꮳ Ꮳ ab");
  });

  test("leaves characters outside the set unchanged", () => {
    expect(tokens({ filters: [{ type: "icu_folding", unicode_set_filter: "[^åäöÅÄÖ]" }] }, "Åéñ")).toBe("Åen 0-3 word");
  });
});

test("normalization before tokenizing keeps offsets", () => {
  expect(tokens({ charFilters: [{ type: "icu_normalizer" }], tokenizer: "standard" }, "ﬁt ㌀ Ｘ")).toBe(
    "fit 0-2 <ALPHANUM>, アパート 3-4 <KATAKANA>, x 5-6 <ALPHANUM>",
  );
  expect(tokens({ charFilters: [{ type: "icu_normalizer", name: "nfc", mode: "decompose" }] }, "é!")).toBe(
    "e\u0301! 0-2 word",
  );
  expect(() => tokens({ charFilters: [{ type: "icu_normalizer", mode: "x" }] }, "")).toThrow("Unknown mode [x]");
});

test("ICU words, split where the script changes", () => {
  expect(tokens({ tokenizer: "icu_tokenizer" }, "тестtest 日本語のテスト 한국어 ภาษาไทย 3.14 can't x1 👩‍👩‍👧")).toBe(
    "тест 0-4 <ALPHANUM>, test 4-8 <ALPHANUM>, 日本語 9-12 <IDEOGRAPHIC>, の 12-13 <IDEOGRAPHIC>, テスト 13-16 <IDEOGRAPHIC>, " +
      "한국어 17-20 <HANGUL>, ภาษา 21-25 <ALPHANUM>, ไทย 25-28 <ALPHANUM>, 3.14 29-33 <NUM>, can't 34-39 <ALPHANUM>, x1 40-42 <NUM>, 👩‍👩‍👧 43-51 <EMOJI>",
  );
});

test("the analyzer combines all of it", () => {
  const found = builtInAnalysis.analyzer("icu_analyzer")!.tokens("Élan ＶＩＴＡＬ");
  expect(found.map((token) => `${token.text} ${token.startOffset}`)).toEqual(["elan 0", "vital 5"]);
});

test("dictionary words in a run that ends in a number have the type of numbers", () => {
  // Recorded from Lucene 9.12.2 with ICU 74: the rule that matches the whole run gives its type to all words in it.
  const tokens = builtInAnalysis
    .chain({ charFilters: [], tokenizer: "icu_tokenizer", tokenFilters: [] })
    .tokens("แทนซึ่งไ1 แทนซึ่ง a1");
  expect(tokens.map(({ text, type }) => `${text} ${type}`)).toEqual([
    "แทน <NUM>",
    "ซึ่ง <NUM>",
    "ไ1 <NUM>",
    "แทน <ALPHANUM>",
    "ซึ่ง <ALPHANUM>",
    "a1 <NUM>",
  ]);
});
