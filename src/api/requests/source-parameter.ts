/** `_source`, `_source_includes` and `_source_excludes` of a query string. */
import type { SourceFilter } from "../../documents/documents.ts";
import { listParameter } from "../../http/parameters.ts";

/** The filter; undefined when none of them is given. */
export function sourceParameter(parameters: Readonly<Record<string, string>>): SourceFilter | undefined {
  const source = parameters["_source"];
  const includes = listParameter(parameters, "_source_includes");
  const excludes = listParameter(parameters, "_source_excludes") ?? [];
  if (source === undefined && includes === undefined && excludes.length === 0) return undefined;
  if (source === "false") return { fetch: false, includes: includes ?? [], excludes };
  const named =
    source === undefined || source === "true" || source === "" ? [] : (listParameter(parameters, "_source") ?? []);
  return { fetch: true, includes: includes ?? named, excludes };
}
