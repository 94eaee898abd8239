/**
 * Fields of nested objects, as `fields` shows them: one object for each, with the fields in it (`NestedValueFetcher`).
 */
import type { MappingView } from "../../mapping/mapping-view.ts";

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

/** The nested objects around a path, the outermost first. */
export function nestedAbove(path: string, mapping: MappingView): string[] {
  const paths: string[] = [];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const parent = path.slice(0, dot);
    if (isNestedObject(parent, mapping)) paths.push(parent);
  }
  return paths;
}

/** Whether nested objects stand at a path. */
export function isNestedObject(path: string, mapping: MappingView): boolean {
  return mapping.field(path)?.type === "nested";
}
