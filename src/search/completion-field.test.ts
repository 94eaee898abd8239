/** Completion fields as Elasticsearch 8.19 has them: mappings, documents, terms. */
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import {
  documentAnswer,
  mappingAnswer,
  recordedCases,
  type RecordedCases,
  updateAnswer,
} from "../testing/search/recorded-cases.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

interface CompletionCases extends RecordedCases {
  readonly termsSettings: {
    readonly analysis: {
      readonly analyzer: { readonly stopped: { readonly type: string; readonly stopwords: string[] } };
    };
  };
  readonly termsMapping: JsonObject;
  /** All terms of an input in a field. */
  readonly terms: readonly { readonly field: string; readonly input: string; readonly terms: readonly string[] }[];
}

const cases = recordedCases("completion-cases.json") as unknown as CompletionCases;
const fixture = new SearchFixture();
const FIELDS = ["x", "y", "yp", "yt", "yn", "z", "q", "short"];

beforeAll(async () => {
  await fixture.create("documents", { mapping: cases.documentsMapping });
  const { stopped } = cases.termsSettings.analysis.analyzer;
  await fixture.create("terms", {
    mapping: cases.termsMapping,
    settings: {
      "index.analysis.analyzer.stopped.type": stopped.type,
      "index.analysis.analyzer.stopped.stopwords": stopped.stopwords.join(","),
    },
  });
});

describe("mappings", () => {
  test.each(
    cases.mappings.map(({ mapping, answer }) => [JSON.stringify(mapping.properties), mapping, answer] as const),
  )("%s", (_title, mapping, answer) => {
    expect(mappingAnswer(mapping)).toEqual(answer);
  });

  test.each(cases.updates.map((one) => [JSON.stringify(one.update), one] as const))(
    "update to %s",
    (_title, { before, update, answer }) => {
      expect(updateAnswer(before, update)).toEqual(answer);
    },
  );
});

test.each(cases.documents.map(({ document, answer }) => [document.slice(0, 100), document, answer] as const))(
  "%s",
  async (_title, document, answer) => {
    expect(await documentAnswer(fixture, "documents", document, FIELDS)).toEqual(answer);
  },
);

describe("an input is one term of its words and the holes between them", () => {
  test.each(cases.terms.map((one) => [one.field, one.input, one.terms] as const))(
    "in %s: %j",
    async (field, input, terms) => {
      await fixture.write("terms", [["1", { [field]: input }]]);
      for (const term of terms) {
        const found = await fixture.search("terms", { query: { term: { [field]: term } } });
        expect(hitsOf(found)).toHaveLength(1);
      }
      const match = await fixture.search("terms", { query: { match: { [field]: input } } });
      expect(hitsOf(match)).toHaveLength(terms.length);
      await fixture.delete("terms", ["1"]);
    },
  );
});
