/** `field_masking_span`: the older name of `span_field_masking`. */
import type { QueryKind } from "../query-kind.ts";
import { readMasking } from "../spans/read-masking.ts";

export const fieldMaskingSpan: QueryKind = {
  name: "field_masking_span",
  summary: "The older name of span_field_masking.",
  parse: readMasking,
};
