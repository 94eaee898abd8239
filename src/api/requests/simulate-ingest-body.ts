/** The body of a simulated ingest: documents, and what is to stand for pipelines, templates and mappings meanwhile. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { mayNeedJavaSpelling, parseLossless } from "../../compat/json/lossless-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import type { WriteItem } from "../../documents/documents.ts";
import { validateWrite } from "../../documents/write/write-validation.ts";
import { ProcessorConfig } from "../../ingest/config/processor-config.ts";
import { javaClass } from "../../ingest/document/java-values.ts";
import type { PipelineDefinitions } from "../../ingest/ingest-pipelines.ts";
import type { OperationRequest } from "../operation.ts";
import { jsonWithText, parseFailure } from "./request-body.ts";
import { componentTemplateOf, indexTemplateFrom } from "./template-body.ts";

export interface SimulateIngestBody {
  readonly items: readonly WriteItem[];
  readonly pipelines: PipelineDefinitions;
  /** In their stored form, by name. */
  readonly componentTemplates: Readonly<Record<string, JsonObject>>;
  readonly indexTemplates: Readonly<Record<string, JsonObject>>;
  readonly mappingAddition: JsonObject;
  /**
   * The addition is merged as into an index, which refuses what contradicts it; else as templates are, the last wins.
   */
  readonly mergesAsIndex: boolean;
}

/** Reads all of it. Throws 400. */
export async function simulateIngestBody(request: OperationRequest): Promise<SimulateIngestBody> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) throw parseFailure("request body or source parameter is required");
  const given = isJsonObject(json) ? json : {};
  const spelled = text !== undefined && mayNeedJavaSpelling(text) ? parseLossless(text) : json;
  const body = new ProcessorConfig(isJsonObject(spelled) ? spelled : {});
  const listed = body.list("docs");
  if (listed.length === 0) throw illegalArgument("must specify at least one document in [docs]");
  const { index, pipeline } = request.parameters;
  const items = listed.map((document) => itemOf(document, index, pipeline));
  const failures = items.flatMap((item) => (item.index === NO_INDEX ? ["index is missing"] : validateWrite(item)));
  if (pipeline === "") failures.push("pipeline cannot be an empty string");
  if (failures.length > 0) throw validationFailed(failures);
  return {
    items,
    pipelines: mapOfMaps(given, "pipeline_substitutions"),
    componentTemplates: templates(given, "component_template_substitutions", componentTemplateOf),
    indexTemplates: templates(given, "index_template_substitutions", indexTemplateFrom),
    mappingAddition: mapIn(given, "mapping_addition"),
    mergesAsIndex: mergeType(request) === "index",
  };
}

/** 8.19 knows one way of merging, that of templates; later releases name it. */
function mergeType({ parameters }: OperationRequest): string {
  const type = parameters["merge_type"] ?? "template";
  if (type !== "index" && type !== "template")
    throw illegalArgument(`Unsupported merge type '${type}'. Valid values are ["index", "template"].`);
  return type;
}

/** No name of an index. */
const NO_INDEX = "\0";

function itemOf(given: Json, index: string | undefined, pipeline: string | undefined): WriteItem {
  if (given === null) throw illegalArgument("malformed [docs] section, should include an inner object");
  if (!isJsonObject(given)) throw noMap(given);
  const document = new ProcessorConfig(given);
  const source = document.map("_source");
  const name = document.optionalString("_index") ?? index ?? NO_INDEX;
  const id = document.optionalString("_id");
  return {
    kind: "index",
    index: name,
    id,
    source: Buffer.from(writeJson(source)),
    options: {},
    pipeline,
    listPipelines: true,
  };
}

function templates(
  given: JsonObject,
  name: string,
  read: (json: Json, text: string) => JsonObject,
): Record<string, JsonObject> {
  const found: Record<string, JsonObject> = {};
  for (const [id, template] of Object.entries(mapOfMaps(given, name)))
    put(found, id, read(template, stringifyJson(template)));
  return found;
}

function mapOfMaps(given: JsonObject, name: string): Record<string, JsonObject> {
  const found: Record<string, JsonObject> = {};
  for (const [id, value] of Object.entries(mapIn(given, name))) {
    if (!isJsonObject(value)) throw noMap(value);
    put(found, id, value);
  }
  return found;
}

/** A member that is an object; empty when it is absent or null. */
function mapIn(given: JsonObject, name: string): JsonObject {
  const value = ownOf(given, name) ?? null;
  if (value === null) return {};
  if (!isJsonObject(value)) throw noMap(value);
  return value;
}

/** Elasticsearch answers 500, in the same words; what a request got wrong is 400 here. */
function noMap(value: Json): RequestError {
  const name = javaClass(value);
  const reason = `class ${name} cannot be cast to class java.util.Map (${name} and java.util.Map are in module java.base of loader 'bootstrap')`;
  return new RequestError(400, "class_cast_exception", reason);
}
