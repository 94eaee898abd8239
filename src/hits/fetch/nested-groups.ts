/**
 * Fields of nested objects, as `fields` shows them: one object for each, with the fields in it (`NestedValueFetcher`).
 */
import type { MappingView } from "../../mapping/mapping-view.ts";
import { nestedAbove } from "../nested-paths.ts";

/** Fields by the nested object that holds them. */
export interface NestedGroup<Field> {
  /** Path of the nested object; empty for the document. */
  readonly path: string;
  readonly fields: Field[];
  readonly groups: NestedGroup<Field>[];
}

/** Sorts fields into the nested objects of a mapping. */
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
