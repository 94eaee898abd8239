/** The `stored_fields` option: values that are stored separately. */
import type { FetchPhase } from "../fetch-phase.ts";
import { addFields } from "../add-fields.ts";
import { storedFields as storedFieldsOf } from "../stored-fields.ts";

export const storedFields: FetchPhase = {
  name: "stored_fields",
  profiledAs: () => "StoredFieldsPhase",
  prepare(request, { mapping }) {
    const stored = request.storedFields && storedFieldsOf(request.storedFields, mapping);
    return stored && ((hit, document) => addFields(hit, stored.of(document.visibleRawSource())));
  },
};
