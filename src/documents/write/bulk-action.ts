/**
 * The action line of a bulk item: its keys, and Elasticsearch's words for what it cannot read (`BulkRequestParser`).
 */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { valueText } from "../../compat/value-text.ts";
import type { BulkOptions, SourceFilter, VersionType, WriteItem } from "../documents.ts";
import { checkSeqNo } from "./write-validation.ts";

/** An item as it is read: its action line first, then its source. */
export type ItemDraft = { -readonly [K in keyof Omit<WriteItem, "index">]: WriteItem[K] } & {
  /** Undefined: neither the line nor the path names one. */
  index: string | undefined;
};

/** What the path of a bulk request says for the items that say nothing. */
export type ItemDefaults = Pick<
  BulkOptions,
  "index" | "routing" | "pipeline" | "listPipelines" | "sourceFilter" | "requireAlias" | "requireDataStream"
>;

type ItemOptions = { -readonly [K in keyof WriteItem["options"]]: WriteItem["options"][K] };

const VERSION_TYPES: readonly string[] = ["internal", "external", "external_gte", "force"];

/**
 * Reads an action line; undefined for a blank one. `line` counts from 1. Throws RequestError 400, which refuses the
 * whole request.
 */
export function parseAction(text: string, line: number, defaults: ItemDefaults): ItemDraft | undefined {
  const value = readLine(text);
  if (value === undefined) return undefined;
  const malformed = (why: string): RequestError => illegalArgument(`Malformed action/metadata line [${line}], ${why}`);
  if (!isJsonObject(value)) throw malformed(`expected START_OBJECT but found [${tokenName(value)}]`);
  const name = Object.keys(value)[0];
  if (name === undefined) throw malformed("expected FIELD_NAME but found [END_OBJECT]");
  if (name !== "index" && name !== "create" && name !== "update" && name !== "delete") {
    throw malformed(`expected field [create], [delete], [index] or [update] but found [${name}]`);
  }
  const metadata = value[name] ?? null;
  if (!isJsonObject(metadata))
    throw malformed(`expected START_OBJECT or END_OBJECT but found [${tokenName(metadata)}]`);
  return readMetadata(name, metadata, { line, defaults, malformed });
}

/**
 * The line's value. Elasticsearch stops reading behind the action, so that a missing last brace and further members
 * pass; other text behind it does not.
 */
function readLine(text: string): Json | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === "") return undefined;
    try {
      return parseJson(`${text}}`);
    } catch {
      return parseJson(text);
    }
  }
  // A version may be longer than a double can hold.
  return /\d{16}/.test(text) ? parseJson(text) : (value as Json);
}

function readMetadata(
  kind: WriteItem["kind"],
  metadata: JsonObject,
  { line, defaults, malformed }: { line: number; defaults: ItemDefaults; malformed: (why: string) => RequestError },
): ItemDraft {
  const options: ItemOptions = {
    routing: defaults.routing,
    version: undefined,
    versionType: undefined,
    ifSeqNo: undefined,
    ifPrimaryTerm: undefined,
    retryOnConflict: undefined,
  };
  const item: ItemDraft = {
    kind,
    index: defaults.index,
    id: undefined,
    isGenerated: false,
    source: undefined,
    parsed: undefined,
    options,
    update: undefined,
    sourceFilter: defaults.sourceFilter,
    dynamicTemplates: undefined,
    pipeline: defaults.pipeline,
    requireAlias: defaults.requireAlias,
    requireDataStream: defaults.requireDataStream,
    listPipelines: defaults.listPipelines ?? false,
  };
  for (const key in metadata) {
    const value = metadata[key] ?? null;
    if (value === null) continue;
    if (typeof value === "object" && (Array.isArray(value) || (key !== "_source" && key !== "dynamic_templates"))) {
      throw malformed(`expected a simple value for field [${key}] but found [${tokenName(value)}]`);
    }
    setMember(item, options, { key, value, line });
  }
  const templates = item.dynamicTemplates !== undefined && Object.keys(item.dynamicTemplates).length > 0;
  if (kind === "delete" && templates)
    throw illegalArgument(`Delete request in line [${line}] does not accept dynamic_templates`);
  if (kind !== "update") return item;
  if (templates) throw illegalArgument(`Update request in line [${line}] does not accept dynamic_templates`);
  if (options.version !== undefined || (options.versionType ?? "internal") !== "internal") {
    throw illegalArgument(
      "Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead",
    );
  }
  return item;
}

function setMember(
  item: ItemDraft,
  options: ItemOptions,
  { key, value, line }: { key: string; value: Json; line: number },
): void {
  switch (key) {
    case "_index":
      item.index = valueText(value);
      return;
    case "_id":
      item.id = valueText(value);
      return;
    case "routing":
      options.routing = valueText(value);
      return;
    case "op_type":
      if (item.kind === "index" && value === "create") item.kind = "create";
      return;
    case "version":
      options.version = long(value);
      return;
    case "version_type":
      options.versionType = versionType(valueText(value));
      return;
    case "if_seq_no":
      options.ifSeqNo = Number(long(value));
      checkSeqNo(options.ifSeqNo, undefined);
      return;
    case "if_primary_term":
      options.ifPrimaryTerm = Number(long(value));
      return;
    case "retry_on_conflict":
      options.retryOnConflict = integer(value);
      return;
    case "pipeline":
      item.pipeline = valueText(value);
      return;
    case "_source":
      item.sourceFilter = sourceFilter(value);
      return;
    case "require_alias":
      item.requireAlias = boolean(value);
      return;
    case "require_data_stream":
      item.requireDataStream = boolean(value);
      return;
    case "list_executed_pipelines":
      item.listPipelines = boolean(value);
      return;
    case "dynamic_templates":
      if (isJsonObject(value)) {
        item.dynamicTemplates = Object.fromEntries(
          Object.entries(value).map(([path, name]) => [path, valueText(name)]),
        );
        return;
      }
  }
  throw illegalArgument(`Action/metadata line [${line}] contains an unknown parameter [${key}]`);
}

function boolean(value: Json): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw illegalArgument(`Failed to parse value [${valueText(value)}] as only [true] or [false] are allowed.`);
}

const LONG_LIMIT = 2n ** 63n;

function long(value: Json): number | bigint {
  const number = typeof value === "string" && /^[+-]?\d+$/.test(value) ? BigInt(value) : value;
  if (typeof number === "number") return Math.trunc(number);
  if (typeof number !== "bigint") throw illegalArgument(`For input string: "${valueText(value)}"`);
  if (number >= LONG_LIMIT || number < -LONG_LIMIT) {
    throw new RequestError(
      400,
      "x_content_parse_exception",
      `Numeric value (${number}) out of range of long (-9223372036854775808 - 9223372036854775807)`,
    );
  }
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
}

function integer(value: Json): number {
  const number = typeof value === "string" ? (/^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN) : Number(value);
  if (Number.isNaN(number))
    throw new RequestError(400, "number_format_exception", `For input string: "${valueText(value)}"`);
  return Math.trunc(number);
}

function versionType(name: string): VersionType {
  if (name === "external_gt") return "external";
  if (!VERSION_TYPES.includes(name)) throw illegalArgument(`No version type match [${name}]`);
  return name as VersionType;
}

function sourceFilter(value: Json): SourceFilter {
  if (typeof value === "boolean") return { fetch: value, includes: [], excludes: [] };
  if (!isJsonObject(value)) return { fetch: true, includes: [valueText(value)], excludes: [] };
  const list = (names: Json | undefined): string[] =>
    names === undefined ? [] : Array.isArray(names) ? names.map(valueText) : [valueText(names)];
  return {
    fetch: true,
    includes: list(value["includes"] ?? value["include"]),
    excludes: list(value["excludes"] ?? value["exclude"]),
  };
}
