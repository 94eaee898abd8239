/** Which fields can be sorted on; errors in Elasticsearch's words. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { requireFieldData } from "../../mapping/field-data.ts";
import type { MappedField, SortRefusal } from "../../mapping/field-type.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SortSpec } from "./sort-spec.ts";

/** 400 `query_shard_exception` on the index of the shard. */
export function sortShardException(searcher: SearcherView, reason: string): RequestError {
  return new RequestError(400, "query_shard_exception", reason, { details: { index: searcher.index } });
}

/** Throws unless the field has a column that can be sorted as requested. */
export function checkSortable(
  field: MappedField,
  spec: Extract<SortSpec, { kind: "field" }>,
  searcher: SearcherView,
): void {
  if (field.withoutSort) throw cannotSort(field.withoutSort);
  requireFieldData(field, spec.field, searcher.index);
  const { geometry, joinedValues, sortColumn } = field.capabilities;
  if (geometry) {
    const types = geometry.of === "shapes" ? field.type : field.runtime ? "geo_point" : "geo_point or point";
    throw illegalArgument(`can't sort on ${types} field without using specific sorting feature, like geo_distance`);
  }
  if (sortColumn !== "terms" && !joinedValues) return;
  if (spec.numericType !== undefined) {
    throw sortShardException(searcher, `[numeric_type] option cannot be set on a non-numeric field, got ${field.type}`);
  }
  if (spec.mode !== undefined && spec.mode !== "min" && spec.mode !== "max") {
    throw sortShardException(searcher, "we only support AVG, MEDIAN and SUM on number based fields");
  }
}

function cannotSort({ reason, unsupported }: SortRefusal): RequestError {
  return unsupported ? new RequestError(500, "unsupported_operation_exception", reason) : illegalArgument(reason);
}
