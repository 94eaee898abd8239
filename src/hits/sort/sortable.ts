/** What can be sorted on, in Elasticsearch's words. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SortSpec } from "./sort-spec.ts";

/** 400 `query_shard_exception` on the index of the shard. */
export function sortShardException(searcher: SearcherView, reason: string): RequestError {
  return new RequestError(400, "query_shard_exception", reason, { details: { index: searcher.index } });
}

/** Throws unless the field has a column that sorts in the way asked for. */
export function checkSortable(
  field: MappedField,
  spec: Extract<SortSpec, { kind: "field" }>,
  searcher: SearcherView,
): void {
  if (field.family === "vector")
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] doesn't support sort`);
  if (field.family === "binary" && field.aggregatable) throw illegalArgument("can't sort on binary field");
  checkFieldData(field, spec.field, searcher.index);
  if (field.family === "point") {
    const types = field.runtime ? "geo_point" : "geo_point or point";
    throw illegalArgument(`can't sort on ${types} field without using specific sorting feature, like geo_distance`);
  }
  if (field.family === "shape") {
    const types = field.type === "point" ? "geo_point or point" : field.type;
    throw illegalArgument(`can't sort on ${types} field without using specific sorting feature, like geo_distance`);
  }
  if (field.summary?.form === "histogram") throw illegalArgument(`can't sort on the [${field.type}] field`);
  if (field.type === "counted_keyword")
    throw new RequestError(500, "unsupported_operation_exception", "can't sort on the [counted_keyword] field");
  if (field.family !== "keyword" && field.family !== "ip") return;
  if (spec.numericType !== undefined) {
    throw sortShardException(searcher, `[numeric_type] option cannot be set on a non-numeric field, got ${field.type}`);
  }
  if (spec.mode !== undefined && spec.mode !== "min" && spec.mode !== "max") {
    throw sortShardException(searcher, "we only support AVG, MEDIAN and SUM on number based fields");
  }
}

/** Throws unless the field's values can be read by document (`MappedFieldType.fielddataBuilder`). */
export function checkFieldData(field: MappedField, name: string, index: string): void {
  if (field.type === "_id") {
    throw illegalArgument(
      "Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled",
    );
  }
  if (field.withoutFieldData !== undefined) throw illegalArgument(field.withoutFieldData);
  if (field.family === "text") {
    throw illegalArgument(
      `Fielddata is disabled on [${name}] in [${index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  }
  if (field.family === "metadata" || field.family === "object" || field.type === "_tier")
    throw illegalArgument(`Fielddata is not supported on field [${name}] of type [${field.type}]`);
  if (!field.aggregatable) {
    throw illegalArgument(
      `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${field.type}]. Use doc values instead.`,
    );
  }
}
