import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import type { JsonObject } from "../../core/json.ts";
import { parseHighlight } from "./highlight-options.ts";
import { analysedTexts, wholeTexts } from "../../mapping/field-capabilities.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { HighlightTerm, Plan, Query, SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RequestText } from "../../compat/request-text.ts";
import { Highlighter } from "./highlighter.ts";
import { phraseMatches } from "./phrase-matches.ts";

interface Cases {
  readonly values: Record<string, string[]>;
  readonly cases: [query: JsonObject, options: JsonObject, field: string, fragments: string[]][];
}

const { values, cases } = JSON.parse(readFileSync(new URL("./highlight-cases.json", import.meta.url), "utf8")) as Cases;

/** The terms that the query kinds of these cases highlight. */
function termsOf(query: JsonObject): HighlightTerm[] {
  const [kind = "", body] = Object.entries(query)[0] ?? [];
  if (kind === "match_all") return [];
  if (kind === "bool") return ((body as JsonObject).should as JsonObject[]).flatMap(termsOf);
  const [field = "", asked] = Object.entries(body as JsonObject)[0] ?? [];
  const text = typeof asked === "string" ? asked : String((asked as JsonObject).query);
  const words = text.split(" ");
  if (kind === "prefix") return [{ field, words: [], slop: 0, boost: 1, matches: (term) => term.startsWith(text) }];
  if (kind === "match_phrase")
    return [{ field, words, slop: typeof asked === "string" ? 0 : Number((asked as JsonObject).slop), boost: 1 }];
  return words.map((word) => ({ field, words: [word], slop: 0, boost: 1 }));
}

function field(path: string): MappedField {
  const keyword = path === "k";
  return {
    path,
    capabilities: keyword ? wholeTexts : analysedTexts,
    parameters: {},
    indexAnalyzer: keyword ? undefined : builtInAnalysis.analyzer("standard"),
  } as unknown as MappedField;
}

const mapping = {
  index: "i",
  field,
  matching: (pattern: string) => [pattern],
  isObject: () => false,
  setting: () => undefined,
} as unknown as MappingView;

test.each(cases)("%j with %j on %s is marked as by Elasticsearch", (query, options, name, fragments) => {
  const text = RequestText.parse(JSON.stringify({ ...options, fields: { [name]: {} } }));
  const request = parseHighlight(text, text.body);
  const asked = {
    highlightTerms: (_view: SearcherView, add: (term: HighlightTerm) => void) => termsOf(query).forEach(add),
  } as unknown as Query;
  const highlighter = new Highlighter(request, {
    mapping,
    view: {} as SearcherView,
    query: asked,
    plan: { children: [] } as unknown as Plan,
    queries: [],
  });
  const found = highlighter.highlight(() => values, {
    reader: {} as SegmentReader,
    doc: 0,
    record: () => ({ source: new Uint8Array(0) }),
  });
  expect(found[name] ?? []).toEqual(fragments);
});

test("words of a sloppy phrase never share a token", () => {
  const tokens = ["a", "a", "b"].map((word, position) => ({
    text: word,
    position,
    startOffset: position,
    endOffset: position + 1,
    positionLength: 1,
    type: "word",
  }));
  expect(
    phraseMatches(
      tokens,
      [
        [0, 1],
        [0, 1],
      ],
      1,
    ),
  ).toEqual([[0, 1]]);
  expect(phraseMatches(tokens.slice(0, 1), [[0], [0]], 1)).toEqual([]);
});
