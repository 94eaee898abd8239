/** The body of a reindex (`ReindexRequest`): where documents come from, and what they become. */
import { tokenName } from "../../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { RequestText } from "../../../compat/request-text.ts";
import { valueText } from "../../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { VersionType } from "../../../documents/documents.ts";
import { type ByQueryScript, reindexScript } from "../../../documents/write/by-query-script.ts";
import { booleanParameter } from "../../../http/parameters.ts";
import type { OperationRequest } from "../../operation.ts";
import { SEARCHED_INDICES } from "../../targets/index-options.ts";
import { versionType } from "../../targets/write-parameters.ts";
import { requestText } from "../request-body.ts";
import {
  type ByQueryRequest,
  checkRequest,
  maxDocsOf,
  proceeds,
  readOptions,
  searchFailures,
} from "./by-query-request.ts";
import type { Destination } from "../../../documents/write/write-found.ts";
import { readRemote, type RemoteSource } from "./remote/remote-source.ts";
import { readHitSearch } from "./scrolled-hits.ts";

/** What is asked, checked. */
export interface ReindexRequest extends ByQueryRequest {
  readonly sources: readonly string[];
  /** Another server where these are, and the source as it came, without its query; undefined: they are here. */
  readonly remote: { readonly remote: RemoteSource; readonly source: JsonObject } | undefined;
  /** What changes documents on their way. */
  readonly script: ByQueryScript | undefined;
  readonly destination: Destination;
}

/** `dest` as it came. */
interface GivenDestination {
  index?: string;
  op_type?: "index" | "create";
  version_type?: VersionType;
  routing?: string;
  pipeline?: string;
}

const KEYS = ["source", "dest", "conflicts", "max_docs", "script"];
/** Of a search on another server, beside its query, index and size. */
const REMOTE_KEYS: readonly string[] = ["sort", "_source"];
const DESTINATION_KEYS: readonly string[] = ["index", "op_type", "version_type", "routing", "pipeline"];

/** Reads all of it. Throws 400 in Elasticsearch's words. */
export async function readReindexRequest(request: OperationRequest): Promise<ReindexRequest> {
  const { parameters } = request;
  const text = await requestText(request);
  const { body, places } = text;
  for (const key of Object.keys(body))
    if (!KEYS.includes(key)) throw text.contentError(places.key(body, key), `[reindex] unknown field [${key}]`);
  const script = reindexScript(text);
  const given = destinationOf(text);
  const source = objectUnder(text, "source");
  const remote = inSource(text, source, () => readRemote(source));
  const { index, size, from: _refused, remote: _read, ...local } = source;
  // The query is the other server's to read.
  const { query: _theirs, ...others } = local;
  const search = remote ? others : local;
  const options = readOptions(parameters, {
    conflicts: within(text, "conflicts", () => (proceeds(body["conflicts"]) ? "proceed" : "abort")),
    maxDocs: within(text, "max_docs", () => maxDocsInBody(body["max_docs"])),
    size,
  });
  const sources = namesOf(index);
  const choice = {
    expression: sources.join(","),
    options: SEARCHED_INDICES,
    routing: undefined,
    preference: undefined,
  };
  const asked = { ...options, choice, search, searchParameters: {} };
  readSource(text, source, asked);
  checkRequest([
    ...searchFailures(source, {}, options),
    ...reindexFailures(sources, search, given),
    ...(remote ? remoteFailures(search, options.slices) : []),
  ]);
  const { index: target = "", op_type: kind = "index", version_type: type, routing = "keep", pipeline } = given;
  const requireAlias = booleanParameter(parameters, "require_alias", false);
  const versions = type === "internal" ? undefined : type;
  return {
    ...asked,
    sources,
    remote: remote && { remote, source: search },
    script,
    destination: { index: target, kind, versionType: versions, routing, pipeline, requireAlias },
  };
}

function reindexFailures(sources: readonly string[], search: JsonObject, destination: GivenDestination): string[] {
  const { index, op_type: kind, version_type: type = "internal", routing = "keep" } = destination;
  const failures: string[] = [];
  if (sources.length === 0) failures.push("use _all if you really want to copy from all existing indexes");
  if (search["_source"] === false) failures.push("_source:false is not supported in this context");
  if (index === undefined) failures.push("index must be specified");
  if (routing !== "keep" && routing !== "discard" && !routing.startsWith("="))
    failures.push("routing must be unset, [keep], [discard] or [=<some new value>]");
  if (kind === "create" && type !== "internal")
    failures.push("create operations only support internal versioning. use index instead");
  return failures;
}

function remoteFailures(search: JsonObject, slices: number | "auto"): string[] {
  const count = slices === "auto" ? 0 : slices;
  const failures: string[] = [];
  if (count !== 1) failures.push(`reindex from remote sources doesn't support slices > 1 but was [${count}]`);
  for (const key of Object.keys(search))
    if (!REMOTE_KEYS.includes(key)) failures.push(`reindex from remote sources doesn't support [${key}]`);
  return failures;
}

/** Reads the search, whose faults stand in `source`. */
function readSource(text: RequestText, source: JsonObject, asked: ByQueryRequest): void {
  inSource(text, source, () => readHitSearch(asked, { withSource: true, withVersion: false }));
}

function inSource<Read>(text: RequestText, source: JsonObject, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError) || Object.keys(source).length === 0) throw error;
    throw text.contentError(text.places.end(source), "[reindex] failed to parse field [source]", error);
  }
}

function namesOf(index: Json | undefined): string[] {
  if (index === undefined || index === null) return [];
  if (Array.isArray(index)) return index.map(valueText);
  if (typeof index === "string") return index.split(",");
  throw illegalArgument(`Expected [index] to be a list of a string but was [${valueText(index)}]`);
}

function objectUnder(text: RequestText, key: string): JsonObject {
  const value = ownOf(text.body, key) ?? {};
  if (isJsonObject(value)) return value;
  const place = text.places.value(text.body, key);
  throw text.contentError(place, `[reindex] ${key} doesn't support values of type: ${tokenName(value)}`);
}

function destinationOf(text: RequestText): GivenDestination {
  const { places } = text;
  const dest = objectUnder(text, "dest");
  const given: GivenDestination = {};
  for (const key of Object.keys(dest)) {
    const place = places.value(dest, key);
    const failed = (cause: RequestError): RequestError =>
      text.contentError(place, "[reindex] failed to parse field [dest]", cause);
    if (!DESTINATION_KEYS.includes(key))
      throw failed(text.contentError(places.key(dest, key), `[dest] unknown field [${key}]`));
    const value = ownOf(dest, key) ?? null;
    if (typeof value === "object" || typeof value === "boolean")
      throw failed(text.contentError(place, `[dest] ${key} doesn't support values of type: ${tokenName(value)}`));
    try {
      setMember(given, key, valueText(value));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw failed(text.contentError(place, `[dest] failed to parse field [${key}]`, error));
    }
  }
  return given;
}

function setMember(given: GivenDestination, key: string, value: string): void {
  if (key === "op_type") given.op_type = kindOf(value);
  else if (key === "version_type") given.version_type = typeOf(value);
  else given[key as "index" | "routing" | "pipeline"] = value;
}

function kindOf(text: string): "index" | "create" {
  const kind = text.toLowerCase();
  if (kind === "index" || kind === "create") return kind;
  throw illegalArgument(`opType must be 'create' or 'index', found: [${text}]`);
}

function typeOf(text: string): VersionType {
  const type = text === "force" ? undefined : versionType(text, () => undefined);
  if (type === undefined) throw illegalArgument(`No version type match [${text}]`);
  return type;
}

function maxDocsInBody(value: Json | undefined): number | undefined {
  const maxDocs = maxDocsOf(value);
  if (maxDocs === 0) throw illegalArgument("[max_docs] should be >= [slices]");
  return maxDocs;
}

/** What `read` answers; its faults stand at a member of the body. */
function within<Value>(text: RequestText, key: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw text.contentError(text.places.value(text.body, key), `[reindex] failed to parse field [${key}]`, error);
  }
}
