import { illegalArgument } from "../../compat/errors.ts";
import { annotationAnalyzer } from "../annotations/annotation-analyzer.ts";
import { defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { normsParameter, similarityOf, similarityParameter, storeParameter } from "../parameter.ts";
import { textSyntheticSource } from "../synthetic-source/texts-shown-back.ts";
import { textField } from "../text/text-field.ts";
import {
  analyzerParameter,
  analyzersOf,
  indexOptions,
  positionIncrementGap,
  showAnalyzers,
  termVector,
} from "../text/text-parameters.ts";

/**
 * Text analysed into words, parts of which may be annotated: `[text](annotation&annotation)`. Annotations are indexed
 * as whole terms.
 */
export const annotatedText: FieldType = defineFieldType({
  name: "annotated_text",
  summary: "Text that is analysed into words, with annotations that are found as whole terms where they stand.",
  incomplete: "the annotated highlighter is missing.",
  parameters: [
    storeParameter,
    indexOptions,
    normsParameter(true),
    termVector,
    similarityParameter,
    analyzerParameter("analyzer", false),
    analyzerParameter("search_analyzer", true),
    analyzerParameter("search_quote_analyzer", true),
    positionIncrementGap,
  ],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const options = values["index_options"] as string;
    const positions = options === "positions" || options === "offsets";
    if (shown["position_increment_gap"] !== undefined && !positions) {
      throw illegalArgument(
        `Cannot set position_increment_gap on field [${path.slice(path.lastIndexOf(".") + 1)}] without positions enabled`,
      );
    }
    const { index, search, quote } = analyzersOf(values, context);
    showAnalyzers(values, shown);
    const field = textField({
      path,
      type: "annotated_text",
      shown,
      detail: positions ? "positions" : options === "freqs" ? "freqs" : "docs",
      norms: values["norms"] === true,
      similarity: similarityOf(values, context),
      gap: (shown["position_increment_gap"] as number | undefined) ?? index.positionIncrementGap,
      analyzers: {
        index: annotationAnalyzer(index),
        search: annotationAnalyzer(search),
        quote: annotationAnalyzer(quote),
      },
    });
    return { ...field, syntheticSource: textSyntheticSource(values["store"] !== true) };
  },
});
