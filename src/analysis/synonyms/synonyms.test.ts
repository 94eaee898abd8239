import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";
import type { ComponentSettings } from "../component-parameters.ts";

/** `text@position+length` of each token; synonyms are marked with `*`. */
function tokens(text: string, ...filters: (string | ComponentSettings)[]): string[] {
  const chain = builtInAnalysis.chain({ charFilters: [], tokenizer: "whitespace", tokenFilters: filters });
  return chain
    .tokens(text)
    .map((token) => `${token.text}${token.type === "SYNONYM" ? "*" : ""}@${token.position}+${token.positionLength}`);
}

const rules = (type: string, ...synonyms: string[]): ComponentSettings => ({ type, synonyms });

// Expected tokens are those of Lucene's filters; chains-oracle.test.ts compares many more with a real server.
describe("synonym_graph", () => {
  test("puts a synonym of several words on a path beside the word", () => {
    expect(tokens("a dns b", rules("synonym_graph", "dns, domain name system"))).toEqual([
      "a@0+1",
      "domain*@1+1",
      "dns@1+3",
      "name*@2+1",
      "system*@3+1",
      "b@4+1",
    ]);
  });

  test("puts a word beside several words", () => {
    expect(tokens("domain name x", rules("synonym_graph", "domain name, dn"))).toEqual([
      "dn*@0+2",
      "domain@0+1",
      "name@1+1",
      "x@2+1",
    ]);
  });

  test("takes the longest match", () => {
    expect(tokens("a b c", rules("synonym_graph", "a => 1", "a b => 2"))).toEqual(["2*@0+1", "c@1+1"]);
  });

  test("every path from a node ends where another token begins, or at the end", () => {
    const words = fc
      .array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 3 })
      .map((list) => list.join(" "));
    const rule = fc.array(words, { minLength: 2, maxLength: 3 }).map((sides) => sides.join(", "));
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), words, words, (lines, first, second) => {
        const chain = builtInAnalysis.chain({
          charFilters: [],
          tokenizer: "whitespace",
          tokenFilters: [rules("synonym_graph", ...lines)],
        });
        const list = chain.analyze(`${first} ${second}`);
        const starts = new Set(list.tokens.map((token) => token.position));
        const end = Math.max(...list.tokens.map((token) => token.position + token.positionLength));
        for (const token of list.tokens) {
          const to = token.position + token.positionLength;
          expect(to === end || starts.has(to)).toBe(true);
        }
      }),
    );
  });
});

describe("synonym", () => {
  test("lets synonyms of several words overlap the following words", () => {
    expect(tokens("a dns b", rules("synonym", "dns, domain name system"))).toEqual([
      "a@0+1",
      "dns@1+1",
      "domain*@1+1",
      "b@2+1",
      "name*@2+1",
      "system*@3+1",
    ]);
  });

  test("maps all words of a rule to the first without expand", () => {
    expect(tokens("x y z", { type: "synonym", synonyms: ["x, y"], expand: "false" })).toEqual([
      "x*@0+1",
      "x*@1+1",
      "z@2+1",
    ]);
  });
});

describe("rules", () => {
  test("are analyzed by the components before the filter", () => {
    expect(tokens("Foo", "lowercase", rules("synonym", "FOO, BAR"))).toEqual(["foo@0+1", "bar*@0+1"]);
  });

  test("may escape separators", () => {
    expect(tokens("a,b", rules("synonym", "a\\,b => c\\=>d"))).toEqual(["c=>d*@0+1"]);
  });

  test("in WordNet format are grouped by synset number", () => {
    const wordnet = {
      type: "synonym",
      format: "wordnet",
      synonyms: ["s(100000001,1,'cat',n,1,0).", "s(100000001,2,'it''s puss',n,1,0).", "s(100000002,1,'dog',n,1,0)."],
    };
    expect(tokens("cat dog", wordnet)).toEqual(["cat@0+1", "it's*@0+1", "dog@1+1", "puss*@1+1"]);
  });

  test.each([
    [{ type: "synonym" }, "synonym requires either `synonyms`, `synonyms_set` or `synonyms_path` to be configured"],
    [
      { type: "synonym", synonyms: ["a", "a => b => c"] },
      "failed to build synonyms from ['__anonymous__synonym' analyzer settings]",
    ],
    [{ type: "synonym_graph", synonyms_set: "x", updateable: "true", lenient: "false" }, "synonyms set [x] not found"],
    [
      { type: "synonym_graph", synonyms_set: "x" },
      "Can't apply [synonyms_set]! Loading synonyms from index is supported only for search time synonyms!",
    ],
  ])("refuses %j", (filter: ComponentSettings, reason) => {
    expect(() => tokens("a", filter)).toThrow(reason);
  });

  test("are rejected when analysis removes a word completely, unless lenient", () => {
    const stop = { type: "stop", stopwords: ["the"] };
    expect(() => tokens("a", stop, rules("synonym", "the, b"))).toThrow("failed to build synonyms");
    expect(tokens("c b", stop, { ...rules("synonym", "the, b, c"), lenient: "true" })).toEqual([
      "c@0+1",
      "b*@0+1",
      "b@1+1",
      "c*@1+1",
    ]);
  });

  test.each([
    "shingle",
    "ngram",
    "edge_ngram",
    "word_delimiter",
    "word_delimiter_graph",
    "fingerprint",
    "keyword_repeat",
    "common_grams",
  ])("cannot be read behind %s", (filter) => {
    expect(() => tokens("a", filter, rules("synonym", "a, b"))).toThrow(
      `Token filter [${filter}] cannot be used to parse synonyms`,
    );
  });
});
