/** The `_source` of a hit: unchanged if nothing is filtered, otherwise the filtered part (`SourceFilter`). */
import { illegalArgument } from "../../compat/errors.ts";
import { filteredSource } from "../../compat/filtered-source.ts";
import { JsonBytes } from "../../compat/json/json-text.ts";
import type { SourceFilter } from "../../documents/documents.ts";
import { type IndexAccess, showsAllFields } from "../../access/index-access.ts";
import { filterFields } from "../../access/source-field-filter.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { noSource } from "../../mapping/source-form.ts";
import type { DocumentSource } from "./document-source.ts";

/** Throws 400 for a source filter when the mapping disables `_source`. */
export function checkSourceFilter(filter: SourceFilter | undefined, mapping: MappingView): void {
  if (mapping.sourceLoader !== noSource || !filter || filter.includes.length + filter.excludes.length === 0) return;
  throw illegalArgument(
    `unable to fetch fields from _source field: _source is disabled in the mappings for index [${mapping.index}]`,
  );
}

/** The part of a source that a caller with this access sees. */
export function filterSourceFields(
  source: DocumentSource,
  filter: SourceFilter | undefined,
  access: IndexAccess | undefined,
): unknown {
  const includes = filter?.includes ?? [];
  const excludes = filter?.excludes ?? [];
  if (includes.length === 0 && excludes.length === 0 && showsAllFields(access)) return new JsonBytes(source.bytes);
  const visible = filterFields(source.spelled, access);
  return filteredSource(visible, includes, excludes);
}
