/**
 * Queries of roles that are templates: what they make depends on the user (`_user`). The user is put among the
 * parameters here; the template is run where the query is read.
 */
import { parseJson } from "../../compat/json/parse-json.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { objectOf, stringOf } from "../records/stored-values.ts";

/** The user of a template, under the names of Elasticsearch. */
export function templateUser(fields: JsonObject, roles: readonly string[]): JsonObject {
  return {
    username: stringOf(fields, "username"),
    full_name: stringOf(fields, "name"),
    email: stringOf(fields, "email"),
    roles: [...roles],
    metadata: objectOf(fields, "attributes"),
  };
}

/** Whether the text of a query is that of a template. */
export function isTemplateText(text: string): boolean {
  return templateOf(text) !== undefined;
}

/** The text of a query for a user. */
export function queryForUser(text: string, user: JsonObject): string {
  const template = templateOf(text);
  if (!template) return text;
  const params = { ...objectOf(template, "params") };
  put(params, "_user", user);
  return stringifyJson({ template: { ...template, params } });
}

function templateOf(text: string): JsonObject | undefined {
  if (!text.includes('"template"')) return undefined;
  const query = parseJson(text);
  if (!isJsonObject(query) || Object.keys(query)[0] !== "template") return undefined;
  return isJsonObject(query["template"]) ? query["template"] : undefined;
}
