/** Metadata fields that only some documents have: `_ignored` and `_routing`. */
import { docValues } from "../docvalue-fields.ts";
import type { FetchPhase } from "../fetch-phase.ts";
import { showsMetadata } from "../hit-options.ts";

export const metadata: FetchPhase = {
  name: "metadata",
  profiledAs: () => "FetchFieldsPhase",
  prepare: (request, { view }) =>
    showsMetadata(request) && view.nestedPath === undefined
      ? (hit, document) => {
          const ignored = document.ignored();
          if (ignored.length > 0) hit._ignored = ignored;
          const routing = document.routing();
          if (routing !== undefined) hit._routing = routing;
        }
      : undefined,
  prepareWritten(_request, { view }) {
    // Routings stand in records alone.
    if (view.segments.some((segment) => segment.field("_routing"))) return undefined;
    const mapped = view.mapping.field("_ignored");
    return (writer, { reader, doc }) => {
      if (!mapped || !reader.field("_ignored")) return;
      const ignored = docValues(reader, mapped, doc, undefined);
      if (ignored.length === 0) return;
      writer.member('"_ignored":');
      writer.add(ignored.map(String));
    };
  },
};
