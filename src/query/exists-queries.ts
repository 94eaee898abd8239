/** Documents that have a field (Elasticsearch's `MappedFieldType.existsQuery`). */
import { RequestError, illegalArgument } from "../compat/errors.ts";
import type { MappedField } from "../mapping/field-type.ts";
import type { Expression } from "./expression.ts";
import { fieldExists } from "./field-exists/field-exists-expression.ts";
import { matchAll } from "./match-all/match-all-expression.ts";
import { matchNone } from "./match-none/match-none-expression.ts";
import { isIndexConstant } from "./index-constants.ts";
import type { SearcherView } from "./query.ts";
import { keyedPrefix } from "./keyed-queries.ts";
import { queryShardException } from "./query-shard-exception.ts";
import { runtimeExists } from "./runtime/runtime-queries.ts";
import { refuseClosed } from "./searchable-field.ts";

/** Documents that have the field. */
export function existsOf(searcher: SearcherView, field: MappedField): Expression {
  if (field.runtime) return runtimeExists(searcher, field);
  if (field.keyed) return keyedPrefix(searcher, field.keyed, "", false);
  if (field.constant === null) return matchNone("the constant is not known");
  if (isIndexConstant(field) || onEveryDocument.has(field.path)) return matchAll();
  if (field.path === "_doc_count")
    throw queryShardException(
      searcher.index,
      "Field [_doc_count] of type [_doc_count] does not support exists queries",
    );
  if (field.path === "_field_names") {
    throw new RequestError(400, "unsupported_operation_exception", "Cannot run exists query on _field_names");
  }
  if (field.path === "_nested_path") {
    throw new RequestError(
      400,
      "unsupported_operation_exception",
      "Cannot run exists() query against the nested field path",
    );
  }
  if (field.path === "_data_stream_timestamp")
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support exists queries`);
  if (field.path === "_ignored_source") return matchNone("values that are kept aside have no terms");
  refuseClosed(searcher, field);
  if (field.withoutExists !== undefined) throw illegalArgument(field.withoutExists);
  return fieldExists(field);
}

/** Fields that every document has: the reader knows them without a column. */
const onEveryDocument: ReadonlySet<string> = new Set(["_id", "_seq_no", "_version"]);
