import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analyzers-of.ts";
import { doubleMetaphone } from "./double-metaphone.ts";

function coded(filter: Record<string, string>, text: string): string {
  return builtInAnalysis
    .chain({ charFilters: [], tokenizer: "whitespace", tokenFilters: [{ type: "phonetic", ...filter }] })
    .tokens(text)
    .map((token) => `${token.text}@${token.position}`)
    .join(" ");
}

// Examples of the tests of Apache Commons Codec and of Lucene's TestPhoneticFilter and TestDoubleMetaphoneFilter.
test.each([
  ["metaphone", "aaa testing Thumb Knight school science", "A@0 TSTN@1 0M@2 NT@3 SKL@4 SNS@5"],
  ["soundex", "aaa O'Hara Ashcraft Tymczak señor", "A000@0 O600@1 A261@2 T522@3 señor@4"],
  ["refined_soundex", "testing jumped", "T6036084@0 J408106@1"],
  ["caverphone2", "Darda Karleen Thumb", "TTA1111111@0 KLN1111111@1 TM11111111@2"],
  ["caverphone1", "David Whittle", "TFT111@0 WTL111@1"],
  ["cologne", "Müller-Lüdenscheidt Wikipedia Breschnew", "65752682@0 3412@1 17863@2"],
  ["nysiis", "Macintosh Knuth Phillipson Schoenhoeft", "MCANT@0 NAT@1 FALAPS@2 SANAFT@3"],
])("%s", (encoder, text, codes) => {
  expect(coded({ encoder }, text)).toBe(codes);
});

test("the word stays when it is asked for", () => {
  expect(coded({ encoder: "metaphone", replace: "false" }, "quick 12")).toBe("KK@0 quick@0 12@1");
  expect(coded({ encoder: "double_metaphone", replace: "false" }, "international Kuczewski")).toBe(
    "international@0 ANTR@0 Kuczewski@1 KSSK@1 KXFS@1",
  );
  expect(coded({ encoder: "double_metaphone", max_code_len: "8" }, "international")).toBe("ANTRNXNL@0");
});

test.each([
  ["Smith", "SM0", "XMT"],
  ["Schmidt", "XMT", "SMT"],
  ["Jose", "HS", "HS"],
  ["Caesar", "SSR", "SSR"],
  ["Bacchus", "PKS", "PKS"],
  ["Thumb", "0M", "TM"],
])("%s sounds in two ways", (word, primary, alternate) => {
  expect(doubleMetaphone(word, 4)).toEqual({ primary, alternate });
});

test("encoders that are none are refused", () => {
  expect(() => coded({ encoder: "foo" }, "a")).toThrow("unknown encoder [foo] for phonetic token filter");
});
