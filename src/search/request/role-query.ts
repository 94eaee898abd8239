/** Queries of roles (document-level security): whether one can be read, before any index is known. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { emptyMapping } from "../../mapping/empty-mapping.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";

/** Throws 400 for a text that is no query, or one that a role may not have. */
export function checkRoleQuery(text: string): void {
  const query = parseJson(text);
  if (isJsonObject(query) && "template" in query) throw illegalArgument("script_lang not supported [mustache]");
  refuseLookUps(query);
  parseQuery(query, createParseContext({ mapping: emptyMapping, nowMs: 0 }));
}

/** Look-ups would read other documents with the rights of nobody. */
function refuseLookUps(query: Json): void {
  if (Array.isArray(query)) query.forEach(refuseLookUps);
  if (!isJsonObject(query)) return;
  for (const [kind, body] of Object.entries(query)) {
    if (isJsonObject(body)) {
      const values = Object.values(body);
      if (kind === "terms" && values.some((value) => isJsonObject(value) && "index" in value))
        throw illegalArgument("terms query with terms lookup isn't supported as part of a role query");
      if (kind === "geo_shape" && values.some((value) => isJsonObject(value) && "indexed_shape" in value))
        throw illegalArgument("geoshape query referring to indexed shapes isn't supported as part of a role query");
      if (kind === "percolate" && "id" in body)
        throw illegalArgument("percolate query isn't supported as part of a role query");
    }
    refuseLookUps(body);
  }
}
