import { beforeAll, describe, expect, test } from "vitest";
import { builtInAnalysis } from "../../analyzers-of.ts";
import { ipadic } from "./ipadic.ts";

function words(tokenizer: Record<string, string>, text: string, filters: Record<string, string | readonly string[]>[] = []): string {
  return builtInAnalysis
    .chain({ charFilters: [], tokenizer: { type: "kuromoji_tokenizer", ...tokenizer }, tokenFilters: filters })
    .tokens(text)
    .map((token) => `${token.text}@${token.position}${token.positionLength > 1 ? `+${token.positionLength}` : ""}`)
    .join(" ");
}

// The dictionary takes its time to be read.
beforeAll(() => void ipadic(), 60_000);

// Examples of Elasticsearch's documentation of these components and of Lucene's tests; all were asked of Lucene 9.12.
describe("words of Japanese", () => {
  test("long words are divided, beside the whole or without it", () => {
    expect(words({}, "関西国際空港")).toBe("関西@0 関西国際空港@0+3 国際@1 空港@2");
    expect(words({ discard_compound_token: "true" }, "関西国際空港")).toBe("関西@0 国際@1 空港@2");
    expect(words({ mode: "normal" }, "関西国際空港")).toBe("関西国際空港@0");
    expect(words({ mode: "extended", discard_compound_token: "true" }, "アブラカダブラ")).toBe("ア@0 ブ@1 ラ@2 カ@3 ダ@4 ブ@5 ラ@6");
  });

  test("the cheapest way wins", () => {
    expect(words({}, "すもももももももものうち")).toBe("すもも@0 も@1 もも@2 も@3 もも@4 の@5 うち@6");
  });

  test("punctuation is told when it is asked for", () => {
    expect(words({}, "はい。いいえ")).toBe("はい@0 いいえ@1");
    expect(words({ discard_punctuation: "false" }, "はい。いいえ")).toBe("はい@0 。@1 いいえ@2");
  });

  test("long texts are decided on the way", () => {
    const text = "すもももももももものうち".repeat(200);
    const tokens = builtInAnalysis.chain({ charFilters: [], tokenizer: "kuromoji_tokenizer", tokenFilters: [] }).tokens(text);
    expect(tokens.map((token) => token.text).join("")).toBe(text);
  });

  test("texts with surrogates and lone halves go through", () => {
    expect(words({}, "𠮷野家 😀 \ud842")).toContain("野");
  });
});

describe("filters of Japanese", () => {
  test("drop parts of speech, leaving holes", () => {
    expect(words({}, "寿司がおいしいね", [{ type: "kuromoji_part_of_speech", stoptags: ["助詞-格助詞-一般", "助詞-終助詞"] }])).toBe("寿司@0 おいしい@2");
  });

  test("read, stem and drop", () => {
    expect(words({}, "寿司", [{ type: "kuromoji_readingform" }])).toBe("スシ@0");
    expect(words({}, "コピー コンピューター", [{ type: "kuromoji_stemmer" }])).toBe("コピー@0 コンピュータ@1");
    expect(words({}, "分からないのが当たり前", [{ type: "ja_stop" }])).not.toContain("の@");
  });

  test("what is not available is refused", () => {
    expect(() => words({ user_dictionary: "x.txt" }, "")).toThrow("[user_dictionary]");
    expect(() => words({}, "", [{ type: "kuromoji_readingform", use_romaji: "true" }])).toThrow("[use_romaji]");
  });
});

test("the analyzer takes base forms, plain widths and what carries meaning", () => {
  const tokens = builtInAnalysis.analyzer("kuromoji")!.tokens("お寿司が食べたい。ﾊﾟｿｺﾝ ＡＢＣ");
  expect(tokens.map((token) => `${token.text} ${token.position} ${token.startOffset}-${token.endOffset}`)).toEqual([
    "寿司 1 1-3",
    "食べる 3 4-6",
    "パソコン 5 9-14",
    "abc 6 15-18",
  ]);
});
