/** Field-level security: a mapping that shows only the fields that a caller may see. */
import { simpleMatchAny } from "../core/wildcard.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { SearchTarget } from "./search-service.ts";

export type GrantedFields = NonNullable<SearchTarget["grantedFields"]>;

/** Whether a field, or something below it, may be seen. */
export function isGranted(path: string, fields: GrantedFields): boolean {
  if (path.startsWith("_")) return true;
  return simpleMatchAny(fields.grant, path) && !simpleMatchAny(fields.except, path);
}

/** The mapping without the other fields: they are as if unmapped. */
export function grantedMapping(mapping: MappingView, fields: GrantedFields): MappingView {
  return {
    index: mapping.index,
    version: mapping.version,
    field: (path) => {
      const field = mapping.field(path);
      return field && isGranted(field.path, fields) ? field : undefined;
    },
    matching: (pattern) => mapping.matching(pattern).filter((path) => isGranted(mapping.resolve(path), fields)),
    isObject: (path) => mapping.isObject(path),
    analyzer: (name) => mapping.analyzer(name),
    setting: (name) => mapping.setting(name),
    resolve: (path) => mapping.resolve(path),
  };
}
