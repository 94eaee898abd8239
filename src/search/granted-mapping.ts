/** Field-level security: a mapping that shows only the fields that a caller may see. */
import { type IndexAccess, showsAllFields, showsField } from "../documents/index-access.ts";
import type { MappingView } from "../mapping/mapping-view.ts";

/** The mapping without the other fields: they are as if unmapped. Itself where all are shown. */
export function grantedMapping(mapping: MappingView, access: IndexAccess | undefined): MappingView {
  if (access === undefined || showsAllFields(access)) return mapping;
  return {
    index: mapping.index,
    version: mapping.version,
    field: (path) => {
      const field = mapping.field(path);
      return field && showsField(access, field.path) ? field : undefined;
    },
    hiddenType: (path) => {
      const field = mapping.field(path);
      return field && !showsField(access, field.path) ? field.type : undefined;
    },
    matching: (pattern) => mapping.matching(pattern).filter((path) => showsField(access, mapping.resolve(path))),
    isObject: (path) => mapping.isObject(path),
    analyzer: (name) => mapping.analyzer(name),
    setting: (name) => mapping.setting(name),
    resolve: (path) => mapping.resolve(path),
  };
}
