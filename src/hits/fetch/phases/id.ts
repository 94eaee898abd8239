/** Identity of the hit: `_index` and `_id`. */
import type { FetchPhase } from "../fetch-phase.ts";
import { showsMetadata } from "../hit-options.ts";

export const id: FetchPhase = {
  name: "id",
  prepare(request, { view }) {
    const { index } = view;
    const withId = showsMetadata(request);
    return (hit, { reader, doc }) => {
      hit._index = index;
      if (withId) hit._id = reader.id(doc);
    };
  },
};
