import { illegalArgument } from "../../compat/errors.ts";
import { shortestFloat } from "../../core/float32.ts";
import { type FieldCapabilities, plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import { featureValue } from "../features/feature-value.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import { booleanParameter } from "../parameter.ts";
import { badValue } from "../value-error.ts";

const numbers: FieldCapabilities = { ...plainValues, feature: "one", showsDoubles: true };

/** Elasticsearch's internal field that holds the values of all fields of this type. */
const FEATURES = "_feature";

/** One positive number for scoring. */
export const rankFeature: FieldType = defineFieldType({
  name: "rank_feature",
  summary: "A positive number by which documents can be scored.",
  parameters: [booleanParameter("positive_score_impact", true)],

  create({ shown }, { path }): IndexableField {
    const base = baseField(path, {
      type: "rank_feature",
      capabilities: numbers,
      searchable: true,
      aggregatable: false,
      spec: { terms: undefined, norms: false, column: "double" },
      shown,
    });
    return {
      ...base,
      withoutFieldData: "[rank_feature] fields do not support sorting, scripting or aggregating",

      term() {
        throw illegalArgument("Queries on [rank_feature] fields are not supported");
      },

      index(value, target) {
        if (value === null) return;
        const number = featureValue(value, { feature: path, field: FEATURES });
        // Zero for the first value of a document.
        if (target.nextPosition > 0) {
          throw badValue(
            `[rank_feature] fields do not support indexing multiple values for the same field [${path}] in the same document`,
          );
        }
        target.nextPosition = 1;
        target.builder.addNumber(target.field, number);
      },

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        const number = typeof sourceValue === "string" ? parseJavaDouble(sourceValue) : Number(sourceValue);
        return sourceValue === null || number === undefined || Number.isNaN(number) ? undefined : shortestFloat(number);
      },
    };
  },
});
