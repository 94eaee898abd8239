/** The fetch options of a request: of a search, and of other APIs that return hits. */
import type { SourceFilter } from "../../documents/documents.ts";
import type { HighlightRequest } from "../highlight/highlight-options.ts";
import type { FieldAndFormat } from "./fields-option.ts";
import type { ScriptField } from "./script-fields-option.ts";

/** The parsed options. */
export interface HitOptions {
  /** Maximum number of hits rendered. */
  size: number;
  /** `_source`; undefined when not given. */
  source: SourceFilter | undefined;
  /** `stored_fields`; undefined when not given. */
  storedFields: readonly string[] | undefined;
  fields: readonly FieldAndFormat[];
  docvalueFields: readonly FieldAndFormat[];
  scriptFields: readonly ScriptField[];
  highlight: HighlightRequest | undefined;
  explain: boolean;
  version: boolean;
  seqNoPrimaryTerm: boolean;
  includeNamedQueriesScore: boolean;
}

/** Whether hits render `_index` and `_id`: `stored_fields: _none_` omits them. */
export function showsMetadata({ storedFields }: Readonly<HitOptions>): boolean {
  return storedFields?.[0] !== "_none_";
}

/** Whether hits render their source: by default not together with `stored_fields` or `script_fields`. */
export function showsSource({ source, storedFields, scriptFields }: Readonly<HitOptions>): boolean {
  if (source) return source.fetch;
  return storedFields ? storedFields.includes("_source") : scriptFields.length === 0;
}
