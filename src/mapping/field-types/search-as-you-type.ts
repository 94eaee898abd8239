import { defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { mapperParsing } from "../mapping-error.ts";
import {
  booleanParameter,
  indexParameter,
  normsParameter,
  type Parameter,
  readInteger,
  similarityOf,
  similarityParameter,
  storeParameter,
} from "../parameter.ts";
import { shingleAnalyzer, shinglePrefixAnalyzer } from "../text/shingles.ts";
import { textField, type TextFieldOptions } from "../text/text-field.ts";
import {
  analyzerParameter,
  analyzersOf,
  type FieldAnalyzers,
  indexOptions,
  postingsDetail,
  showAnalyzers,
  termVector,
} from "../text/text-parameters.ts";

const LEAST_SHINGLE = 2;
const MOST_SHINGLE = 4;
/** Longest indexed prefix, in characters. */
const LONGEST_PREFIX = 20;

const maxShingleSize: Parameter = {
  name: "max_shingle_size",
  fallback: 3,
  updateable: false,
  explicit: true,
  read(value) {
    const size = readInteger(value);
    if (size >= LEAST_SHINGLE && size <= MOST_SHINGLE) return size;
    throw mapperParsing(
      `[max_shingle_size] must be at least [${LEAST_SHINGLE}] and at most [${MOST_SHINGLE}], got [${size}]`,
    );
  },
};

/** Text with internal fields for shingles of two, three … words, and for the prefixes of all of them. */
export const searchAsYouType: FieldType = defineFieldType({
  name: "search_as_you_type",
  summary: "Text that is found while it is being typed: by words, runs of words and their beginnings.",
  parameters: [
    indexParameter,
    storeParameter,
    indexOptions,
    normsParameter(true),
    termVector,
    analyzerParameter("analyzer", false),
    analyzerParameter("search_analyzer", true),
    analyzerParameter("search_quote_analyzer", true),
    similarityParameter,
    booleanParameter("doc_values", false),
    maxShingleSize,
  ],

  create({ values, shown: asked }, context): IndexableField {
    const { path } = context;
    const indexed = values["index"] === true;
    if (values["doc_values"] === true)
      throw mapperParsing("Cannot set [doc_values] on field of type [search_as_you_type]");
    // Elasticsearch always returns these two.
    const shown = { ...asked, doc_values: false, max_shingle_size: values["max_shingle_size"] ?? null };
    showAnalyzers(values, shown);
    const analyzers = analyzersOf(values, context);
    const most = values["max_shingle_size"] as number;
    const made: Omit<TextFieldOptions, "path" | "analyzers" | "shown"> = {
      type: "search_as_you_type",
      detail: indexed ? postingsDetail(values["index_options"] as string) : undefined,
      norms: indexed && values["norms"] === true,
      similarity: similarityOf(values, context),
      gap: analyzers.index.positionIncrementGap,
    };
    const shingles = Array.from({ length: most - 1 }, (_, at) =>
      textField({ ...made, path: `${path}._${at + 2}gram`, shown: {}, analyzers: shingled(analyzers, at + 2) }),
    );
    const prefixes = textField({
      ...made,
      path: `${path}._index_prefix`,
      type: "prefix",
      shown: {},
      detail: indexed ? "docs" : undefined,
      norms: false,
      analyzers: { ...shingled(analyzers, most), index: shinglePrefixAnalyzer(analyzers.index, most, LONGEST_PREFIX) },
    });
    return {
      ...textField({ ...made, path, shown, analyzers }),
      shingles,
      subFields: [...shingles, prefixes].map((field) => ({ field, named: true })),
    };
  },
});

function shingled({ index, search, quote }: FieldAnalyzers, size: number): FieldAnalyzers {
  return {
    index: shingleAnalyzer(index, size),
    search: shingleAnalyzer(search, size),
    quote: shingleAnalyzer(quote, size),
  };
}
