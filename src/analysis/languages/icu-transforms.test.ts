import { expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";

function transformed(id: string, text: string, dir = "forward"): string | undefined {
  return builtInAnalysis.chain({ charFilters: [], tokenizer: "keyword", tokenFilters: [{ type: "icu_transform", id, dir }] }).tokens(text)[0]?.text;
}

// Made by Lucene 9.12.2 with ICU 74.
test.each([
  ["NFD; [:Nonspacing Mark:] Remove; NFC", "Éḅ한 e\u0301", "Eb한 e"],
  ["Any-Lower", "ÀΣ İ", "àς i̇"],
  ["[:Latin:] Upper", "éж", "Éж"],
  ["[[:L:]&[:Latin:]] Upper; NFKD", "ﬁ，é", "FI，E\u0301"],
  ["[:^Script=Latin:] Remove", "aж1b", "ab"],
  ["[:Latin:]; Lower; Any-NFD", "ÉЙ", "e\u0301Й"],
])("%s of %s", (id, text, result) => {
  expect(transformed(id, text)).toBe(result);
});

test("transforms go the other way round", () => {
  expect(transformed("Lower", "é", "reverse")).toBe("É");
  expect(transformed("NFKC; Lower", "ﬁ", "reverse")).toBe("FI");
  expect(transformed("NFC", "é", "reverse")).toBe("e\u0301");
});

test.each(["Any-Latin", "Foo", "[:Nonspacing", "[:No Such:] Remove", "Lower (Upper)", ""])("%s is refused", (id) => {
  expect(() => transformed(id, "a")).toThrow(expect.objectContaining({ status: 400 }));
});
