/** Bodies of index and component templates, brought to the form in which templates are stored. */
import { normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { parseObject, type BodyShape } from "../../compat/object-parser.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { tokenName } from "../../compat/body-reader.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { aliasOf } from "../../cluster/alias-metadata.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { checkAliasFilter } from "../targets/alias-filter.ts";
import { lifecycleMember } from "./lifecycle-body.ts";
import { warnOfInertSettings } from "./inert-settings.ts";
import { jsonWithText, parseFailure } from "./request-body.ts";

const CONTENT: BodyShape = {
  name: "template",
  members: {
    settings: "object",
    mappings: mappingsOf,
    aliases: "object",
    lifecycle: lifecycleMember("lifecycle_template"),
    data_stream_options: "object",
  },
};

const COMPONENT_TEMPLATE: BodyShape = {
  name: "component_template",
  members: { template: CONTENT, version: "integer", _meta: "object", deprecated: "boolean?" },
};

const INDEX_TEMPLATE: BodyShape = {
  name: "index_template",
  members: {
    index_patterns: "texts",
    template: CONTENT,
    composed_of: "texts",
    priority: "integer",
    version: "integer",
    _meta: "object",
    data_stream: {
      name: "data_stream_template",
      members: { hidden: "boolean", allow_custom_routing: "boolean" },
    },
    allow_auto_create: "boolean?",
    ignore_missing_component_templates: "texts",
    deprecated: "boolean?",
  },
};

/** The component template of a body. Throws 400. */
export async function componentTemplateBody(request: OperationRequest, services: Services): Promise<JsonObject> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) throw parseFailure("request body is required");
  const template = componentTemplateOf(json, text ?? "");
  warnOfContent(template, request);
  await checkFilters(services, template);
  return template;
}

/** The component template that JSON says. Throws 400. `text`: the JSON as it came. */
export function componentTemplateOf(json: Json, text: string): JsonObject {
  const template = templateOf(COMPONENT_TEMPLATE, json, text);
  if (!("template" in template)) throw illegalArgument("Required [template]");
  return template;
}

/** The index template of a body; undefined: there is none. Throws 400. */
export async function indexTemplateBody(request: OperationRequest): Promise<JsonObject | undefined> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) return undefined;
  const template = indexTemplateFrom(json, text ?? "");
  warnOfContent(template, request);
  return template;
}

function warnOfContent(template: JsonObject, request: OperationRequest): void {
  const content = ownOf(template, "template");
  const settings = isJsonObject(content ?? null) ? ownOf(content as JsonObject, "settings") : undefined;
  if (isJsonObject(settings ?? null)) warnOfInertSettings(settings as JsonObject, request);
}

/** The index template that JSON says. Throws 400. `text`: the JSON as it came. */
export function indexTemplateFrom(json: Json, text: string): JsonObject {
  const template = templateOf(INDEX_TEMPLATE, json, text);
  const patterns = ownOf(template, "index_patterns");
  if (!Array.isArray(patterns)) throw illegalArgument("Required [index_patterns]");
  if (patterns.length === 0) throw illegalArgument("There must be at least one pattern, zero given");
  const dataStream = ownOf(template, "data_stream");
  return {
    ...template,
    composed_of: ownOf(template, "composed_of") ?? [],
    ...(isJsonObject(dataStream) ? { data_stream: { hidden: false, allow_custom_routing: false, ...dataStream } } : {}),
  };
}

/** Throws 400 for filters of aliases that cannot be parsed: the index that is to have them may be made by a write. */
export async function checkFilters(services: Services, template: JsonObject): Promise<void> {
  const content = ownOf(template, "template");
  const aliases = isJsonObject(content) ? ownOf(content, "aliases") : undefined;
  if (!isJsonObject(aliases)) return;
  for (const [name, alias] of Object.entries(aliases)) {
    const filter = isJsonObject(alias) ? ownOf(alias, "filter") : undefined;
    await checkAliasFilter(services, name, isJsonObject(filter) ? filter : undefined, []);
  }
}

function templateOf(shape: BodyShape, json: Json, text: string): JsonObject {
  const template = parseObject(shape, json, text);
  const content = ownOf(template, "template");
  return isJsonObject(content) ? { ...template, template: storedContent(content) } : template;
}

function storedContent(content: JsonObject): JsonObject {
  const { settings, mappings, aliases, ...others } = content;
  if ("data_stream_options" in others)
    throw illegalArgument("[data_stream_options] are not supported by this server: there are no failure stores");
  return {
    ...(isJsonObject(settings) ? { settings: normalizeIndexSettings(settings) } : {}),
    ...(isJsonObject(mappings) && Object.keys(mappings).length > 0 ? { mappings } : {}),
    ...(isJsonObject(aliases) ? { aliases: storedAliases(aliases) } : {}),
    ...others,
  };
}

function storedAliases(aliases: JsonObject): JsonObject {
  const stored: JsonObject = {};
  for (const [name, alias] of Object.entries(aliases))
    put(stored, name, { ...aliasOf(isJsonObject(alias) ? alias : {}) });
  return stored;
}

/** A mapping without the level `_doc`. */
function mappingsOf(value: Json): Json {
  if (!isJsonObject(value)) throw illegalArgument(`Unexpected token: ${tokenName(value)}`);
  const inner = ownOf(value, "_doc");
  return isJsonObject(inner) && Object.keys(value).length === 1 ? inner : value;
}
