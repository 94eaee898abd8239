import type { TokenFilterKind } from "../component.ts";
import { icuTransform } from "../languages/icu-transforms.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

/** Lucene's ICUTransformFilter. */
export const icuTransformFilter: TokenFilterKind = {
  name: "icu_transform",
  summary: "Transforms of ICU: normalizations, case and removal, with filters and in chains; those between scripts are refused.",
  normalizing: true,
  create: (parameters) => normalizationFilter(icuTransform(parameters.string("id") ?? "Null", parameters.string("dir") === "reverse")),
};
