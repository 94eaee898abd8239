/** Templates of role mappings: names of roles that are made of a user (`TemplateRoleName`). */
import { parseJson } from "../../compat/json/parse-json.ts";
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { mustache } from "../../scripting/mustache/mustache.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { TemplateProgram } from "../../scripting/script-programs.ts";
import { stringOf } from "../records/stored-values.ts";

const PARSER = "role-mapping-template";
const FORMATS: readonly string[] = ["json", "string"];

/** Reads a template as it is kept: its script as text. Throws RequestError 400. */
export function readRoleTemplate(body: Json): JsonObject {
  if (!isJsonObject(body)) throw contentParseException(`[${PARSER}] Expected START_OBJECT but was: ${tokenName(body)}`);
  for (const key of Object.keys(body))
    if (key !== "template" && key !== "format") throw contentParseException(`[${PARSER}] unknown field [${key}]`);
  const { template, format = "string" } = body;
  if (template === undefined) throw illegalArgument("Required [template]");
  if (typeof template !== "string" && !isJsonObject(template))
    throw contentParseException(`[${PARSER}] template doesn't support values of type: ${tokenName(template)}`);
  if (typeof format !== "string")
    throw contentParseException(`[${PARSER}] format doesn't support values of type: ${tokenName(format)}`);
  if (!FORMATS.includes(format.toLowerCase()))
    throw contentParseException(
      `[${PARSER}] failed to parse field [format]`,
      contentParseException(`Invalid format [${format}] expected one of [${FORMATS.join(",")}]`),
    );
  const text = typeof template === "string" ? template : stringifyJson(template);
  return { template: text, format: format.toLowerCase() };
}

/** Throws RequestError 400 for a template that cannot be run. */
export function checkRoleTemplate(template: JsonObject): void {
  programOf(template);
}

/** The roles that a template makes of a user; none where it fails. */
export function rolesOfTemplate(template: JsonObject, model: JsonObject): string[] {
  try {
    const made = programOf(template).render(model);
    if (template["format"] === "string") return [made];
    const roles = parseJson(made);
    if (typeof roles === "string") return [roles];
    const names = Array.isArray(roles) ? roles.filter((role) => role !== null) : undefined;
    return names?.every((name) => typeof name === "string") ? names : [];
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

function programOf(template: JsonObject): TemplateProgram {
  const script = scriptOfRequest(parseJson(stringOf(template, "template")));
  if (script.kind === "stored")
    throw illegalArgument("templates of roles stand in the mapping: [id] of a stored script is not supported");
  return mustache.compile({ source: script.source, options: script.options }, "template")(script.params);
}
