import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analysisOf, builtInAnalysis } from "./analyzers-of.ts";

function texts(analyzer: { tokens(text: string): { text: string }[] } | undefined, text: string): string[] {
  return analyzer!.tokens(text).map((token) => token.text);
}

describe("the built-in analyzers", () => {
  test.each([
    ["standard", "The 2 QUICK fo-x's and", ["the", "2", "quick", "fo", "x's", "and"]],
    ["simple", "The 2 QUICK fo-x's", ["the", "quick", "fo", "x", "s"]],
    ["stop", "The 2 QUICK fo-x's and", ["quick", "fo", "x", "s"]],
    ["whitespace", "The\u00a02 QUICK\u2003fo-x's", ["The\u00a02", "QUICK", "fo-x's"]],
    ["keyword", "New York", ["New York"]],
    ["keyword", "", [""]],
    ["pattern", "a_b-C", ["a_b", "c"]],
  ])("%s", (name, text, expected) => {
    expect(texts(builtInAnalysis.analyzer(name), text)).toEqual(expected);
  });

  test("stop words leave holes, also at the end", () => {
    const analyzer = builtInAnalysis.analyzer("stop")!;
    expect(analyzer.tokens("the fox and").map((token) => token.position)).toEqual([1]);
    expect(analyzer.index("the fox and", { addTerm() {} }, 0, 0)).toEqual({ length: 1, overlaps: 0, lastPosition: 2 });
  });
});

describe("analysis from settings", () => {
  test("builds a custom analyzer from its components", () => {
    const analysis = analysisOf({
      "index.analysis.analyzer.mine.type": "custom",
      "index.analysis.analyzer.mine.tokenizer": "words",
      "index.analysis.analyzer.mine.char_filter": ["dash"],
      "index.analysis.analyzer.mine.filter": ["lowercase", "asciifolding", "few"],
      "index.analysis.analyzer.mine.position_increment_gap": "7",
      "index.analysis.tokenizer.words.type": "whitespace",
      "index.analysis.char_filter.dash.type": "mapping",
      "index.analysis.char_filter.dash.mappings": ["& => and", "-- => \\u0020"],
      "index.analysis.filter.few.type": "stop",
      "index.analysis.filter.few.stopwords": "a, the",
    });
    const analyzer = analysis.analyzer("mine")!;
    expect(texts(analyzer, "The Café & Bar--Øl")).toEqual(["cafe", "and", "bar", "ol"]);
    expect(analyzer.positionIncrementGap).toBe(7);
    // Offsets refer to the text before the char filter.
    expect(analyzer.tokens("a & b--c").map((token) => `${token.startOffset}-${token.endOffset}`)).toEqual([
      "2-3",
      "4-5",
      "7-8",
    ]);
  });

  test("a chain of standard and lowercase is the standard analyzer", () => {
    const analysis = analysisOf({
      "index.analysis.analyzer.fast.tokenizer": "standard",
      "index.analysis.analyzer.fast.filter": "lowercase",
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(analysis.analyzer("fast")!.tokens(text)).toEqual(builtInAnalysis.analyzer("standard")!.tokens(text));
      }),
    );
  });

  test("a normalizer produces one token", () => {
    const analysis = analysisOf({
      "index.analysis.normalizer.folded.type": "custom",
      "index.analysis.normalizer.folded.filter": ["lowercase", "asciifolding"],
    });
    expect(texts(analysis.normalizer("folded"), "Ünder Øster")).toEqual(["under oster"]);
    expect(texts(analysis.normalizer("lowercase"), "ÄB c")).toEqual(["äb c"]);
    expect(analysis.normalizer("none")).toBeUndefined();
  });

  test.each([
    [{ "index.analysis.analyzer.x.type": "foo" }, "Unknown analyzer type [foo] for [x]"],
    [{ "index.analysis.analyzer.x.tokenizer": "foo" }, "Custom Analyzer [x] failed to find tokenizer under name [foo]"],
    [
      { "index.analysis.analyzer.x.tokenizer": "standard", "index.analysis.analyzer.x.filter": ["foo"] },
      "Custom Analyzer [x] failed to find filter under name [foo]",
    ],
    [
      { "index.analysis.analyzer.x.tokenizer": "standard", "index.analysis.analyzer.x.char_filter": ["foo"] },
      "Custom Analyzer [x] failed to find char_filter under name [foo]",
    ],
    [{ "index.analysis.analyzer.x.type": "custom" }, "Custom Analyzer [x] must be configured with a tokenizer"],
    [{ "index.analysis.tokenizer.x.type": "foo" }, "Unknown tokenizer type [foo] for [x]"],
    [{ "index.analysis.filter.x.type": "foo" }, "Unknown filter type [foo] for [x]"],
    [{ "index.analysis.char_filter.x.type": "foo" }, "Unknown char_filter type [foo] for [x]"],
    [{ "index.analysis.normalizer.x.type": "foo" }, "Unknown normalizer type [foo] for [x]"],
    [{ "index.analysis.normalizer.x.filter": ["stop"] }, "Custom normalizer [x] may not use filter [stop]"],
    [{ "index.analysis.normalizer.x.tokenizer": "standard" }, "Custom normalizer [x] cannot configure a tokenizer"],
    [{ "index.analysis.analyzer._x.type": "standard" }, "analyzer name must not start with '_'. got \"_x\""],
    [
      { "index.analysis.analyzer.x.type": "standard", "index.analysis.analyzer.x.max_token_length": "0" },
      "maxTokenLength must be greater than zero",
    ],
    [
      {
        "index.analysis.filter.x.type": "length",
        "index.analysis.filter.x.max_token_length": "1",
        "index.analysis.filter.x.min": "a",
      },
      "Failed to parse int setting [min] with value [a]",
    ],
    [
      {
        "index.analysis.analyzer.default.tokenizer": "standard",
        "index.analysis.analyzer.default.filter": "s",
        "index.analysis.filter.s.type": "synonym",
        "index.analysis.filter.s.synonyms": "a => b",
        "index.analysis.filter.s.updateable": "true",
      },
      "analyzer [default] contains filters [s] that are not allowed to run in all mode.",
    ],
    [
      { "index.analysis.tokenizer.x.type": "whitespace", "index.analysis.tokenizer.x.max_token_length": "0" },
      "maxTokenLen must be greater than 0 and less than 1048576 passed: 0",
    ],
    [
      { "index.analysis.tokenizer.x.type": "pattern", "index.analysis.tokenizer.x.group": "3" },
      "invalid group specified: pattern only has: 0 capturing groups",
    ],
    [
      { "index.analysis.filter.x.type": "keep" },
      "keep requires either `keep_words` or `keep_words_path` to be configured",
    ],
    [
      { "index.analysis.filter.x.type": "condition" },
      "must specify either [source] for an inline script or [id] for a stored script",
    ],
    [
      {
        "index.analysis.filter.x.type": "predicate_token_filter",
        "index.analysis.filter.x.script.lang": "foo",
        "index.analysis.filter.x.script.source": "1",
      },
      "script_lang not supported [foo]",
    ],
    [
      { "index.analysis.char_filter.x.type": "mapping", "index.analysis.char_filter.x.mappings": "a=>b,a=>c" },
      'match "a" was already added',
    ],
  ])("refuses %j", (settings, reason) => {
    expect(() => analysisOf(settings)).toThrow(reason);
  });
});

describe("token filters", () => {
  const chain = (filter: Record<string, string>, tokenizer = "whitespace") =>
    builtInAnalysis.chain({ charFilters: [], tokenizer, tokenFilters: [filter] });

  test.each([
    [{ type: "length", min: "2", max: "3" }, "a bb ccc dddd", ["bb", "ccc"]],
    [{ type: "unique" }, "a b a c b", ["a", "b", "c"]],
    [{ type: "reverse" }, "abc 😀x", ["cba", "x😀"]],
    [{ type: "truncate", length: "2" }, "abc d", ["ab", "d"]],
    [{ type: "limit", max_token_count: "2" }, "a b c", ["a", "b"]],
    [{ type: "uppercase" }, "straße", ["STRAßE"]],
    [{ type: "asciifolding", preserve_original: "true" }, "Ærø x", ["AEro", "Ærø", "x"]],
    [{ type: "stop" }, "the fox", ["fox"]],
  ])("%j", (filter, text, expected) => {
    expect(texts(chain(filter), text)).toEqual(expected);
  });

  test("html is stripped and offsets refer to the source", () => {
    const analyzer = builtInAnalysis.chain({ charFilters: ["html_strip"], tokenizer: "standard", tokenFilters: [] });
    expect(
      analyzer
        .tokens("<p>I&apos;m <b>so</b> happy</p>")
        .map((token) => [token.text, token.startOffset, token.endOffset]),
    ).toEqual([
      ["I'm", 3, 11],
      // As in Lucene, a closing tag that is replaced by nothing extends the previous token.
      ["so", 15, 21],
      ["happy", 22, 27],
    ]);
  });

  test("patterns split, extract groups and replace", () => {
    expect(
      texts(
        builtInAnalysis.chain({ charFilters: [], tokenizer: { type: "pattern", pattern: "," }, tokenFilters: [] }),
        "a,b,,c",
      ),
    ).toEqual(["a", "b", "c"]);
    expect(
      texts(
        builtInAnalysis.chain({
          charFilters: [],
          tokenizer: { type: "pattern", pattern: '"(.*?)"', group: "1" },
          tokenFilters: [],
        }),
        'x "a b" "c"',
      ),
    ).toEqual(["a b", "c"]);
    const replaced = builtInAnalysis.chain({
      charFilters: [{ type: "pattern_replace", pattern: "(\\d+)-(?=\\d)", replacement: "$1_" }],
      tokenizer: "standard",
      tokenFilters: [],
    });
    expect(texts(replaced, "My card is 123-456-789")).toEqual(["My", "card", "is", "123_456_789"]);
  });
});
