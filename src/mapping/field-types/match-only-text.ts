import { defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { BOOLEAN } from "../similarities.ts";
import { textSyntheticSource } from "../synthetic-source/texts-shown-back.ts";
import { textField } from "../text/text-field.ts";
import { analyzersOf } from "../text/text-parameters.ts";

/** Text whose matches all have the same score: no norms, the default analyzer of the index. */
export const matchOnlyText: FieldType = defineFieldType({
  name: "match_only_text",
  summary: "Text that is found by its words without being scored by them.",
  parameters: [],

  create({ shown }, context): IndexableField {
    const analyzers = analyzersOf({}, context);
    const field = textField({
      path: context.path,
      type: "match_only_text",
      shown,
      // Phrases are matched by positions; Elasticsearch checks the source instead.
      detail: "positions",
      norms: false,
      similarity: BOOLEAN,
      analyzers,
      gap: analyzers.index.positionIncrementGap,
    });
    return { ...field, capsType: "text", syntheticSource: textSyntheticSource(false) };
  },
});
