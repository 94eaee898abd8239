import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { builtInAnalysis, openAnalysis } from "../../analyzers-of.ts";
import { noResources } from "../../analysis-resources.ts";
import { ChineseDictionary, chineseDictionary, dictionaryFile } from "./chinese-dictionary.ts";

beforeAll(() => void chineseDictionary(), 60_000);

function words(text: string): string {
  const chain = builtInAnalysis.chain({ charFilters: [], tokenizer: "smartcn_tokenizer", tokenFilters: [] });
  const { tokens, nextPosition, endOffset } = chain.analyze(text);
  expect([nextPosition, endOffset]).toEqual([tokens.length, text.length]);
  return tokens
    .map(
      (token, index) => `${token.text}:${token.startOffset}-${token.endOffset}${token.position === index ? "" : "!"}`,
    )
    .join(" ");
}

// Recorded from Lucene 9.12.2.
describe("words of Chinese", () => {
  test("are those of the dictionary, and signs are commas", () => {
    expect(words("我购买了道具和服装。")).toBe("我:0-1 购买:1-3 了:3-4 道具:4-6 和:6-7 服装:7-9 ,:9-10");
  });

  test("go on over blanks and ends of lines", () => {
    expect(words("北京\n北 京\n北京")).toBe("北京:0-2 北京:3-6 北京:7-9");
    expect(words("北　 \t京")).toBe("北京:0-5");
    expect(words("北\n\n京大学 ")).toBe("北京大学:0-6");
    expect(words("北\u00a0京")).toBe("北:0-1 ,:1-2 京:2-3");
  });

  test("stand beside Latin ones and numbers in small letters of half width", () => {
    expect(words("ＡＢＣ１２３abc 4号 Running x-ray")).toBe(
      "abc:0-3 123:3-6 abc:6-9 4:10-11 号:11-12 running:13-20 x:21-22 ,:22-23 ray:23-26",
    );
  });

  test("are single characters in other scripts", () => {
    expect(words("한국 日本語の é ß αβ 𠮷😀 ½² Ⅳ㍻ 㐀龥")).toBe(
      "한:0-1 국:1-2 日本:3-5 語:5-6 の:6-7 é:8-9 ß:10-11 α:12-13 β:13-14 𠮷:15-17 😀:17-19 ½:20-21 ,:21-22 ,:23-24 ㍻:24-25 㐀:26-27 龥:27-28",
    );
    expect(words("ﾊﾟ１\u2028、。—…《》〇Ⅳ")).toBe(
      "ﾊ:0-1 ﾟ:1-2 1:2-3 ,:3-4 ,:4-5 ,:5-6 ,:6-7 ,:7-8 ,:8-9 ,:9-10 ,:10-11 ,:11-12",
    );
  });
});

test("every character but blanks is in one word, in order", () => {
  const letters = fc.constantFrom(..."中国人民大学生活动物 \n　，Ａa1é𠮷\ud842");
  fc.assert(
    fc.property(
      fc.array(fc.oneof(letters, fc.string({ unit: "binary", maxLength: 1 })), { maxLength: 30 }),
      (parts) => {
        const text = parts.join("");
        let covered = "";
        let end = 0;
        for (const { startOffset, endOffset } of builtInAnalysis.tokenizer("smartcn_tokenizer")!.tokenize(text)
          .tokens) {
          expect(startOffset).toBeGreaterThanOrEqual(end);
          covered += text.slice(startOffset, endOffset);
          end = endOffset;
        }
        expect(covered.replace(/[ \t\r\n\u3000]/g, "")).toBe(text.replace(/[ \t\r\n\u3000]/g, ""));
      },
    ),
  );
});

describe("a dictionary", () => {
  const frequencies: Readonly<Record<string, number>> = {
    中: 500,
    国: 300,
    人: 900,
    民: 40,
    中国: 800,
    国人: 90,
    人民: 700,
    中国人: 60,
    中国人民: 45,
  };
  const lines = Object.entries(frequencies).map(([word, frequency]) => `${word} ${frequency} n`);
  const total = Object.values(frequencies).reduce((sum, frequency) => sum + frequency, 0);

  /** The likelihood of all ways to divide a row. */
  function best(row: string): number {
    if (row === "") return 0;
    let most = -Infinity;
    for (let length = 1; length <= row.length; length++) {
      const frequency = frequencies[row.slice(0, length)] ?? (length === 1 ? 1 : undefined);
      if (frequency !== undefined) most = Math.max(most, Math.log(frequency / total) + best(row.slice(length)));
    }
    return most;
  }

  test("divides rows in the likeliest way of all", () => {
    const dictionary = new ChineseDictionary(lines.join("\n"));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."中国人民龥"), minLength: 1, maxLength: 9 }), (row) => {
        let likelihood = 0;
        let from = 0;
        for (const end of dictionary.ends(row)) {
          likelihood += Math.log((frequencies[row.slice(from, end)] ?? 1) / total);
          from = end;
        }
        expect(from).toBe(row.length);
        expect(likelihood).toBeCloseTo(best(row), 9);
      }),
    );
  });

  test("leaves out words that are rare, but no letters", () => {
    const dictionary = new ChineseDictionary("中国 29 n\n国人 30 n\n中 1 n");
    expect([...dictionary.ends("中国人")]).toEqual([1, 3]);
  });

  test("that is not installed is named", () => {
    expect(() => dictionaryFile("no-such-dictionary")).toThrow(
      "Chinese text needs the dictionary of the package [no-such-dictionary], which is not installed",
    );
  });
});

test("the analyzer stems English and drops signs, leaving holes", () => {
  const tokens = builtInAnalysis.analyzer("smartcn")!.tokens("Running dogs' 号，《北京大学》");
  expect(tokens.map(({ text, position }) => `${text}@${position}`)).toEqual(["run@0", "dog@1", "号@3", "北京大学@6"]);
});

test("the filter drops the signs of the analyzer, or words of its own", () => {
  const kept = (filter: Record<string, string | string[]>) => {
    const chain = openAnalysis({}, noResources).chain({
      charFilters: [],
      tokenizer: "smartcn_tokenizer",
      tokenFilters: [{ type: "smartcn_stop", ...filter }],
    });
    return chain.tokens("the 北京，上海。").map(({ text }) => text);
  };
  expect(kept({})).toEqual(["the", "北京", "上海"]);
  expect(kept({ stopwords: ["_smartcn_", "上海"] })).toEqual(["the", "北京"]);
  expect(kept({ stopwords: ["_english_", "上海"] })).toEqual(["the", "北京", ",", ","]);
  expect(kept({ remove_trailing: "false" })).toEqual(["the", "北京", "上海", ","]);
});
