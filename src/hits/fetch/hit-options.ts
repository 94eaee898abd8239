/** What a request wants to see of hits: of those of a search, and of whatever else answers with hits. */
import type { SourceFilter } from "../../documents/documents.ts";
import type { HighlightRequest } from "../highlight/highlight-options.ts";
import type { FieldAndFormat } from "./fields-option.ts";
import type { ScriptField } from "./script-fields-option.ts";

/** The options, as they were parsed. */
export interface HitOptions {
  /** Most hits that are shown. */
  size: number;
  /** `_source`; undefined: not said. */
  source: SourceFilter | undefined;
  /** `stored_fields`; undefined: not said. */
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

/** Whether hits show who they are: `stored_fields: _none_` leaves that out. */
export function showsMetadata({ storedFields }: Readonly<HitOptions>): boolean {
  return storedFields?.[0] !== "_none_";
}

/** Whether hits show their source: by itself it does not go together with stored fields and those of scripts. */
export function showsSource({ source, storedFields, scriptFields }: Readonly<HitOptions>): boolean {
  if (source) return source.fetch;
  return storedFields ? storedFields.includes("_source") : scriptFields.length === 0;
}
