/** `span_field_masking`: spans of one field among those of another. */
import type { QueryKind } from "../query-kind.ts";
import { readMasking } from "../spans/read-masking.ts";

export const spanFieldMasking: QueryKind = {
  name: "span_field_masking",
  summary: "Lets spans of one field stand among those of another.",
  parse: readMasking,
};
