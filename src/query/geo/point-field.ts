/** The field of a geographic query on an index. */
import { isGeoPoint } from "../../mapping/field-capabilities.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";

/** The field of points; undefined when it is unmapped and may be. Throws 400 `query_shard_exception` otherwise. */
export function pointField(
  searcher: SearcherView,
  path: string,
  kind: string,
  ignoreUnmapped: boolean,
): MappedField | undefined {
  const field = searcher.mapping.field(path);
  if (!field) {
    if (ignoreUnmapped) return undefined;
    throw queryShardException(searcher.index, `failed to find geo field [${path}]`);
  }
  if (isGeoPoint(field)) return field;
  throw queryShardException(
    searcher.index,
    `Field [${field.path}] is of unsupported type [${field.type}] for [${kind}] query`,
  );
}
