/** The body of a legacy template (`PutIndexTemplateRequest`). */
import { valueText } from "../../compat/value-text.ts";
import { normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { numberFormat } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { newIndexBody } from "./new-index-body.ts";
import { optionalObject, parseFailure } from "./request-body.ts";

const KEYS = ["index_patterns", "order", "version", "settings", "mappings", "aliases"];

/** The template in its stored form. Throws 400. */
export async function legacyTemplateBody(
  request: OperationRequest,
  services: Services,
): Promise<{ readonly patterns: readonly string[]; readonly template: JsonObject }> {
  const body = await optionalObject(request);
  if (!body) throw parseFailure("request body is required");
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw parseFailure(`unknown key [${unknown}] in the template `);
  const patterns = patternsOf(ownOf(body, "index_patterns"));
  const order = orderOf(ownOf(body, "order") ?? request.parameters["order"] ?? 0);
  const version = ownOf(body, "version");
  if (version !== undefined && typeof version !== "number")
    throw illegalArgument("Malformed [version] value, should be an integer");
  if ("settings" in body && !isJsonObject(body["settings"]))
    throw illegalArgument("Malformed [settings] section, should include an inner object");
  if (patterns.length === 0) throw validationFailed(["index patterns are missing"]);
  const { settings, mappings, aliases } = await newIndexBody(body, request, services);
  return {
    patterns,
    template: {
      order,
      ...(version === undefined ? {} : { version: Math.trunc(version) }),
      index_patterns: [...patterns],
      settings: given(normalizeIndexSettings(settings)),
      mappings,
      aliases: Object.fromEntries(Object.entries(aliases).map(([name, alias]) => [name, { ...alias }])),
    },
  };
}

function patternsOf(value: Json | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((pattern) => typeof pattern !== "object")) return value.map(String);
  throw illegalArgument("Malformed [index_patterns] value, should be a string or a list of strings");
}

function orderOf(value: Json): number {
  const text = valueText(value);
  if (!/^[+-]?\d+$/.test(text)) throw numberFormat(text);
  return Number(text);
}

/** Settings without those that are null: there is nothing that they could remove. */
function given(settings: Readonly<Record<string, string | string[] | null>>): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
