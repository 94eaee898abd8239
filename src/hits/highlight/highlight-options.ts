/** The `highlight` option of a search body (`HighlightBuilder`, `AbstractHighlighterBuilder`). */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import type { JsonPlace } from "../../compat/json/parse-json.ts";
import { parseNumberText, type RequestText } from "../../compat/request-text.ts";

/** Options of one field; undefined: not given. */
export interface HighlightOptions {
  readonly preTags?: readonly string[];
  readonly postTags?: readonly string[];
  readonly fragmentSize?: number;
  readonly numberOfFragments?: number;
  readonly noMatchSize?: number;
  readonly order?: string;
  readonly requireFieldMatch?: boolean;
  readonly query?: Json;
  readonly type?: string;
  readonly fragmenter?: string;
  readonly boundaryScanner?: string;
  readonly locale?: string;
  readonly maxAnalyzedOffset?: number;
  readonly boundaryChars?: string;
  readonly boundaryMaxScan?: number;
  readonly fragmentOffset?: number;
  readonly phraseLimit?: number;
}

/** A parsed `highlight` option. */
export interface HighlightRequest {
  readonly encoder: string;
  /** Field names or patterns in order, each with its own options. */
  readonly fields: readonly { readonly pattern: string; readonly options: HighlightOptions }[];
}

/** Options while they are read. */
type Draft = { -readonly [K in keyof HighlightOptions]: HighlightOptions[K] };

/** Reads one option. */
type OptionReader = (draft: Draft, request: RequestText, body: JsonObject, key: string) => void;

const MAX_FRAGMENTS = 10_000;

const OPTIONS: NameTable<OptionReader> = nameTable({
  pre_tags: (draft, request, body, key) => void (draft.preTags = texts(request, body, key)),
  post_tags: (draft, request, body, key) => void (draft.postTags = texts(request, body, key)),
  fragment_size: (draft, request, body, key) => void (draft.fragmentSize = integer(request, body, key)),
  number_of_fragments: (draft, request, body, key) =>
    void (draft.numberOfFragments = checkFragments(integer(request, body, key))),
  no_match_size: (draft, request, body, key) => void (draft.noMatchSize = integer(request, body, key)),
  order: (draft, request, body, key) => void (draft.order = text(request, body, key).toLowerCase()),
  require_field_match: (draft, request, body, key) => void (draft.requireFieldMatch = request.boolean(body, key)),
  highlight_query: (draft, request, body, key) => void (draft.query = objectOf(request, body, key)),
  type: (draft, request, body, key) => void (draft.type = text(request, body, key)),
  fragmenter: (draft, request, body, key) => void (draft.fragmenter = text(request, body, key)),
  boundary_scanner: (draft, request, body, key) =>
    void (draft.boundaryScanner = checkScanner(text(request, body, key))),
  boundary_scanner_locale: (draft, request, body, key) => void (draft.locale = text(request, body, key)),
  max_analyzed_offset: (draft, request, body, key) =>
    void (draft.maxAnalyzedOffset = checkOffset(integer(request, body, key))),
  boundary_chars: (draft, request, body, key) => void (draft.boundaryChars = text(request, body, key)),
  boundary_max_scan: (draft, request, body, key) => void (draft.boundaryMaxScan = integer(request, body, key)),
  phrase_limit: (draft, request, body, key) => {
    const limit = integer(request, body, key);
    // Below zero it is as if it were not said.
    if (limit >= 0) draft.phraseLimit = limit;
  },
  // Read and checked, but without effect: they applied only to older releases.
  force_source: (_draft, request, body, key) => void request.boolean(body, key),
  highlight_filter: (_draft, request, body, key) => void request.boolean(body, key),
  options: (_draft, request, body, key) => void objectOf(request, body, key),
});

const FIELD_ONLY: readonly string[] = ["fragment_offset", "matched_fields"];

/** Reads `container.highlight`. */
export function parseHighlight(request: RequestText, body: JsonObject): HighlightRequest {
  const common: Draft = {};
  let encoder = "default";
  for (const key of Object.keys(body)) {
    if (key === "fields") continue;
    const read = Object.hasOwn(OPTIONS, key) ? OPTIONS[key] : undefined;
    if (read) reading(request, body, key, "highlight", () => read(common, request, body, key));
    else if (key === "tags_schema")
      reading(request, body, key, "highlight", () => applySchema(common, text(request, body, key)));
    else if (key === "encoder") encoder = text(request, body, key);
    else
      throw request.contentError(
        request.places.key(body, key),
        `[highlight] unknown field [${key}]${didYouMean(key, [...Object.keys(OPTIONS), "fields", "encoder", "tags_schema"])}`,
      );
  }
  if (common.preTags && !common.postTags) throw tagsError(request.places.end(body));
  return { encoder, fields: parseFields(request, body, common) };
}

function parseFields(request: RequestText, body: JsonObject, common: HighlightOptions): HighlightRequest["fields"] {
  const value = body.fields;
  if (value === undefined) return [];
  const objects = Array.isArray(value) ? value : [value];
  return objects.flatMap((object) => {
    if (!isJsonObject(object))
      throw request.contentError(
        request.places.value(body, "fields"),
        `[highlight] fields doesn't support values of type: ${tokenName(object)}`,
      );
    return Object.keys(object).map((pattern) => ({
      pattern,
      options: { ...common, ...parseField(request, object, pattern) },
    }));
  });
}

function parseField(request: RequestText, fields: JsonObject, name: string): HighlightOptions {
  try {
    return readField(request, fields, name);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw insideFields(error, name, unknownPlace(request, ownOf(fields, name) ?? null, error.message));
  }
}

function readField(request: RequestText, fields: JsonObject, name: string): HighlightOptions {
  const body = ownOf(fields, name) ?? null;
  if (!isJsonObject(body))
    throw request.contentError(
      request.places.value(fields, name),
      `[highlight_field] Expected START_OBJECT but was: ${tokenName(body)}`,
    );
  const draft: Draft = {};
  for (const key of Object.keys(body)) {
    const read = Object.hasOwn(OPTIONS, key) ? OPTIONS[key] : undefined;
    if (read) reading(request, body, key, "highlight_field", () => read(draft, request, body, key));
    else if (!FIELD_ONLY.includes(key))
      throw request.contentError(
        request.places.key(body, key),
        `[highlight_field] unknown field [${key}]${didYouMean(key, [...Object.keys(OPTIONS), ...FIELD_ONLY])}`,
      );
    else if (key === "fragment_offset")
      reading(request, body, key, "highlight_field", () => {
        const offset = integer(request, body, key);
        // Below zero it is as if it were not said.
        if (offset >= 0) draft.fragmentOffset = offset;
      });
    else if (key === "matched_fields") throw illegalArgument("[matched_fields] is not supported by this server yet");
  }
  if (draft.preTags && !draft.postTags) throw tagsError(request.places.end(body));
  return draft;
}

/** The parsers around report the position of an unknown option's value, not of its name. */
function unknownPlace(request: RequestText, body: Json, message: string): string | undefined {
  const key = /unknown field \[(.+?)\]/.exec(message)?.[1];
  if (key === undefined || !isJsonObject(body)) return undefined;
  const { line, col } = request.places.value(body, key);
  return `[${line}:${col}]`;
}

/** Wraps an error within `fields` like the parsers around it. */
function insideFields(error: RequestError, name: string, told: string | undefined): RequestError {
  const place =
    told ??
    /^\[\d+:\d+\]/.exec(error.message)?.[0] ??
    `[${Number(error.details.line ?? 1)}:${Number(error.details.col ?? 1)}]`;
  const field = new RequestError(
    400,
    "x_content_parse_exception",
    `${place} [fields] failed to parse field [${name}]`,
    { cause: error },
  );
  return new RequestError(400, "x_content_parse_exception", `${place} [highlight] failed to parse field [fields]`, {
    cause: field,
    rootCauses: [error],
  });
}

function reading(request: RequestText, body: JsonObject, key: string, parser: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.type === "x_content_parse_exception")
      throw request.contentError(request.places.value(body, key), `[${parser}] ${key} ${error.message}`);
    throw request.contentError(request.places.value(body, key), `[${parser}] failed to parse field [${key}]`, error);
  }
}

/** The error for a value of an unsupported type; `reading` adds position, parser and key. */
function wrongType(value: Json): RequestError {
  return new RequestError(400, "x_content_parse_exception", `doesn't support values of type: ${tokenName(value)}`);
}

function text(_request: RequestText, body: JsonObject, key: string): string {
  const value = ownOf(body, key) ?? null;
  if (typeof value !== "string") throw wrongType(value);
  return value;
}

function texts(_request: RequestText, body: JsonObject, key: string): string[] {
  const value = ownOf(body, key) ?? null;
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.length > 0) return value.map(String);
  throw wrongType(value);
}

function integer(_request: RequestText, body: JsonObject, key: string): number {
  const value = ownOf(body, key) ?? null;
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value === "string") return parseNumberText(value, true);
  throw wrongType(value);
}

function objectOf(_request: RequestText, body: JsonObject, key: string): JsonObject {
  const value = ownOf(body, key) ?? null;
  if (!isJsonObject(value)) throw wrongType(value);
  return value;
}

function checkFragments(count: number): number {
  if (count < 0 || count > MAX_FRAGMENTS)
    throw illegalArgument(`[number_of_fragments] must be between [0] and [${MAX_FRAGMENTS}]`);
  return count;
}

function checkOffset(offset: number): number {
  if (offset <= 0) throw illegalArgument("[max_analyzed_offset] must be a positive integer");
  return offset;
}

function checkScanner(name: string): string {
  const scanner = name.toUpperCase();
  if (scanner === "CHARS" || scanner === "WORD" || scanner === "SENTENCE") return scanner;
  throw illegalArgument(
    `No enum constant org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType.${scanner}`,
  );
}

function applySchema(draft: Draft, schema: string): void {
  if (schema !== "default" && schema !== "styled") throw illegalArgument(`Unknown tag schema [${schema}]`);
  const styled = Array.from({ length: 10 }, (_, number) => `<em class="hlt${number + 1}">`);
  draft.preTags = schema === "styled" ? styled : ["<em>"];
  draft.postTags = ["</em>"];
}

function tagsError(place: JsonPlace): RequestError {
  return parsingException("pre_tags are set but post_tags are not set", { line: place.line, col: place.col });
}
