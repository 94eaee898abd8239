/** The `_source` option: the document as it came, or a part of it. */
import type { FetchPhase } from "../fetch-phase.ts";
import { checkSourceFilter, filterSourceFields } from "../source-filtering.ts";

export const source: FetchPhase = {
  name: "source",
  readsRecords: true,
  check: (request, mapping) => checkSourceFilter(request.source, mapping),
  prepare({ source: filter, storedFields }, { access, reserveSource }) {
    const isShown = filter ? filter.fetch : storedFields === undefined || storedFields.includes("_source");
    if (!isShown) return undefined;
    return (hit, document) => {
      reserveSource(document.record().source.length);
      const shown = document.source();
      if (shown.text !== "") hit._source = filterSourceFields(shown, filter, access);
    };
  },
};
