/** Resolves the field of a query and checks that it can be searched. */
import { illegalArgument } from "../compat/errors.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { refuseUnindexed } from "./expensive-queries.ts";
import type { Expression } from "./expression.ts";
import { matchNone } from "./match-none/match-none-expression.ts";
import type { SearcherView } from "./query.ts";
import { queryShardException } from "./query-shard-exception.ts";

/** The field of a path; undefined when a query on it matches nothing (unmapped, or an object). */
export function searchableField(searcher: SearcherView, path: string): MappedField | undefined {
  const field = searcher.mapping.field(path);
  return field && !field.capabilities.object ? field : undefined;
}

/** The expression for a query on an unmapped field. */
export function unmapped(path: string): Expression {
  return matchNone(`unmapped field [${path}]`);
}

export function refuseUnsearchable(searcher: SearcherView, field: MappedField): void {
  refuseClosed(searcher, field);
  const { exactQuery } = field.capabilities;
  if (exactQuery === "geometry") {
    throw illegalArgument(
      `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.path}]`,
    );
  }
  if (exactQuery === "bytes") throw illegalArgument("Binary fields do not support searching");
  refuseWithoutIndex(field);
  refuseUnindexed(searcher, field);
}

/** Throws for a field that has neither terms nor, where its type can be searched in these, doc values. */
export function refuseWithoutIndex(field: MappedField): void {
  if (field.searchable || field.runtime) return;
  if (field.capabilities.queries)
    throw illegalArgument("Percolator fields are not searchable directly, use a percolate query instead");
  if (!field.capabilities.columnQuery)
    throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed.`);
  if (!field.aggregatable && !field.path.startsWith("_"))
    throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed nor has doc values.`);
}

export function refuseClosed(searcher: SearcherView, field: MappedField): void {
  if (field.path === "_source" || field.path === "_version") {
    throw queryShardException(searcher.index, `The ${field.path} field is not searchable`);
  }
  if (field.path === "_doc_count")
    throw queryShardException(searcher.index, `Field [_doc_count] of type [_doc_count] is not searchable`);
  if (field.path === "_ignored_source")
    throw illegalArgument(`Cannot search on field [_ignored_source] since it is not indexed.`);
  if (field.path === "_data_stream_timestamp")
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support term queries`);
}
