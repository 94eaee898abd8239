/**
 * What the body of a search refers to, as its caller may see it: values in other documents, and indices that fields of
 * runtime type `lookup` name. The search side knows neither names nor rights, and asks for it.
 */
import { fromPortableError, illegalArgument, RequestError, toPortableError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { Reference, ResolvedReference, SearchTarget } from "../../search/search-service.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import { QUERY_RULES } from "../../rules/ruleset.ts";
import { SEARCHED_INDICES } from "./index-options.ts";
import { readableIndex } from "./readable-index.ts";
import { searchTargets } from "./search-targets.ts";
import { aliasRouting } from "./write-target.ts";

type DocumentReference = Extract<Reference, { kind: "document" }>;
type InferenceReference = Extract<Reference, { kind: "inference" }>;

/** One after another, so that what fails first is told. */
export async function resolveReferences(
  services: Services,
  principal: Principal,
  references: readonly Reference[],
): Promise<ResolvedReference[]> {
  const resolved: ResolvedReference[] = [];
  for (const reference of references) {
    try {
      if (reference.kind === "index")
        resolved.push({ reference, targets: lookupTargets(services, principal, reference.name) });
      else if (reference.kind === "inference") resolved.push({ reference, value: await inferred(services, reference) });
      else resolved.push({ reference, value: await valueAt(services, principal, reference) });
    } catch (error) {
      resolved.push({ reference, error: toPortableError(error) });
    }
  }
  return resolved;
}

function lookupTargets(services: Services, principal: Principal, name: string): SearchTarget[] {
  services.authorizeIndices(principal, "indices:data/read/search", name.split(","));
  return searchTargets(services, principal, {
    expression: name,
    options: SEARCHED_INDICES,
    routing: undefined,
    preference: undefined,
  });
}

async function valueAt(services: Services, principal: Principal, place: DocumentReference): Promise<Json> {
  if (place.query === "more_like_this") return likedDocument(services, principal, place);
  if (place.query === "rule") return rulesetNamed(services, place.id);
  const source = await sourceOf(services, principal, place);
  if (place.query === "percolate") return documentIn(source, place);
  return place.query === "terms" ? termsIn(source, place.path) : shapeIn(source, place);
}

/**
 * What a model answers to a query. Whoever may search may ask an endpoint so, as in Elasticsearch: who made it decided
 * what it costs, and its answer is used and not shown.
 */
async function inferred(services: Services, question: InferenceReference): Promise<Json> {
  const inference = await services.inference();
  const { endpoint: id, task, input, query } = question;
  const endpoint = inference.find(id);
  if (!endpoint) throw unknownEndpoint(question);
  if (task !== undefined && endpoint.taskType !== task) throw incompatible(question, endpoint.taskType);
  const result = await inference.infer(endpoint, { input, query, inputType: "search", taskSettings: {} });
  return [...(Object.values(result)[0] ?? [])];
}

function unknownEndpoint({ asker, endpoint }: InferenceReference): RequestError {
  const reason =
    asker === "vectors"
      ? `[${endpoint}] is not an inference service model or a deployed ml model`
      : `Inference endpoint not found [${endpoint}]`;
  return new RequestError(404, "resource_not_found_exception", reason);
}

const RESULT_NAMES: Readonly<Record<string, string>> = {
  sparse_embedding: "text_expansion_result",
  text_embedding: "text_embedding_result",
};

function incompatible({ asker, endpoint, task: wanted }: InferenceReference, found: string): RequestError {
  const task = wanted ?? "";
  if (asker === "vectors")
    return illegalArgument(
      `expected a result of type [${ownOf(RESULT_NAMES, task) ?? task}] received [${ownOf(RESULT_NAMES, found) ?? found}]. Is [${endpoint}] a compatible model?`,
    );
  return new RequestError(
    400,
    "status_exception",
    `Incompatible task_type, the requested type [${task}] does not match the model type [${found}]`,
  );
}

/** The document as a whole; null: nothing is like a document that is not there. */
async function likedDocument(services: Services, principal: Principal, place: DocumentReference): Promise<Json> {
  try {
    const source = await sourceOf(services, principal, place);
    return source === undefined || source === "" ? null : parseJson(source);
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

/** The source of the document; undefined: it is not there, empty: none is kept. */
async function sourceOf(
  services: Services,
  principal: Principal,
  { index, id, routing, version }: DocumentReference,
): Promise<string | undefined> {
  services.authorizeIndices(principal, "indices:data/read/get", [index]);
  const { metadata, access } = readableIndex(services, principal, index);
  const get = {
    index: metadata.name,
    id,
    routing: aliasRouting(metadata, index, routing),
    realtime: true,
    version,
    versionType: "internal" as const,
    whole: false,
  };
  const [result] = await services.get([{ metadata, access, get }]);
  if (result && !("found" in result)) throw fromPortableError(result);
  return result?.found ? new TextDecoder().decode(result.source) : undefined;
}

/** Whoever may search may use rulesets; their rules say nothing of documents that the caller does not see. */
function rulesetNamed({ cluster }: Services, id: string): Json {
  const ruleset = ownOf(ownOf(cluster.state.customs, QUERY_RULES), id);
  if (ruleset) return ruleset;
  throw new RequestError(404, "resource_not_found_exception", `query ruleset ${id} not found`);
}

function documentIn(source: string | undefined, { index, id }: DocumentReference): Json {
  if (source === undefined)
    throw new RequestError(404, "resource_not_found_exception", `indexed document [${index}/${id}] couldn't be found`);
  if (source === "") throw illegalArgument(`indexed document [${index}/${id}] source disabled`);
  return parseJson(source);
}

function shapeIn(source: string | undefined, { id, path }: DocumentReference): Json {
  if (source === undefined) throw illegalArgument(`Shape with ID [${id}] not found`);
  if (source === "") throw illegalArgument(`Shape with ID [${id}] source disabled`);
  let shape: Json | undefined = parseJson(source);
  for (const step of path.split(".")) shape = isJsonObject(shape) ? ownOf(shape, step) : undefined;
  if (shape === undefined || shape === null)
    throw new RequestError(500, "illegal_state_exception", `Shape with name [${id}] found but missing ${path} field`);
  return shape;
}

/** All values under a path, through lists and objects (`XContentMapValues.extractRawValues`); none where nothing is. */
function termsIn(source: string | undefined, path: string): Json[] {
  const values: Json[] = [];
  if (source !== undefined && source !== "") addValues(parseJson(source), path.split("."), values);
  return values;
}

function addValues(part: Json, steps: readonly string[], values: Json[]): void {
  if (part === null) return;
  if (Array.isArray(part)) {
    for (const item of part) addValues(item, steps, values);
    return;
  }
  if (!isJsonObject(part)) {
    values.push(part);
    return;
  }
  // A name may have dots of its own.
  for (let used = 1; used <= steps.length; used++) {
    const value = ownOf(part, steps.slice(0, used).join(".")) ?? null;
    if (value !== null) return addValues(value, steps.slice(used), values);
  }
}
