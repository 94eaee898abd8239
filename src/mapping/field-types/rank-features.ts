import { plainValues } from "../field-capabilities.ts";
import type { FieldType } from "../field-type.ts";
import { featuresType } from "../features/features-type.ts";
import { booleanParameter } from "../parameter.ts";

/** Many named features. */
export const rankFeatures: FieldType = featuresType({
  name: "rank_features",
  summary: "Positive numbers with names, by which documents can be scored.",
  parameters: [booleanParameter("positive_score_impact", true)],
  repeatable: false,
  searchable: false,
  values: { ...plainValues, feature: "several" },
  exists: false,
});
