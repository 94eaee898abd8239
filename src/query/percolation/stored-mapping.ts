/** The mapping as stored queries see it. */
import type { MappedField } from "../../mapping/field-type.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { type MappingView, viewOver } from "../../mapping/mapping-view.ts";
import { LUCENE_BM25 } from "../../mapping/similarities.ts";
import { queryShardException } from "../query-shard-exception.ts";

const AS_TEXT = "index.percolator.map_unmapped_fields_as_text";

/** The mapping with which a query is stored: a field that is not mapped is refused, since its type is not known yet. */
export function storingMapping(mapping: MappingView): MappingView {
  const unmapped = unmappedField(mapping);
  return viewOver(mapping, {
    field(path) {
      const field = mapping.field(path);
      if (field || mapping.isObject(path)) return field;
      if (unmapped) return unmapped(path);
      throw queryShardException(mapping.index, `No field mapping can be found for the field with name [${path}]`);
    },
  });
}

/** The mapping with which stored queries are run: documents in memory are scored by Lucene's own formula. */
export function percolatingMapping(mapping: MappingView): MappingView {
  const unmapped = unmappedField(mapping);
  const known = new Map<MappedField, MappedField>();
  return viewOver(mapping, {
    field(path) {
      const field = mapping.field(path) ?? (mapping.isObject(path) ? undefined : unmapped?.(path));
      let scored = field && known.get(field);
      if (field && !scored) known.set(field, (scored = { ...field, similarity: LUCENE_BM25 }));
      return scored;
    },
  });
}

/** What a field is that is not mapped: text, where the index setting says so; undefined: nothing. */
function unmappedField(mapping: MappingView): ((path: string) => MappedField | undefined) | undefined {
  return mapping.setting(AS_TEXT) === "true" ? (path) => textField(mapping, path) : undefined;
}

/** A field of text with the default analyzer. */
function textField(mapping: MappingView, path: string): MappedField | undefined {
  const made = Mapping.parse({
    name: mapping.index,
    settings: {},
    mapping: { properties: { text: { type: "text" } } },
    mappingVersion: 0,
  }).field("text");
  return made && { ...made, path };
}
