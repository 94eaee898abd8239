/** Field-level security: a mapping that shows only the fields that a caller may see. */
import { type IndexAccess, showsAllFields, showsField } from "../access/index-access.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { type MappingView, viewOver } from "../mapping/mapping-view.ts";

/** The mapping without the other fields: they are as if unmapped. Itself where all are shown. */
export function grantedMapping(mapping: MappingView, access: IndexAccess | undefined): MappingView {
  if (access === undefined || showsAllFields(access)) return mapping;
  // By the name asked for too: a key within a flattened field has no path of its own.
  const shows = (path: string, field: MappedField): boolean =>
    field.chunksOf === undefined
      ? showsField(access, field.path) && showsField(access, realPath(mapping, path))
      : showsField(access, field.chunksOf);
  return viewOver(mapping, {
    field: (path) => {
      const field = mapping.field(path);
      return field && shows(path, field) ? seenWith(access, field) : undefined;
    },
    hiddenType: (path) => {
      const field = mapping.field(path);
      return field && !shows(path, field) ? field.type : undefined;
    },
    matching: (pattern) => mapping.matching(pattern).filter((path) => showsField(access, mapping.resolve(path))),
  });
}

/** What of a document a field is made of that looks beyond its own path is told apart by what is shown. */
function seenWith({ fields }: IndexAccess, field: MappedField): MappedField {
  const values = field.runtime?.values;
  if (!values?.looksFurther) return field;
  return { ...field, runtime: { ...field.runtime, values: { ...values, key: JSON.stringify([values.key, fields]) } } };
}

/** The path without aliases: an alias may stand for a flattened field, whose keys follow. */
function realPath(mapping: MappingView, path: string): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const part = path.slice(0, end);
    const real = mapping.resolve(part);
    if (real !== part) return real + path.slice(end);
  }
  return path;
}
