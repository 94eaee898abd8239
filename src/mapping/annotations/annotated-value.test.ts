import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import { annotationAnalyzer } from "./annotation-analyzer.ts";
import { parseAnnotated } from "./annotated-value.ts";

describe("text with annotations", () => {
  test("parses into text without markup, and annotations with offsets", () => {
    expect(parseAnnotated("He paid [Stormy Daniels](Stephanie+Clifford&Payee) hush money")).toEqual({
      text: "He paid Stormy Daniels hush money",
      annotations: [
        { startOffset: 8, endOffset: 22, value: "Stephanie Clifford" },
        { startOffset: 8, endOffset: 22, value: "Payee" },
      ],
    });
  });

  test.each([
    ["[foo](MissingEndBracket bar", "[foo](MissingEndBracket bar", []],
    ["[foo]MissingValue) bar", "[foo]MissingValue) bar", []],
    ["[foo]() bar", "foo bar", []],
    ["[foo](&) bar", "foo bar", []],
    ["[foo](%C3%A9+%26) bar", "foo bar", ["é &"]],
    ["[a](x)[b](y)", "ab", ["x", "y"]],
    ["[[a](x)](y)", "[a](y)", ["x"]],
    ["no markup at all", "no markup at all", []],
  ])("%s", (marked, text, values) => {
    const parsed = parseAnnotated(marked);
    expect([parsed.text, parsed.annotations.map(({ value }) => value)]).toEqual([text, values]);
  });

  test("keys with values and invalid escapes are refused", () => {
    expect(() => parseAnnotated("[foo](type=foo&value=bar)")).toThrow(
      "key=value pairs are not supported in annotations",
    );
    expect(() => parseAnnotated("[foo](a%zz)")).toThrow(
      'URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "zz"',
    );
    expect(() => parseAnnotated("[foo](a%4)")).toThrow("URLDecoder: Incomplete trailing escape (%) pattern");
  });
});

describe("the tokens of annotated text", () => {
  const standard = builtInAnalysis.analyzer("standard")!;
  const analyzer = annotationAnalyzer(standard);
  const tokens = (marked: string): string[] =>
    analyzer
      .tokens(marked)
      .map(
        ({ text, position, positionLength, startOffset, endOffset }) =>
          `${text} ${position}+${positionLength} ${startOffset}-${endOffset}`,
      );

  test("an annotation has the position of its first word and spans to its last", () => {
    expect(tokens("He paid [Stormy Daniels](Stephanie+Clifford&Payee) hush money")).toEqual([
      "he 0+1 0-2",
      "paid 1+1 3-7",
      "Stephanie Clifford 2+2 8-22",
      "Payee 2+2 8-22",
      "stormy 2+1 8-14",
      "daniels 3+1 15-22",
      "hush 4+1 23-27",
      "money 5+1 28-33",
    ]);
  });

  test("annotations follow each other, at the beginning and at the end", () => {
    expect(tokens("[New York](NY) [City](C)")).toEqual([
      "NY 0+2 0-8",
      "new 0+1 0-3",
      "york 1+1 4-8",
      "C 2+1 9-13",
      "city 2+1 9-13",
    ]);
  });

  test("words are those of the text without markup, at the same positions", () => {
    const words = (list: readonly { text: string; position: number; type: string }[]): string[] =>
      list.filter(({ type }) => type !== "annotation").map(({ text, position }) => `${text}@${position}`);
    const marked = "The [quick brown](speed+colour) fox [jumped](verb&past) over";
    expect(words(analyzer.tokens(marked))).toEqual(words(standard.tokens(parseAnnotated(marked).text)));
  });
});
