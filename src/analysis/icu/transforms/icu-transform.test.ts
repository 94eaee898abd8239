import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { builtInAnalysis } from "../../analyzers-of.ts";
import { icuTransform, icuTransformIds } from "./icu-transform.ts";
import { TransformRegistry } from "./registry.ts";

function transformed(id: string, text: string, dir = "forward"): string | undefined {
  return builtInAnalysis
    .chain({ charFilters: [], tokenizer: "keyword", tokenFilters: [{ type: "icu_transform", id, dir }] })
    .tokens(text)[0]?.text;
}

/**
 * Recorded from ICU4J 67.1, which has the same data as the package, for texts in many languages: for each id a text
 * that it changes, forward and in reverse.
 */
const recorded = JSON.parse(
  readFileSync(fileURLToPath(new URL("recorded-transforms.json", import.meta.url)), "utf8"),
) as [string, string, string][];

test("every transform gives the same results as ICU", () => {
  expect(recorded.length).toBeGreaterThan(600);
  const different = recorded.filter(
    ([run, text, expected]) => icuTransform(run.slice(2), run.startsWith("R"))(text) !== expected,
  );
  expect(different).toEqual([]);
});

test("there are as many ids as in ICU4J 67.1", () => {
  expect(icuTransformIds().length).toBe(688);
  expect(icuTransformIds()).toEqual(
    expect.arrayContaining(["Any-Latin", "Any-Hans", "Cyrl-Latn", "Hex-Any/XML10", "Latin-ASCII", "ru-zh"]),
  );
});

// From the plugin's documentation; the last ones recorded from ICU4J 67.1.
test.each([
  ["Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC", "你好", "ni hao"],
  ["Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC", "здравствуйте", "zdravstvujte"],
  ["Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC", "こんにちは", "kon'nichiha"],
  ["Greek-Latin/UNGEGN; NFC", "Αθήνα", "Athí̱na"],
  ["Any-Name", "a", "\\N{LATIN SMALL LETTER A}"],
  ["Name-Any", "\\N{greek small letter  mu }\\N{none}", "μ\\N{none}"],
])("%s of %s", (id, text, expected) => {
  expect(transformed(id, text)).toBe(expected);
});

// Recorded from Lucene 9.12.2 with ICU 74.
test.each([
  ["NFD; [:Nonspacing Mark:] Remove; NFC", "Éḅ한 e\u0301", "Eb한 e"],
  ["Any-Lower", "ÀΣ İ", "àς i̇"],
  ["[:Latin:] Upper", "éж", "Éж"],
  ["[[:L:]&[:Latin:]] Upper; NFKD", "ﬁ，é", "FI，E\u0301"],
  ["[:^Script=Latin:] Remove", "aж1b", "ab"],
  ["[:Latin:]; Lower; Any-NFD", "ÉЙ", "e\u0301Й"],
])("%s of %s", (id, text, expected) => {
  expect(transformed(id, text)).toBe(expected);
});

describe("in reverse", () => {
  test.each([
    ["Lower", "é", "É"],
    ["NFKC; Lower", "ﬁ", "FI"],
    ["NFC", "é", "e\u0301"],
    ["Cyrillic-Latin", "moskva", "москва"],
    ["NFD (NFC); Lower (Title)", "e\u0301a", "Éa"],
    ["Any-Latin", "москва", "москва"],
    ["Upper; ([:Greek:])", "ΑA", "αA"],
  ])("%s of %s", (id, text, expected) => {
    expect(transformed(id, text, "reverse")).toBe(expected);
    // Anything but `forward` means reverse.
    expect(transformed(id, text, "sideways")).toBe(expected);
  });
});

// With the error texts of ICU4J 67.1.
test.each([
  ["", "Invalid ID "],
  ["Lower (Upper", "Invalid ID Lower (Upper"],
  ["Lower; ;", "Invalid ID Lower; ;"],
  ["Foo", "Illegal ID Foo"],
  ["NFC; Latin-Foo/Bar", "Illegal ID Latin-Foo/Bar"],
  ["[:No Such:] Remove", "Invalid property alias: No Such="],
  ["[:script:] Remove", "Missing property value"],
  ["[a-] [z-a] Remove", "Invalid ID [a-] [z-a] Remove"],
  ["[:Latin:];", "Invalid ID [:Latin:];"],
  ["Lower, Upper", "Invalid ID Lower, Upper"],
  ["Cyrillic-Greek", "Illegal ID Cyrillic-Greek"],
  ["[:L=x:] Upper", "Invalid name: L"],
  ["[:Nonspacing", `Error: Invalid property pattern at "|[:Nonspacing"`],
])("%s is refused", (id, reason) => {
  expect(() => transformed(id, "a")).toThrow(
    expect.objectContaining({ status: 400, type: "illegal_argument_exception", message: reason }),
  );
});

// Recorded from ICU4J 67.1.
test.each([
  ["ru_RU_POSIX-Latin", "мир", "mir"],
  ["ru_abcdefghij-Latn", "мир", "mir"],
  ["Cyrl-Latin/Nope", "мир", "mir"],
  ["sr_Latn_RS-Cyrl", "mir", "мир"],
  ["zh_Hant-Latin", "漢字", "hàn zì"],
  ["ja-Latin", "カナ", "kana"],
  ["el-Latin", "Αθήνα", "Athí̱na"],
  ["lAtIn", "мир", "mir"],
])("an id may name languages and scripts: %s of %s", (id, text, expected) => {
  expect(transformed(id, text)).toBe(expected);
});

test("transforms without rules need no data", () => {
  const registry = new TransformRegistry(() => {
    throw illegalArgument("no data");
  });
  for (const id of [
    "NFD; [:Mn:] Remove; NFC",
    "[[:Latin:]-[a-c]] Upper",
    "Any-Hex/XML; Hex-Any/XML",
    "Lower (Title); Null",
  ]) {
    expect(() => registry.transform(id, false)).not.toThrow();
    expect(() => registry.transform(id, true)).not.toThrow();
  }
  for (const id of ["Any-Latin", "Latin-ASCII", "Foo", "Lower; Cyrl-Latn"])
    expect(() => registry.transform(id, false)).toThrow("no data");
});

test("a token transformed to nothing stays, as an empty token", () => {
  const chain = builtInAnalysis.chain({
    charFilters: [],
    tokenizer: "whitespace",
    tokenFilters: [{ type: "icu_transform", id: "[:Cyrillic:] Remove" }],
  });
  expect(
    chain.tokens("да no").map(({ text, position, startOffset, endOffset }) => [text, position, startOffset, endOffset]),
  ).toEqual([
    ["", 0, 0, 2],
    ["no", 1, 3, 5],
  ]);
});

describe("limits", () => {
  test("an id has at most 10,000 characters", () => {
    expect(() => icuTransform("Null;".repeat(2000), false)).not.toThrow();
    expect(() => icuTransform(`${"Null;".repeat(2000)} `, false)).toThrow(
      "The length of the transform id [10001] is over the limit of [10000]",
    );
  });

  test("the growth of a text is limited", () => {
    expect(icuTransform("Any-Hex;".repeat(7), false)("a")).toHaveLength(6 ** 7);
    expect(() => icuTransform("Any-Hex;".repeat(9), false)("a")).toThrow(
      "a transform would make a text of more than [1048704] characters",
    );
  });

  test("a filter before a transform from any script does not scan the whole text from each position", () => {
    const transform = icuTransform("[aeiou] Any-Cyrillic", false);
    expect(transform("the quick ")).toBe("th\u0435 q\u0443\u0438ck ");
    expect(transform("the quick ".repeat(5000)) === "th\u0435 q\u0443\u0438ck ".repeat(5000)).toBe(true);
    // No character of this text has a script.
    expect(() => icuTransform("[0-9] Any-Latin", false)("1 ".repeat(20_000))).toThrow(
      "a transform would have to look too far into the text",
    );
  });

  test("texts of a hundred thousand characters take moments", () => {
    const begin = performance.now();
    for (const id of ["Latin-ASCII", "Any-Latin", "lt-Lower", "el-Upper", "Any-Title"]) {
      const text = `i${"\u0301".repeat(50_000)}Σ${"ж\u0301".repeat(25_000)}`;
      expect(typeof icuTransform(id, false)(text)).toBe("string");
    }
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  test("any id is transformed or rejected", () => {
    const ids = icuTransformIds();
    const piece = fc.constantFrom(
      ...ids,
      ..."[]{}()-/;:^&$\\'a zA",
      "[:",
      ":]",
      "[:L:]",
      "\\p{Lu}",
      "Any",
      "Latin",
      "{ab}",
      "Lower",
      "\\u0041",
      "é",
      "😀",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.string({ unit: "binary", maxLength: 20 }),
        fc.boolean(),
        (pieces, text, isReverse) => {
          try {
            expect(typeof icuTransform(pieces.join(""), isReverse)(text)).toBe("string");
          } catch (error) {
            if (!(error instanceof RequestError)) throw error;
            expect(error.status).toBe(400);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
