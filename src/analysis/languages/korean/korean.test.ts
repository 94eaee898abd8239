import { beforeAll, describe, expect, test } from "vitest";
import { analysisOf, builtInAnalysis } from "../../analyzers-of.ts";
import { readMecabDictionary } from "../mecab/mecab-dictionary.ts";
import { koreanDictionary } from "./korean-dictionary.ts";

type Settings = Record<string, string | string[]>;

// Expected tokens were made by Lucene 9.12.2. Its dictionary is one release older than that of the package: these are
// texts where they agree.
function words(tokenizer: Settings, text: string, filters: (string | Settings)[] = []): string {
  const part = (settings: string | Settings) => (typeof settings === "string" ? settings : { type: "", ...settings });
  return builtInAnalysis
    .chain({ charFilters: [], tokenizer: { type: "nori_tokenizer", ...tokenizer }, tokenFilters: filters.map(part) })
    .tokens(text)
    .map(
      (token) =>
        `${token.text}@${token.position}${token.positionLength > 1 ? `+${token.positionLength}` : ""}:${token.startOffset}-${token.endOffset}`,
    )
    .join(" ");
}

// The dictionary takes a second or two to read, and longer on a busy machine.
beforeAll(() => void koreanDictionary(), 60_000);

describe("the tokenizer of Korean", () => {
  test.each([
    ["none", "가곡역@0:0-3"],
    ["discard", "가곡@0:0-2 역@1:2-3"],
    ["mixed", "가곡역@0+2:0-3 가곡@0:0-2 역@1:2-3"],
  ])("tells compounds in the mode %s", (mode, tokens) => {
    expect(words({ decompound_mode: mode }, "가곡역")).toBe(tokens);
  });

  test("divides inflected words, whose parts stand nowhere in the text", () => {
    expect(words({}, "세종시 갔다")).toBe("세@0:0-1 종시@1:1-3 가@2:4-5 았@3:4-5 다@4:5-6");
    expect(words({ decompound_mode: "mixed" }, "세종시 갔다")).toBe(
      "세@0:0-1 종시@1:1-3 갔@2+2:4-5 가@2:4-5 았@3:4-5 다@4:5-6",
    );
  });

  test("leaves no holes for punctuation, and tells it with the blanks when asked to", () => {
    expect(words({}, "10.1 인치 モニター")).toBe("10@0:0-2 1@1:3-4 인치@2:5-7 モニター@3:8-12");
    expect(words({ discard_punctuation: "false" }, "뿌리, 깊은")).toBe("뿌리@0:0-2 ,@1:2-3  @2:3-4 깊@3:4-5 은@4:5-6");
  });

  test("takes words of the user's own with their parts", () => {
    const rules = ["c++", "C샤프", "세종", "세종시 세종 시"];
    expect(words({ decompound_mode: "mixed", user_dictionary_rules: rules }, "세종시 세종 c++ C샤프")).toBe(
      "세종시@0+2:0-3 세종@0:0-2 시@1:2-3 세종@2:4-6 c++@3:7-10 C샤프@4:11-14",
    );
  });

  test("long texts and lone surrogates go through", () => {
    expect(words({}, `${"가".repeat(3000)} \ud83d 나무`)).toContain("나무");
  });

  test("what is wrong is refused", () => {
    expect(() => words({ decompound_mode: "all" }, "")).toThrow(
      "No enum constant org.apache.lucene.analysis.ko.KoreanTokenizer.DecompoundMode.ALL",
    );
    expect(() => words({ user_dictionary_rules: ["세종", "세종"] }, "")).toThrow(
      "Found duplicate term [세종] in user dictionary at line [2]",
    );
    expect(() => words({ user_dictionary_rules: ["세종 세종시"] }, "")).toThrow(
      "the segmentation is bigger than the surface form (세종)",
    );
    expect(() => words({ user_dictionary_rules: ["세종"], user_dictionary: "x.txt" }, "")).toThrow(
      "It is not allowed to use [user_dictionary] in conjunction",
    );
    expect(() => words({}, "", [{ type: "nori_part_of_speech", stoptags: ["XYZ"] }])).toThrow(
      "No enum constant org.apache.lucene.analysis.ko.POS.Tag.XYZ",
    );
  });

  test("a dictionary that is not installed is named", () => {
    expect(() => readMecabDictionary("no-such-dictionary", "Korean")).toThrow(
      "needs the dictionary of the package [no-such-dictionary], which is not installed",
    );
  });
});

describe("filters of Korean", () => {
  test("drop parts of speech, leaving holes", () => {
    expect(words({}, "뿌리가 깊은 나무는", ["nori_part_of_speech"])).toBe("뿌리@0:0-2 깊@2:4-5 나무@4:7-9");
    expect(words({}, "뿌리가 깊은 나무는", [{ type: "nori_part_of_speech", stoptags: ["NNG", "JKS"] }])).toBe(
      "깊@2:4-5 은@3:5-6",
    );
  });

  test("read Chinese characters", () => {
    expect(words({}, "鄕歌 향가 韓國", ["nori_readingform"])).toBe("향가@0:0-2 향가@1:3-5 한국@2:6-8");
  });

  test("write numbers in digits", () => {
    const text = "영영칠 일영영영 삼천2백2십삼 조육백만오천일 3.2천 1,200.50 15,7";
    const tokens = words({ discard_punctuation: "false" }, text, ["nori_number"])
      .split(" ")
      .filter((token) => /^\d/.test(token));
    expect(tokens).toEqual([
      "7@0:0-3",
      "1000@2:4-8",
      "3223@4:9-16",
      "1000006005001@6:17-24",
      "3200@8:25-29",
      "1200.5@10:30-38",
      "157@12:39-43",
    ]);
  });
});

test("the analyzer drops particles and endings, reads and lowers", () => {
  const tokens = (text: string): string =>
    builtInAnalysis
      .analyzer("nori")!
      .tokens(text)
      .map((token) => `${token.text} ${token.position} ${token.startOffset}-${token.endOffset}`)
      .join("|");
  expect(
    tokens(
      "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며",
    ),
  ).toBe(
    "인간 1 3-5|태어나 3 7-10|때 5 11-12|자유 7 15-17|존엄 11 23-25|권리 13 27-29|있 15 31-32|동등 17 34-36|인간 20 40-42|천부 22 44-46|이성 25 50-52|양심 27 54-56|부여받 29 58-61",
  );
  expect(tokens("국제연합총회는,")).toBe("국제 0 0-2|연합 1 2-4|총회 2 4-6");
});

test("an analyzer of an index may keep what the built-in one drops", () => {
  const settings = {
    "index.analysis.analyzer.ko.type": "nori",
    "index.analysis.analyzer.ko.stoptags": ["E"],
    "index.analysis.analyzer.ko.decompound_mode": "none",
  };
  const tokens = analysisOf(settings).analyzer("ko")!.tokens("나무는 갔다");
  expect(tokens.map(({ text }) => text)).toEqual(["나무", "는", "갔"]);
});
