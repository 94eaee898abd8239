/** The join field of an index, and the relations that it has (Elasticsearch's `Joiner`). */
import { isJsonObject, type Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";

/** A join field. */
export interface Relations {
  readonly field: MappedField;
  /** The children of each parent. */
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** The join field of a mapping; an index has at most one. */
export function relationsOf(mapping: MappingView): Relations | undefined {
  for (const path of mapping.matching("*")) {
    const field = mapping.field(path);
    if (!field?.capabilities.joins) continue;
    const { relations = null } = field.parameters;
    const entries = isJsonObject(relations) ? Object.entries(relations) : [];
    return { field, children: new Map(entries.map(([parent, children]) => [parent, listOf(children)])) };
  }
  return undefined;
}

function listOf(children: Json): readonly string[] {
  return (Array.isArray(children) ? children : [children]).map(String);
}

/** The parent of a relation; undefined when it is no child. */
export function parentOf({ children }: Relations, child: string): string | undefined {
  for (const [parent, own] of children) if (own.includes(child)) return parent;
  return undefined;
}

/** The field with the id of the parent, which a parent has of itself. */
export function idField(mapping: MappingView, { field }: Relations, parent: string): MappedField | undefined {
  return mapping.field(`${field.path}#${parent}`);
}
