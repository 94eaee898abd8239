/** What a request wants to see of hits: of those of a search, and of whatever else answers with hits. */
import type { SourceFilter } from "../../documents/documents.ts";
import type { HighlightRequest } from "../highlight/highlight-options.ts";
import type { FieldAndFormat } from "./fields-option.ts";

/** The options, as they were parsed. */
export interface HitOptions {
  /** `_source`; undefined: not said. */
  source: SourceFilter | undefined;
  /** `stored_fields`; undefined: not said. */
  storedFields: readonly string[] | undefined;
  fields: readonly FieldAndFormat[];
  docvalueFields: readonly FieldAndFormat[];
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
