/** Fields of nested objects as `fields` renders them: one object each, containing its fields (`NestedValueFetcher`). */
import type { MappingView } from "../../mapping/mapping-view.ts";
import { nestedAbove } from "../nested-paths.ts";

/** Fields grouped by the nested object that contains them. */
export interface NestedGroup<Field> {
  /** Path of the nested object; empty for the document. */
  readonly path: string;
  readonly fields: Field[];
  readonly groups: NestedGroup<Field>[];
}

/** Groups fields by the nested objects of a mapping. */
export function groupByNested<Field extends { readonly field: { readonly path: string } }>(
  fields: readonly Field[],
  mapping: MappingView,
): NestedGroup<Field> {
  const root: NestedGroup<Field> = { path: "", fields: [], groups: [] };
  for (const field of fields) {
    let group = root;
    for (const path of nestedAbove(field.field.path, mapping)) {
      let inner = group.groups.find((one) => one.path === path);
      if (!inner) {
        inner = { path, fields: [], groups: [] };
        group.groups.push(inner);
      }
      group = inner;
    }
    group.fields.push(field);
  }
  return root;
}
