/** Reads the body of top_hits (`TopHitsAggregationBuilder.parse`). */
import { tokenName } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument, parsingException } from "../../compat/errors.ts";
import { RequestText } from "../../compat/request-text.ts";
import { valueText } from "../../compat/value-text.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { checkStoredFields, parseFieldList } from "../../hits/fetch/fields-option.ts";
import type { HitOptions } from "../../hits/fetch/hit-options.ts";
import { parseScriptFields } from "../../hits/fetch/script-fields-option.ts";
import { parseSourceOption } from "../../hits/fetch/source-option.ts";
import { parseHighlight } from "../../hits/highlight/highlight-options.ts";
import { parseSort } from "../../hits/sort/parse-sort.ts";
import type { SortSpec } from "../../hits/sort/sort-spec.ts";

/** What is asked of the hits of each bucket. */
export interface TopHitsRequest {
  readonly from: number;
  readonly options: Readonly<HitOptions>;
  /** Empty: by score. */
  readonly sort: readonly SortSpec[];
  readonly trackScores: boolean;
}

const DEFAULT_SIZE = 3;

type Target = HitOptions & { from: number; sort: readonly SortSpec[]; trackScores: boolean };

type KeyReader = (target: Target, request: RequestText, name: string) => void;

const sort: KeyReader = (target, request) => void (target.sort = parseSort(request, request.body));
const source: KeyReader = (target, request) =>
  void (target.source = parseSourceOption(request, request.body, "_source"));

const VALUE_KEYS: Readonly<Record<string, KeyReader>> = {
  from: (target, request, name) => void (target.from = readCount(request, "from", name)),
  size: (target, request, name) => void (target.size = readCount(request, "size", name)),
  version: (target, request) => void (target.version = request.boolean(request.body, "version")),
  seq_no_primary_term: (target, request) =>
    void (target.seqNoPrimaryTerm = request.boolean(request.body, "seq_no_primary_term")),
  explain: (target, request) => void (target.explain = request.boolean(request.body, "explain")),
  track_scores: (target, request) => void (target.trackScores = request.boolean(request.body, "track_scores")),
  stored_fields: (target, request) => void (target.storedFields = [valueText(ownOf(request.body, "stored_fields"))]),
  _source: source,
  sort,
};

const OBJECT_KEYS: Readonly<Record<string, KeyReader>> = {
  _source: source,
  sort,
  highlight: (target, request) =>
    void (target.highlight = parseHighlight(request, ownOf(request.body, "highlight") as JsonObject)),
  script_fields: (target, request) =>
    void (target.scriptFields = parseScriptFields(request, ownOf(request.body, "script_fields") as JsonObject)),
};

const ARRAY_KEYS: Readonly<Record<string, KeyReader>> = {
  _source: source,
  sort,
  fields: (target, request) => void (target.fields = parseFieldList(request, listOf(request, "fields"))),
  docvalue_fields: (target, request) =>
    void (target.docvalueFields = parseFieldList(request, listOf(request, "docvalue_fields"))),
  stored_fields: (target, request) =>
    void (target.storedFields = checkStoredFields(listOf(request, "stored_fields").map(valueText))),
};

function listOf(request: RequestText, key: string): readonly Json[] {
  const value = ownOf(request.body, key);
  return Array.isArray(value) ? value : [];
}

function readCount(request: RequestText, key: string, name: string): number {
  const value = ownOf(request.body, key);
  if (typeof value === "string" && !/^[+-]?\d+$/.test(value))
    throw new RequestError(400, "number_format_exception", `For input string: "${value}"`);
  const count = Math.trunc(Number(value));
  if (count >= 0) return count;
  throw illegalArgument(`[${key}] must be greater than or equal to 0. Found [${count}] in [${name}]`);
}

/** Throws 400. */
export function readTopHits(name: string, body: JsonObject): TopHitsRequest {
  const request = RequestText.of(body);
  const target: Target = {
    from: 0,
    size: DEFAULT_SIZE,
    sort: [],
    trackScores: false,
    source: undefined,
    storedFields: undefined,
    fields: [],
    docvalueFields: [],
    scriptFields: [],
    highlight: undefined,
    explain: false,
    version: false,
    seqNoPrimaryTerm: false,
    includeNamedQueriesScore: false,
  };
  for (const [key, value] of Object.entries(body)) {
    const readers = Array.isArray(value) ? ARRAY_KEYS : isJsonObject(value) ? OBJECT_KEYS : VALUE_KEYS;
    const reader = value === null ? undefined : ownOf(readers, key);
    if (!reader) throw parsingException(`Unknown key for a ${tokenName(value)} in [${key}].`);
    reader(target, request, name);
  }
  const { from, sort: specs, trackScores, ...options } = target;
  return { from, options, sort: specs, trackScores };
}
