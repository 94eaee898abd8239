/** The body of a simulated pipeline (`SimulatePipelineRequest`): a pipeline, and documents to try it on. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { numberFormat, tokenName } from "../../compat/body-reader.ts";
import { mayNeedJavaSpelling, parseLossless } from "../../compat/json/lossless-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import type { PipelineSimulation, SimulatedDocument } from "../../ingest/ingest-pipelines.ts";
import { ProcessorConfig } from "../../ingest/config/processor-config.ts";
import { javaText } from "../../ingest/document/java-values.ts";
import type { OperationRequest } from "../operation.ts";
import { jsonWithText, parseFailure } from "./request-body.ts";

/** Documents without an index or an id are shown with these. */
const NO_INDEX = "_index";
const NO_ID = "_id";
const ANY_VERSION = -3;
const VERSION_TYPES: readonly string[] = ["internal", "external", "external_gte"];

/** Reads all of it. Throws 400 in Elasticsearch's words. `id`: the pipeline of the path. */
export async function simulatePipelineBody(
  request: OperationRequest,
  id: string | undefined,
): Promise<Omit<PipelineSimulation, "caller" | "verbose">> {
  const { json, text } = await jsonWithText(request);
  if (json === undefined) throw parseFailure("request body or source parameter is required");
  const spelled = text !== undefined && mayNeedJavaSpelling(text) ? parseLossless(text) : json;
  const body = new ProcessorConfig(isJsonObject(spelled) ? spelled : {});
  const pipeline = id ?? body.map("pipeline");
  const documents = body.list("docs").map(documentOf);
  if (documents.length === 0) throw illegalArgument("must specify at least one document in [docs]");
  return { pipeline, documents };
}

function documentOf(given: Json): SimulatedDocument {
  if (!isJsonObject(given)) throw illegalArgument("malformed [docs] section, should include an inner object");
  const body = new ProcessorConfig(given);
  const source = body.map("_source");
  const metadata: JsonObject = {
    _index: body.stringOrInt("_index") ?? NO_INDEX,
    _id: body.stringOrInt("_id") ?? NO_ID,
  };
  const routing = body.stringOrInt("_routing");
  if (routing !== undefined) metadata["_routing"] = routing;
  metadata["_version"] = longOf(given, "_version") ?? ANY_VERSION;
  const type = body.optionalString("_version_type");
  if (type !== undefined) {
    if (!VERSION_TYPES.includes(type)) throw illegalArgument(`No version type match [${type}]`);
    metadata["_version_type"] = type;
  }
  for (const name of ["_if_seq_no", "_if_primary_term"]) {
    const value = longOf(given, name);
    if (value !== undefined) put(metadata, name, value);
  }
  const templates = body.optionalMap("_dynamic_templates");
  if (templates) metadata["_dynamic_templates"] = templates;
  return { source: writeJson(source), metadata };
}

/** A whole number, or the text of one. */
function longOf(given: JsonObject, name: string): number | bigint | undefined {
  const value = ownOf(given, name) ?? null;
  if (value === null) return undefined;
  if (typeof value === "object" && tokenName(value) !== "VALUE_NUMBER")
    throw new RequestError(400, "illegal_argument_exception", `[${name}] is no number`);
  const text = javaText(value);
  if (!/^[+-]?\d{1,19}$/.test(text)) throw numberFormat(text);
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}
