/** The `_source` option: the document as received, or a part of it. */
import { showsAllFields } from "../../../access/index-access.ts";
import { filteredSource } from "../../../compat/filtered-source.ts";
import { READS } from "../../../segment/field-reads.ts";
import type { FetchPhase } from "../fetch-phase.ts";
import { showsSource } from "../hit-options.ts";
import { asksEmbeddings, withEmbeddings } from "../shown-embeddings.ts";
import { checkSourceFilter, filterSourceFields } from "../source-filtering.ts";

export const source: FetchPhase = {
  name: "source",
  profiledAs: () => "FetchSourcePhase",
  showsWhole: ({ source: filter }, { access, view }) =>
    view.nestedPath === undefined && showsAllFields(access) && !filter?.includes.length && !filter?.excludes.length,
  check: (request, mapping) => checkSourceFilter(request.source, mapping),
  prepare(request, { access, reserveSource, view }) {
    if (!showsSource(request)) return undefined;
    view.segments[0]?.reads.add("_source", READS.storedFields);
    const filter = request.source;
    const showsEmbeddings = asksEmbeddings(request);
    return (hit, document) => {
      reserveSource(document.record().source.length);
      const shown = document.source();
      if (shown.bytes.length === 0) return;
      const { nested } = document;
      hit._source = nested
        ? nested.objectOf(filteredSource(document.visibleSpelled(), filter?.includes ?? [], filter?.excludes ?? []))
        : filterSourceFields(shown, filter, access);
      if (showsEmbeddings && !nested) hit._source = withEmbeddings(hit._source, document.record().source, access);
    };
  },
  prepareWritten(request, shard) {
    const { records, reserveSource, mapping, view } = shard;
    if (mapping.sourceLoader || !source.showsWhole?.(request, shard)) return undefined;
    view.segments[0]?.reads.add("_source", READS.storedFields);
    return (writer, { reader, doc }) => {
      const bytes = records.source(reader, doc);
      reserveSource(bytes.length);
      if (bytes.length === 0) return;
      writer.member('"_source":');
      writer.bytes(bytes);
    };
  },
};
