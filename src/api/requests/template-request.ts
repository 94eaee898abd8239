/** Requests of templates: which template, with what, and the search that it makes (`SearchTemplateRequest`). */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { mayNeedJavaSpelling, parseLossless } from "../../compat/json/lossless-json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { RequestText } from "../../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Script } from "../../scripting/script.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { jsonWithText, parseFailure } from "./request-body.ts";

/** What is asked. */
export interface TemplateRequest {
  /** Undefined: none is named. */
  readonly script: Script | undefined;
  readonly params: JsonObject;
  readonly explain: boolean;
  readonly profile: boolean;
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  source: ["START_OBJECT", "VALUE_STRING"],
  id: ["VALUE_STRING"],
  params: ["START_OBJECT"],
  explain: ["VALUE_BOOLEAN", "VALUE_STRING"],
  profile: ["VALUE_BOOLEAN", "VALUE_STRING"],
};

/** Reads the body. Throws RequestError 400, also where there is none. */
export async function templateRequestOf(request: OperationRequest): Promise<TemplateRequest> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) throw parseFailure("request body or source parameter is required");
  return readTemplateRequest(json, text);
}

/** Reads a request from a text, which may be one line of many. Throws RequestError 400. */
export function readTemplateRequest(json: Json, text: string | undefined): TemplateRequest {
  if (!isJsonObject(json)) {
    const reason = `[1:1] [search_template] Expected START_OBJECT but was: ${tokenName(json)}`;
    throw new RequestError(400, "x_content_parse_exception", reason);
  }
  const read = text === undefined ? RequestText.of(json) : RequestText.parse(text);
  for (const key of Object.keys(read.body)) checkKey(read, key);
  const { source, id, explain, profile } = read.body;
  const params = paramsOf(read, text);
  return { script: scriptOf(source, id, params), params, explain: isTrue(explain), profile: isTrue(profile) };
}

function checkKey(read: RequestText, key: string): void {
  const { body, places } = read;
  const kinds = ownOf(KEYS, key);
  if (!kinds) {
    const reason = `[search_template] unknown field [${key}]${didYouMean(key, Object.keys(KEYS))}`;
    throw read.contentError(places.key(body, key), reason);
  }
  const kind = tokenName(ownOf(body, key) ?? null);
  if (!kinds.includes(kind))
    throw read.contentError(
      places.value(body, key),
      `[search_template] ${key} doesn't support values of type: ${kind}`,
    );
}

function isTrue(value: Json | undefined): boolean {
  return value === true || value === "true";
}

/** The parameters, with numbers as they were written. */
function paramsOf({ body }: RequestText, text: string | undefined): JsonObject {
  const spelled = text !== undefined && mayNeedJavaSpelling(text) ? (parseLossless(text) as JsonObject) : body;
  const params = spelled["params"] ?? {};
  return isJsonObject(params) ? params : {};
}

/** The one that is named last; here a template by its id goes first, as there are seldom both. */
function scriptOf(source: Json | undefined, id: Json | undefined, params: JsonObject): Script | undefined {
  if (typeof id === "string") return { kind: "stored", id, params };
  if (source === undefined) return undefined;
  const text = typeof source === "string" ? source : stringifyJson(source);
  return { kind: "inline", lang: "mustache", source: text, params, options: {} };
}

/** What the template makes. Throws RequestError 400 where none is named, 404 where it is not there. */
export function renderedTemplate({ script }: TemplateRequest, { scripts }: Services): string {
  if (!script) throw validationFailed(["template is missing", "template's script type is missing"]);
  if ((script.kind === "inline" ? script.source : script.id) === "") throw validationFailed(["template is missing"]);
  return scripts.program(script, "template")().render({});
}

/** The search that the template makes: whether it explains and profiles is what the request says. */
export function searchOfTemplate(request: TemplateRequest, services: Services): string {
  const text = renderedTemplate(request, services);
  const { explain, profile } = request;
  if (!explain && !profile && !/"(?:explain|profile)"/.test(text)) return text;
  const body = parseJson(text);
  if (!isJsonObject(body)) return text;
  return stringifyJson({ ...body, explain, profile });
}
