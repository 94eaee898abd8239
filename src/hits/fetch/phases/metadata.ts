/** Metadata fields that only some documents have: `_ignored` and `_routing`. */
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
  // Written where no document of the segments has any.
  prepareWritten: (_request, { view }) =>
    view.segments.some((segment) => segment.field("_ignored") || segment.field("_routing"))
      ? undefined
      : () => undefined,
};
