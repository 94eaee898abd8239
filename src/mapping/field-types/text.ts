import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField, FrequencyFilter } from "../field-type.ts";
import {
  booleanParameter,
  indexParameter,
  normsParameter,
  similarityOf,
  similarityParameter,
  storeParameter,
} from "../parameter.ts";
import { textSyntheticSource } from "../synthetic-source/texts-shown-back.ts";
import { shingleAnalyzer } from "../text/shingles.ts";
import { textField } from "../text/text-field.ts";
import {
  analyzerParameter,
  analyzersOf,
  type FieldAnalyzers,
  fielddataFilter,
  indexOptions,
  postingsDetail,
  indexPrefixes,
  positionIncrementGap,
  showAnalyzers,
  termVector,
} from "../text/text-parameters.ts";

/** Text that is analysed into words. */
export const text: FieldType = defineFieldType({
  name: "text",
  summary: "Text that is analysed into words and found by them.",
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
    positionIncrementGap,
    booleanParameter("fielddata", false, { updateable: true }),
    fielddataFilter,
    booleanParameter("eager_global_ordinals", false, { updateable: true }),
    booleanParameter("index_phrases", false),
    indexPrefixes,
  ],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const name = path.slice(path.lastIndexOf(".") + 1);
    const indexed = values["index"] === true;
    const options = values["index_options"] as string;
    const positions = options === "positions" || options === "offsets";
    if (shown["position_increment_gap"] !== undefined && !positions) {
      throw illegalArgument(`Cannot set position_increment_gap on field [${name}] without positions enabled`);
    }
    const phrases = values["index_phrases"] === true;
    if (phrases && !indexed) throw illegalArgument(`Cannot set index_phrases on unindexed field [${name}]`);
    if (phrases && !positions)
      throw illegalArgument(`Cannot set index_phrases on field [${name}] if positions are not enabled`);
    if (isJsonObject(values["index_prefixes"]) && !indexed)
      throw illegalArgument(`Cannot set index_prefixes on unindexed field [${name}]`);
    const fielddata = values["fielddata"] === true;
    if (fielddata && !indexed)
      throw illegalArgument(`Cannot enable fielddata on a [text] field that is not indexed: [${path}]`);
    const analyzers = analyzersOf(values, context);
    showAnalyzers(values, shown);
    const made = {
      type: "text",
      detail: indexed ? postingsDetail(options) : undefined,
      norms: indexed && values["norms"] === true,
      similarity: similarityOf(values, context),
      gap: (shown["position_increment_gap"] as number | undefined) ?? analyzers.index.positionIncrementGap,
    } as const;
    const field = textField({ ...made, path, shown, analyzers, fielddata });
    const pairs = phrases
      ? textField({ ...made, path: `${path}._index_phrase`, shown: {}, analyzers: pairsOf(analyzers) })
      : undefined;
    return {
      ...field,
      ...(fielddata ? { fielddataFilter: values["fielddata_frequency_filter"] as unknown as FrequencyFilter } : {}),
      ...prefixLengths(values["index_prefixes"]),
      syntheticSource: textSyntheticSource(values["store"] !== true),
      ...(pairs ? { shingles: [pairs], subFields: [{ field: pairs, named: false }] } : {}),
    };
  },
});

/** `index_phrases`: pairs of adjacent words are terms of an internal field. */
function pairsOf({ index, search, quote }: FieldAnalyzers): FieldAnalyzers {
  return { index: shingleAnalyzer(index, 2), search: shingleAnalyzer(search, 2), quote: shingleAnalyzer(quote, 2) };
}

/** `index_prefixes` indexes nothing: the dictionary is sorted, so the words with a prefix are a range of it. */
function prefixLengths(value: Json | undefined): Pick<IndexableField, "prefixLengths"> {
  return isJsonObject(value)
    ? { prefixLengths: { least: Number(value["min_chars"]), most: Number(value["max_chars"]) } }
    : {};
}
