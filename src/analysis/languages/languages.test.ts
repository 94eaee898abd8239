import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analysisOf, builtInAnalysis } from "../analyzers-of.ts";
import { languageAnalyzers } from "../language-components.ts";
import { recordedTokens } from "../../testing/analysis/recorded-tokens.ts";

/** These have separate tests: their dictionaries are large or optional. */
const needDictionaries = new Set(["kuromoji", "kuromoji_completion", "polish", "ukrainian"]);

function tokensOf(analyzer: string, text: string): string {
  return builtInAnalysis
    .analyzer(analyzer)!
    .tokens(text)
    .map((token) => `${token.text}@${token.position}`)
    .join(" ");
}

function filtered(filter: Record<string, string | readonly string[]>, text: string): string {
  const chain = builtInAnalysis.chain({ charFilters: [], tokenizer: "whitespace", tokenFilters: [filter] });
  return chain
    .tokens(text)
    .map((token) => token.text)
    .join(" ");
}

describe("language analyzers", () => {
  test.each(recordedTokens)("%s gives the tokens of Lucene", (analyzer, text, tokens) => {
    expect(tokensOf(analyzer, text)).toBe(tokens);
  });

  test("accept stop words and words that are not stemmed", () => {
    const analysis = analysisOf({
      "index.analysis.analyzer.own.type": "english",
      "index.analysis.analyzer.own.stopwords": ["dogs", "_french_"],
      "index.analysis.analyzer.own.stem_exclusion": ["running"],
      "index.analysis.analyzer.none.type": "french",
      "index.analysis.analyzer.none.stopwords": "_none_",
    });
    const texts = (name: string, text: string) =>
      analysis
        .analyzer(name)!
        .tokens(text)
        .map((token) => token.text);
    expect(texts("own", "The running dogs avec cats")).toEqual(["the", "running", "cat"]);
    expect(texts("none", "avec les chats")).toEqual(["avec", "les", "chat"]);
  });

  test("give tokens within any text, in order", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const light = languageAnalyzers.filter(({ name }) => !needDictionaries.has(name));
    fc.assert(
      fc.property(text, fc.constantFrom(...light), (input, { name }) => {
        let position = -1;
        for (const token of builtInAnalysis.analyzer(name)!.tokens(input)) {
          expect(token.position).toBeGreaterThanOrEqual(position);
          expect(token.endOffset).toBeLessThanOrEqual(input.length);
          expect(token.startOffset).toBeLessThan(token.endOffset);
          position = token.position;
        }
      }),
    );
  });
});

test("indexing gives the same tokens, for any analyzer and for repeated words", () => {
  const word = fc.constantFrom(
    "The",
    "running",
    "dogs",
    "l'avion",
    "häuser",
    "kötü",
    "x".repeat(80),
    "ﬀ",
    "Ω",
    "не",
    "бегущие",
    "i",
    "the",
  );
  const light = languageAnalyzers.filter(({ name }) => !needDictionaries.has(name));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 12 }),
      fc.constantFrom(...light),
      (parts, { name }) => {
        const text = parts.join(" ");
        const analyzer = builtInAnalysis.analyzer(name)!;
        const { tokens, nextPosition } = analyzer.analyze(text);
        for (let round = 0; round < 2; round++) {
          const indexed: string[] = [];
          const target = {
            addTerm: (field: number, bytes: Uint8Array, from: number, to: number, position: number) =>
              void indexed.push(`${field} ${Buffer.from(bytes.subarray(from, to)).toString()} ${position}`),
          };
          const { length, lastPosition } = analyzer.index(text, target, 3, 10);
          const wellFormed = (token: string): string => Buffer.from(token).toString();
          expect(indexed).toEqual(tokens.map((token) => `3 ${wellFormed(token.text)} ${10 + token.position}`));
          expect(lastPosition).toBe(10 + nextPosition - 1);
          expect(length).toBe(new Set(tokens.map((token) => token.position)).size);
        }
      },
    ),
  );
});

test("words beyond the memo's capacity are stemmed too", () => {
  const seen: string[] = [];
  const target = {
    addTerm: (_field: number, bytes: Uint8Array, from: number, to: number) =>
      void seen.push(Buffer.from(bytes.subarray(from, to)).toString()),
  };
  const words = Array.from({ length: 20_000 }, (_none, index) => `word${index}xing`);
  builtInAnalysis.analyzer("english")!.index(`${words.join(" ")} ${words[0]}`, target, 0, 0);
  expect(seen).toEqual([...words, words[0]].map((word) => word!.replace(/ing$/, "")));
});

describe("stemmers by name", () => {
  // Words and stems from the publications of the algorithms and from Lucene's tests.
  test.each([
    ["english", "caresses ponies relational vietnamization conditional feed", "caress poni relat vietnam condit feed"],
    ["porter2", "generously skies dying 'news proceed", "generous sky die new proceed"],
    [
      "light_english",
      "nationality going vitamins quickly italian running unflappable",
      "nationality go vitamin quick italy running unflappable",
    ],
    [
      "minimal_english",
      "queries phrases corpus stresses kings panels aerodynamics",
      "query phrase corpus stresse king panel aerodynamic",
    ],
    ["possessive_english", "dog's DOG’S dogs", "dog DOG dogs"],
    ["light_french", "chevaux hiboux chantés abandonnera", "cheval hibou chant abandonera"],
    ["minimal_french", "chevaux baronne", "cheval baron"],
    ["light_german", "häuser bücher", "haus buch"],
    ["light_spanish", "chilenos deseos", "chilen dese"],
    ["light_italian", "programmi programma", "programm programm"],
    ["portuguese_rslp", "quilométricas", "quilometr"],
    ["czech", "pán páni pánové hrad", "pán pán pán hrad"],
    ["german2", "haeuser quellen grosser", "haus quell gross"],
    ["lightGerman", "häuser", "haus"],
    ["Swedish", "klostergården", "klostergård"],
  ])("%s", (language, words, stems) => {
    expect(filtered({ type: "stemmer", language }, words)).toBe(stems);
  });

  test("an unknown name is rejected as in Lucene", () => {
    expect(() => filtered({ type: "stemmer", language: "foo" }, "a")).toThrow("Invalid stemmer class specified: Foo");
    expect(() => filtered({ type: "snowball", language: "__proto__" }, "a")).toThrow(
      "Invalid stemmer class specified: __proto__",
    );
  });

  test("words marked as keywords are unchanged", () => {
    const chain = builtInAnalysis.chain({
      charFilters: [],
      tokenizer: "whitespace",
      tokenFilters: [{ type: "keyword_marker", keywords: ["running"] }, "porter_stem"],
    });
    expect(chain.tokens("running jumping").map((token) => token.text)).toEqual(["running", "jump"]);
  });
});

describe("normalizations", () => {
  test.each([
    [
      "german_normalization",
      "weißbier Schaltflächen Schaltflaechen queue",
      "weissbier Schaltflachen Schaltflachen queue",
    ],
    [
      "scandinavian_normalization",
      "blåbærsyltetøj blaabaarsyltetoej räksmörgås",
      "blåbærsyltetøj blåbårsyltetøj ræksmørgås",
    ],
    ["scandinavian_folding", "blåbærsyltetøj blaabaersyltetoej räksmörgås", "blabarsyltetoj blabarsyltetoj raksmorgas"],
    ["serbian_normalization", "ђура đura Џ", "djura djura Џ"],
    ["cjk_width", "Ｔｅｓｔ １２３４ ｶﾀｶﾅ ｳﾞｨｯﾂ ﾊﾟ", "Test 1234 カタカナ ヴィッツ パ"],
    ["arabic_normalization", "أحمد ـهـاذا", "احمد هاذا"],
  ])("%s", (type, words, expected) => {
    expect(filtered({ type }, words)).toBe(expected);
  });

  test("lower case of Greek, Irish and Turkish", () => {
    expect(filtered({ type: "lowercase", language: "greek" }, "ΆΣ Ϋΐς")).toBe("ασ υισ");
    expect(filtered({ type: "lowercase", language: "irish" }, "nAthair tUISCE hARD")).toBe("n-athair t-uisce hard");
    expect(filtered({ type: "lowercase", language: "turkish" }, "AĞACI İzmir I\u0307x")).toBe("ağacı izmir ix");
  });
});

test("Thai words are found without spaces, and everything else is dropped", () => {
  const tokens = builtInAnalysis.analyzer("thai")!.tokens("การที่ได้ต้อง, ๑๒");
  expect(tokens.map((token) => `${token.text} ${token.position} ${token.startOffset}-${token.endOffset}`)).toEqual([
    "12 4 15-17",
  ]);
  const words = builtInAnalysis
    .chain({ charFilters: [], tokenizer: "thai", tokenFilters: [] })
    .tokens("การที่ได้ต้องแสดงว่างานดี");
  // The example of Lucene's TestThaiAnalyzer.
  expect(words.map((token) => token.text)).toEqual(["การ", "ที่", "ได้", "ต้อง", "แสดง", "ว่า", "งาน", "ดี"]);
});

test("bigrams of ideographs, with unigrams on request", () => {
  const chain = (filter: Record<string, string | readonly string[]>) =>
    builtInAnalysis
      .chain({ charFilters: [], tokenizer: "standard", tokenFilters: [filter] })
      .tokens("多くの a 学")
      .map(
        (token) =>
          `${token.text} ${token.position}+${token.positionLength} ${token.startOffset}-${token.endOffset} ${token.type}`,
      );
  expect(chain({ type: "cjk_bigram" })).toEqual([
    "多く 0+1 0-2 <DOUBLE>",
    "くの 1+1 1-3 <DOUBLE>",
    "a 2+1 4-5 <ALPHANUM>",
    "学 3+1 6-7 <SINGLE>",
  ]);
  expect(chain({ type: "cjk_bigram", output_unigrams: "true", ignored_scripts: ["hiragana"] })).toEqual([
    "多 0+1 0-1 <SINGLE>",
    "く 1+1 1-2 <HIRAGANA>",
    "の 2+1 2-3 <HIRAGANA>",
    "a 3+1 4-5 <ALPHANUM>",
    "学 4+1 6-7 <SINGLE>",
  ]);
});
