/** Identity of the hit: `_index` and `_id`, and `_nested` of a nested object. */
import { writeJson } from "../../../compat/json/write-json.ts";
import { READS } from "../../../segment/field-reads.ts";
import type { FetchPhase } from "../fetch-phase.ts";
import { showsMetadata } from "../hit-options.ts";

export const id: FetchPhase = {
  name: "id",
  profiledAs: (request) => (showsMetadata(request) ? "StoredFieldsPhase" : undefined),
  prepare(request, { view }) {
    const { index, nestedPath } = view;
    const withId = nestedPath !== undefined || showsMetadata(request);
    if (withId) view.segments[0]?.reads.add("_id", READS.storedFields);
    return (hit, { reader, doc, nested }) => {
      hit._index = index;
      if (withId) hit._id = reader.id(doc);
      if (nested) hit._nested = nested.identity;
    };
  },
  prepareWritten(request, { view }) {
    if (view.nestedPath !== undefined) return undefined;
    const index = `"_index":${writeJson(view.index)}`;
    if (!showsMetadata(request)) return (writer) => writer.member(index);
    view.segments[0]?.reads.add("_id", READS.storedFields);
    const names = `${index},"_id":`;
    return (writer, { reader, doc }) => {
      writer.member(names);
      writer.text(writeJson(reader.id(doc)));
    };
  },
};
