/** A mapping with additional runtime fields, which override mapped fields of the same name. */
import { simpleMatch } from "../../compat/wildcard.ts";
import type { MappedField } from "../field-type.ts";
import { type MappingView, viewOver } from "../mapping-view.ts";

/** The mapping with the additional fields; the mapping itself when there are none. */
export function overlaidMapping(base: MappingView, added: ReadonlyMap<string, MappedField>): MappingView {
  if (added.size === 0) return base;
  const fields = new Map([...(base.runtimeFields ?? []), ...added]);
  // An alias may point to a runtime field.
  const runtimeField = (path: string): MappedField | undefined => fields.get(path) ?? fields.get(base.resolve(path));
  return viewOver(base, {
    runtimeFields: fields,
    field: (path) => runtimeField(path) ?? base.field(path),
    matching: (pattern) =>
      [
        ...new Set([...base.matching(pattern), ...[...fields.keys()].filter((name) => simpleMatch(pattern, name))]),
      ].sort(),
    resolve: (path) => (fields.has(path) ? path : base.resolve(path)),
  });
}
