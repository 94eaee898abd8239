/** Queries of roles (document-level security): whether one can be read, and what a template makes for a user. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { emptyMapping } from "../../mapping/empty-mapping.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";

/** Throws 400 for a text that is no query, or one that a role may not have. What a template makes is not known yet. */
export function checkRoleQuery(text: string): void {
  const query = parseJson(text);
  if (isTemplate(query)) return;
  refuseLookUps(query);
  parseQuery(query, createParseContext({ mapping: emptyMapping, nowMs: 0 }));
}

/**
 * The query of a role, for the user who stands among the parameters of a template; nobody: a template shows nothing.
 * Throws RequestError for a template that cannot be run, or makes what a role may not have.
 */
export function roleQuery(text: string, scripts: ScriptCompiler): Json {
  const query = parseJson(text);
  if (!isTemplate(query)) return query;
  const script = scriptOfRequest(query["template"] ?? null);
  if (!Object.hasOwn(script.params, "_user")) return { match_none: {} };
  const inline = scripts.inline(script.kind === "stored" ? script : { ...script, lang: "mustache" });
  const made = scripts.program(inline, "template")().render({});
  try {
    const rendered = parseJson(made);
    refuseLookUps(rendered);
    return rendered;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "parse_exception", "failed to parse field 'query' from the role descriptor", {
      cause: error,
    });
  }
}

function isTemplate(query: Json): query is JsonObject {
  return isJsonObject(query) && Object.keys(query)[0] === "template";
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
