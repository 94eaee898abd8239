/** The capabilities of fields over several indices (`FieldCapabilities.Builder`). */
import { put } from "../../core/names.ts";
import { valueText } from "../../compat/value-text.ts";
import type { FieldCapability } from "./index-caps.ts";

/** An index with its fields. */
export interface IndexCaps {
  readonly index: string;
  readonly fields: ReadonlyMap<string, FieldCapability>;
}

const UNMAPPED: FieldCapability = {
  type: "unmapped",
  isMetadata: false,
  searchable: false,
  aggregatable: false,
  meta: {},
};

interface Member {
  readonly index: string;
  readonly capability: FieldCapability;
}

/**
 * `{field: {type: {type, metadata_field, searchable, aggregatable, indices, …}}}`. `unmapped`: indices without a field
 * that others have are shown as a type of its own.
 */
export function mergeCaps(indices: readonly IndexCaps[], unmapped: boolean): Record<string, Record<string, unknown>> {
  const ordered = [...indices].sort((left, right) => (left.index < right.index ? -1 : 1));
  const members = new Map<string, Member[]>();
  for (const { index, fields } of ordered) {
    for (const [name, capability] of fields) members.set(name, [...(members.get(name) ?? []), { index, capability }]);
  }
  const merged: Record<string, Record<string, unknown>> = {};
  for (const [name, having] of members) {
    const without = unmapped
      ? ordered.filter(({ fields }) => !fields.has(name)).map(({ index }) => ({ index, capability: UNMAPPED }))
      : [];
    put(merged, name, mergeField([...having, ...without]));
  }
  return merged;
}

function mergeField(members: readonly Member[]): Record<string, unknown> {
  const types = [...new Set(members.map(({ capability }) => capability.type))];
  return Object.fromEntries(
    types.map((type) => [
      type,
      mergeType(
        members.filter(({ capability }) => capability.type === type),
        types.length > 1,
      ),
    ]),
  );
}

/** `named`: other indices have the field with another type, so that those of this one are named. */
function mergeType(members: readonly Member[], named: boolean): Record<string, unknown> {
  const first = members[0]?.capability ?? UNMAPPED;
  const lackingSearch = members.filter(({ capability }) => !capability.searchable);
  const lackingColumn = members.filter(({ capability }) => !capability.aggregatable);
  const meta = mergeMeta(members);
  return {
    type: first.type,
    metadata_field: first.isMetadata,
    searchable: lackingSearch.length === 0,
    aggregatable: lackingColumn.length === 0,
    ...(named ? { indices: namesOf(members) } : {}),
    ...(isPart(lackingSearch, members) ? { non_searchable_indices: namesOf(lackingSearch) } : {}),
    ...(isPart(lackingColumn, members) ? { non_aggregatable_indices: namesOf(lackingColumn) } : {}),
    ...(meta ? { meta } : {}),
  };
}

function isPart(some: readonly Member[], all: readonly Member[]): boolean {
  return some.length > 0 && some.length < all.length;
}

function namesOf(members: readonly Member[]): string[] {
  return members.map(({ index }) => index);
}

/** All values of each key, ascending; undefined without any. */
function mergeMeta(members: readonly Member[]): Record<string, string[]> | undefined {
  const values = new Map<string, Set<string>>();
  for (const { capability } of members) {
    for (const [key, value] of Object.entries(capability.meta))
      values.set(key, (values.get(key) ?? new Set()).add(valueText(value)));
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries([...values].map(([key, set]) => [key, [...set].sort()]));
}
