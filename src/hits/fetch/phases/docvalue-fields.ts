/** The `docvalue_fields` option: values from the columns. */
import type { Json } from "../../../core/json.ts";
import type { FetchPhase } from "../fetch-phase.ts";
import { appendFields } from "../add-fields.ts";
import { checkDocvalueFields, DocvalueFetcher } from "../docvalue-fields.ts";

export const docvalueFields: FetchPhase = {
  name: "docvalue_fields",
  profiledAs: () => "FetchDocValuesPhase",
  check: (request, mapping) => checkDocvalueFields(request.docvalueFields, mapping),
  prepare(request, { mapping }) {
    if (request.docvalueFields.length === 0) return undefined;
    const fetcher = new DocvalueFetcher(request.docvalueFields, mapping);
    return (hit, document) => {
      const fields: Record<string, Json[]> = {};
      fetcher.fetch(document, fields);
      appendFields(hit, fields);
    };
  },
};
