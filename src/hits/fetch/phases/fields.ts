/** The `fields` option: values of the source as the mapping interprets them, and ignored values. */
import { READS } from "../../../segment/field-reads.ts";
import type { FetchPhase } from "../fetch-phase.ts";
import { addFields } from "../add-fields.ts";
import { FieldFetcher } from "../fetch-fields.ts";

export const fields: FetchPhase = {
  name: "fields",
  profiledAs: () => "FetchFieldsPhase",
  prepare(request, { mapping, view, lookups }) {
    if (request.fields.length === 0) return undefined;
    view.segments[0]?.reads.add("_source", READS.storedFields);
    const fetcher = new FieldFetcher(request.fields, mapping);
    return (hit, document) => {
      const fetched = fetcher.fetch(document.visibleSpelled(), {
        id: document.reader.id(document.doc),
        index: view.index,
        routing: document.routing(),
        ignored: document.ignored(),
        runtime: (field) => document.runtimeValues(field),
        version: () => document.version(),
        column: (name) => document.column(name),
      });
      addFields(hit, fetched.fields);
      if (Object.keys(fetched.ignoredValues).length > 0) hit.ignored_field_values = fetched.ignoredValues;
      if (fetched.lookups) lookups.push({ hit, lookups: fetched.lookups });
    };
  },
};
