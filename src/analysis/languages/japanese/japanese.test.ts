import { beforeAll, describe, expect, test } from "vitest";
import { analysisOf, builtInAnalysis } from "../../analyzers-of.ts";
import { ipadic } from "./ipadic.ts";

function words(
  tokenizer: Record<string, string>,
  text: string,
  filters: Record<string, string | readonly string[]>[] = [],
): string {
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
    expect(words({ mode: "extended", discard_compound_token: "true" }, "アブラカダブラ")).toBe(
      "ア@0 ブ@1 ラ@2 カ@3 ダ@4 ブ@5 ラ@6",
    );
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
    const tokens = builtInAnalysis
      .chain({ charFilters: [], tokenizer: "kuromoji_tokenizer", tokenFilters: [] })
      .tokens(text);
    expect(tokens.map((token) => token.text).join("")).toBe(text);
  });

  test("texts with surrogates and lone halves go through", () => {
    expect(words({}, "𠮷野家 😀 \ud842")).toContain("野");
  });
});

describe("filters of Japanese", () => {
  test("drop parts of speech, leaving holes", () => {
    expect(
      words({}, "寿司がおいしいね", [
        { type: "kuromoji_part_of_speech", stoptags: ["助詞-格助詞-一般", "助詞-終助詞"] },
      ]),
    ).toBe("寿司@0 おいしい@2");
  });

  test("read, stem and drop", () => {
    expect(words({}, "寿司", [{ type: "kuromoji_readingform" }])).toBe("スシ@0");
    expect(words({}, "コピー コンピューター", [{ type: "kuromoji_stemmer" }])).toBe("コピー@0 コンピュータ@1");
    expect(words({}, "分からないのが当たり前", [{ type: "ja_stop" }])).not.toContain("の@");
  });

  test("know the stop words of Japanese by name, and no others", () => {
    const kept = (filter: Record<string, string | readonly string[]>): string =>
      words({ mode: "normal" }, "これは the 絵の", [{ type: "ja_stop", ...filter }]);
    expect(kept({})).toBe("the@2 絵@3");
    expect(kept({ stopwords: ["_japanese_", "絵"] })).toBe("the@2");
    expect(kept({ stopwords: ["_english_", "は"] })).toBe("これ@0 the@2 絵@3 の@4");
    expect(kept({ stopwords: "_none_" })).toBe("これ@0 は@1 the@2 絵@3 の@4");
    expect(kept({ remove_trailing: "false" })).toBe("the@2 絵@3 の@4");
  });

  test("write in Latin letters", () => {
    expect(words({}, "寿司", [{ type: "kuromoji_readingform", use_romaji: "true" }])).toBe("sushi@0");
    expect(
      words({ mode: "normal" }, "東京 ッパ ンガ シンヨウ", [{ type: "kuromoji_readingform", use_romaji: "true" }]),
    ).toBe("tōkyō@0 ppa@1 nga@2 shin@3 yō@4");
  });

  test("put base forms, large letters and digits", () => {
    expect(words({}, "食べた", [{ type: "kuromoji_baseform" }])).toBe("食べる@0 た@1");
    expect(words({}, "ちょっとまって", [{ type: "hiragana_uppercase" }])).toBe("ちよつと@0 まつ@1 て@2");
    expect(words({}, "ストップウォッチ", [{ type: "katakana_uppercase" }])).toBe("ストツプウオツチ@0");
    expect(
      words({ discard_punctuation: "false" }, "一〇〇〇、十万二千五百、3.2千", [{ type: "kuromoji_number" }]),
    ).toBe("1000@0 、@1 102500@2 、@3 3200@4");
  });
});

describe("words on other ways", () => {
  const examples = "/箱根山-箱根/成田空港-成田/";

  test("are told beside the cheapest when they cost little more", () => {
    expect(words({ mode: "normal", nbest_cost: "4728" }, "これは箱根山の絵")).toBe(
      "これ@0 は@1 箱根@2 箱根山@2+2 山@3 の@4 絵@5",
    );
    expect(words({ mode: "normal", nbest_cost: "0" }, "これは箱根山の絵")).toBe("これ@0 は@1 箱根山@2 の@3 絵@4");
  });

  test("are told at just what their way costs more", () => {
    expect(words({ mode: "normal", nbest_cost: "4036" }, "箱根山")).toBe("箱根山@0");
    expect(words({ mode: "normal", nbest_cost: "4037" }, "箱根山")).toBe("箱根@0 箱根山@0+2 山@1");
    expect(words({ mode: "normal", nbest_examples: "箱根山-箱根" }, "箱根山")).toBe("箱根@0 箱根山@0+2 山@1");
  });

  test("of the user's come before those of the dictionary", () => {
    const rules = ["国際,国際,ユーザー,名詞"];
    const chain = builtInAnalysis.chain({
      charFilters: [],
      tokenizer: { type: "kuromoji_tokenizer", mode: "normal", nbest_cost: "1000000", user_dictionary_rules: rules },
      tokenFilters: ["kuromoji_readingform"],
    });
    expect(chain.tokens("国際空港").map(({ text }) => text)).toContain("ユーザー");
  });

  // Made by Lucene 9.12.2, as its dictionary divides the text into several parts.
  test.each([
    [
      "normal",
      "生まれ@0 生まれながら@0+3 な@1 ながら@1+2 がら@2 に@3 にし@3+2 し@4 て@5 自由@6 で@7 あり@8 かつ@9 平@10 平等@10+2 等@11 で@12 ある@13 関西@14 関西国際空港@14+3 国際@15 空港@16 から@17 東@18 東京@18+2 京都@19+2 都@20 都庁@20+2 庁@21 へ@22",
    ],
    [
      "search",
      "生まれ@0 生まれながら@0+3 な@1 ながら@1+2 がら@2 に@3 にし@3+2 し@4 て@5 自由@6 で@7 あり@8 かつ@9 平@10 平等@10+2 等@11 で@12 ある@13 関西@14 関西国際空港@14+3 国際@15 空港@16 から@17 東@18 東京@18+2 京都@19+2 都@20 都庁@20+2 庁@21 へ@22",
    ],
  ])("stand in order in mode %s", (mode, tokens) => {
    const text = "生まれながらにして自由であり、かつ、平等である。関西国際空港から東京都庁へ";
    expect(words({ mode, nbest_cost: "12000" }, text)).toBe(tokens);
  });
  test("are those of examples, of which the dearest says the cost", () => {
    expect(words({ mode: "normal", nbest_examples: examples }, "成田空港からお越し")).toBe(
      "成田@0 成田空港@0+2 空港@1 から@2 お越し@3",
    );
    expect(words({ mode: "normal", nbest_examples: "空-港" }, "箱根山")).toBe("箱根山@0");
  });

  test("are further ones to those that are told anyway, whatever they cost", () => {
    const text = "関西国際空港と人類社会のすべての構成員アブラカダブラ".repeat(50);
    for (const mode of ["normal", "search", "extended"]) {
      const some = new Set(words({ mode }, text).split(/@\S+ ?/));
      for (const nbestCost of ["100", "2147483647"]) {
        const more = new Set(words({ mode, nbest_cost: nbestCost }, text).split(/@\S+ ?/));
        expect([...some].filter((word) => !more.has(word))).toEqual([]);
      }
    }
  });

  test("examples that are none are refused as in Lucene", () => {
    for (const example of ["箱根山", "箱根山-", "a-b-c"]) {
      expect(() => words({ nbest_examples: example }, "")).toThrow(
        `Unexpected example form: ${example} (expected two '-')`,
      );
    }
    expect(() => words({ nbest_cost: "much" }, "")).toThrow(
      "Failed to parse int setting [nbest_cost] with value [much]",
    );
  });
});

describe("words of the user's own", () => {
  const rules = [
    "日本経済新聞,日本 経済 新聞,ニホン ケイザイ シンブン,カスタム名詞",
    "朝青龍,朝青龍,アサショウリュウ,カスタム人名",
  ];
  const own = (text: string, filters: Record<string, string | string[]>[] = [], lines: string[] = rules): string =>
    builtInAnalysis
      .chain({
        charFilters: [],
        tokenizer: { type: "kuromoji_tokenizer", user_dictionary_rules: lines },
        tokenFilters: filters,
      })
      .tokens(text)
      .map((token) => `${token.text}@${token.position}:${token.startOffset}`)
      .join(" ");

  test("are told in their parts, with their readings and parts of speech", () => {
    expect(own("日本経済新聞と朝青龍")).toBe("日本@0:0 経済@1:2 新聞@2:4 と@3:6 朝青龍@4:7");
    expect(own("朝青龍", [{ type: "kuromoji_readingform" }])).toBe("アサショウリュウ@0:0");
    expect(own("日本経済新聞と", [{ type: "kuromoji_part_of_speech", stoptags: ["カスタム名詞"] }])).toBe("と@3:6");
  });

  test("that are none are refused", () => {
    expect(() => own("", [], ["日本,日 本,ニホン,x"])).toThrow(
      "the number of segmentations (2) does not match the number of readings (1)",
    );
    expect(() => own("", [], ["日本,日,ニホン,x"])).toThrow(
      "the concatenated segmentation (日) does not match the surface form (日本)",
    );
    expect(() => own("", [], ["日本"])).toThrow("Index 1 out of bounds for length 1");
    expect(() => own("", [], [...rules, rules[0]!])).toThrow(
      "Found duplicate term [日本経済新聞] in user dictionary at line [3]",
    );
  });
});

test("iteration marks are what they repeat", () => {
  const repeat = (text: string, settings: Record<string, string> = {}): string | undefined =>
    builtInAnalysis
      .chain({
        charFilters: [{ type: "kuromoji_iteration_mark", ...settings }],
        tokenizer: "keyword",
        tokenFilters: [],
      })
      .tokens(text)[0]?.text;
  expect(repeat("時々、馬鹿々々しい")).toBe("時時、馬鹿馬鹿しい");
  expect(repeat("いすゞ ところゞゝゝ")).toBe("いすず ところどころ");
  expect(repeat("ヾ。々")).toBe("ヾ。々");
  expect(repeat("時々いすゞ", { normalize_kanji: "false" })).toBe("時々いすず");
  expect(repeat("時々いすゞ", { normalize_kana: "false" })).toBe("時時いすゞ");
});

test("signs that the dictionary does not class are none of its blanks", () => {
  expect(words({}, "ガ々語😀", [{ type: "kuromoji_readingform" }])).toBe("ガ@0 々@1 ゴ@2 😀@3");
  expect(words({ discard_punctuation: "false" }, "፡ ")).toBe("፡@0  @1");
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

describe("what is typed for words", () => {
  const typed = (mode: string, text: string): string =>
    analysisOf({
      "index.analysis.analyzer.typed.type": "kuromoji_completion",
      "index.analysis.analyzer.typed.mode": mode,
    })
      .analyzer("typed")!
      .tokens(text)
      .map((token) => `${token.text}@${token.position}:${token.startOffset}-${token.endOffset}`)
      .join(" ");

  test("stands beside them, in all ways to type it", () => {
    expect(typed("index", "寿司")).toBe("寿司@0:0-2 susi@0:0-2 sushi@0:0-2");
    expect(typed("index", "シン")).toBe("シン@0:0-2 sin@0:0-2 shin@0:0-2 sinn@0:0-2 shinn@0:0-2");
    expect(typed("index", "ＡＢＣ社")).toBe("abc@0:0-3 社@1:3-4 sya@1:3-4 sha@1:3-4");
    expect(typed("index", "ﾊﾟｿｺﾝ")).toBe("パソコン@0:0-5 pasokon@0:0-5 pasokonn@0:0-5");
  });

  test("is joined while it is being typed, for queries", () => {
    expect(typed("index", "サッk こいぬ")).toBe(
      "サッ@0:0-2 saxtu@0:0-2 k@1:2-3 こい@2:4-6 koi@2:4-6 ぬ@3:6-7 nu@3:6-7",
    );
    expect(typed("QUERY", "サッk")).toBe("サッk@0:0-3 sakk@0:0-3");
    expect(typed("query", "こいぬ")).toBe("こいぬ@0:0-3 koinu@0:0-3");
    expect(typed("query", "反sy")).toBe("反sy@0:0-3 hansy@0:0-3 hannsy@0:0-3");
    expect(typed("query", "サッk k")).toBe("サッk@0:0-3 sakk@0:0-3 k@1:4-5");
  });

  test("is a filter too, which closes holes", () => {
    const stop = { type: "ja_stop", stopwords: ["は"] };
    expect(words({ mode: "normal" }, "これは絵", [stop, { type: "kuromoji_completion" }])).toBe(
      "これ@0 kore@0 絵@1 e@1",
    );
  });

  test("in too many ways is refused", () => {
    expect(typed("index", "シ".repeat(14)).split(" ")).toHaveLength(1 + 2 ** 14);
    expect(() => typed("index", "シ".repeat(15))).toThrow("typed in at most [16384] ways");
  });
});
