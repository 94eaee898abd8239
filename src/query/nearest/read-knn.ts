/** Reads what is looked for, in the query `knn` and in the section `knn` of a search. */
import { BodyReader, contentParseException, parseDecimal, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { askedVector } from "../asked-model.ts";
import type { InferenceQuestion } from "../inference-question.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import { readInnerHits } from "../inner-hits.ts";
import { expressionOf, kindQuery, type QueryHead } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { documentsView } from "../nested/nested-view.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";
import { nearest } from "./nearest-expression.ts";
import { exactNearest, type FoundIn } from "./exact-expression.ts";
import { requireVectors, vectorScoring } from "./vector-scoring.ts";

const MOST_CANDIDATES = 10_000;
/** Candidates for each of the nearest, unless the request says otherwise. */
const CANDIDATES_FOR_ONE = 1.5;
/** Documents found by quantised vectors, for each of the nearest, unless the request says how they are scored. */
const CHOSEN_FOR_ONE = 2;
const DEFAULT_SIZE = 10;

interface Wanted {
  readonly path: string;
  readonly vector: readonly number[];
  readonly k: number;
  readonly candidates: number;
  /** As the request says; undefined: as the mapping says. */
  readonly oversample: number | undefined;
  readonly similarity: number | undefined;
  readonly filters: readonly Query[];
}

/**
 * The query of a body. `isSection`: it is one of a search, whose errors are not wrapped.
 */
export function readKnn(body: Json, context: ParseContext, isSection = false): Query {
  const read = new BodyReader("knn", body, "object");
  const head = readHead("knn", read, body);
  const path = read.string("field");
  const vector = readVector(read);
  const k = read.integer("k");
  const asked = read.integer("num_candidates");
  const similarity = read.number("similarity");
  const filters = readFilters(read, context);
  const oversample = readRescore(read);
  const builder = readVectorBuilder(read);
  if (isSection) readSectionInnerHits(read, context);
  read.end();
  if (path === undefined) throw illegalArgument("Required [field]");
  const wrong =
    builder && vector
      ? illegalArgument("cannot specify both [query_vector_builder] and [query_vector]")
      : problem(builder ? [] : vector, k, asked, isSection);
  if (wrong) throw isSection ? wrong : failedToBuild(wrong);
  const size = k ?? context.size ?? DEFAULT_SIZE;
  if (isSection && size < 1) throw illegalArgument("[k] must be greater than 0");
  const candidates = asked ?? Math.min(MOST_CANDIDATES, Math.round(CANDIDATES_FOR_ONE * size));
  const wanted: Wanted = {
    path,
    vector: builder ? (askedVector(context, builder) ?? []) : (vector ?? []),
    k: Math.min(size, candidates),
    candidates,
    oversample,
    similarity,
    filters,
  };
  return knnQuery(head, wanted);
}

function knnQuery(head: QueryHead, wanted: Wanted): Query {
  return kindQuery(head, (searcher) => build(searcher, wanted));
}

function build(
  searcher: SearcherView,
  { path, vector, k, candidates, oversample, similarity, filters }: Wanted,
): Expression {
  const field = searcher.mapping.field(path);
  if (!field) return matchNone(`unmapped field [${path}]`);
  requireVectors(field, path);
  const scoring = vectorScoring(field, vector);
  if (k < 1) throw illegalArgument(`k must be at least 1, got: ${k}`);
  if (!scoring) return matchNone(`no vectors in field [${path}]`);
  const documents = documentsView(searcher);
  const clauses = filters.map((filter) => ({ occur: "filter" as const, expression: expressionOf(filter, documents) }));
  const rescored = rescoredOf(field, k, oversample);
  return nearest({
    path: field.path,
    vector,
    scoring,
    k,
    candidates,
    rescored: rescored ?? 0,
    chosen: rescored === undefined ? Math.min(candidates, k * CHOSEN_FOR_ONE) : 0,
    filter: clauses.length === 0 ? undefined : booleanOf(clauses),
    minScore: similarity === undefined ? undefined : scoring.scoreAt(similarity),
  });
}

/** How many documents are scored again by the vectors themselves; undefined: nobody says. */
function rescoredOf(field: MappedField, k: number, asked: number | undefined): number | undefined {
  const { rescore_vector: rescore } = (field.parameters["index_options"] ?? {}) as { rescore_vector?: JsonObject };
  const given = asked ?? rescore?.["oversample"];
  if (given === undefined) return undefined;
  const oversample = Number(given);
  return oversample === 0 ? 0 : Math.min(MOST_CANDIDATES, Math.ceil(k * oversample));
}

function problem(
  vector: readonly number[] | undefined,
  k: number | undefined,
  candidates: number | undefined,
  isSection: boolean,
): RequestError | undefined {
  if (k !== undefined && k < 1) return illegalArgument("[k] must be greater than 0");
  if (candidates !== undefined && candidates > MOST_CANDIDATES)
    return illegalArgument(`[num_candidates] cannot exceed [${MOST_CANDIDATES}]`);
  if (k !== undefined && candidates !== undefined && candidates < k)
    return illegalArgument("[num_candidates] cannot be less than [k]");
  if (vector) return undefined;
  const names = isSection ? "[query_vector_builder] or [query_vector]" : "[query_vector] or [query_vector_builder]";
  return illegalArgument(`either ${names} must be provided`);
}

/** `text_embedding` alone: what a model makes of a text. */
function readVectorBuilder(read: BodyReader): InferenceQuestion | undefined {
  const value = read.json("query_vector_builder");
  if (value === undefined) return undefined;
  const failed = (cause: RequestError): RequestError =>
    contentParseException("[knn] failed to parse field [query_vector_builder]", cause);
  if (!isJsonObject(value))
    throw contentParseException(`[knn] query_vector_builder doesn't support values of type: ${tokenName(value)}`);
  const [kind = "", ...more] = Object.keys(value);
  if (kind !== "text_embedding" || more.length > 0)
    throw failed(new RequestError(400, "named_object_not_found_exception", `unknown field [${more[0] ?? kind}]`));
  try {
    const inner = new BodyReader("text_embedding", value["text_embedding"] ?? null, "object");
    const model = inner.string("model_id");
    const text = inner.string("model_text");
    inner.end();
    const missing = [...(model === undefined ? ["model_id"] : []), ...(text === undefined ? ["model_text"] : [])];
    if (model === undefined || text === undefined) throw illegalArgument(`Required [${missing.join(", ")}]`);
    return { asker: "vectors", endpoint: model, task: "text_embedding", input: [text] };
  } catch (error) {
    throw error instanceof RequestError ? failed(error) : error;
  }
}

function failedToBuild(cause: RequestError): RequestError {
  return new RequestError(400, "x_content_parse_exception", "Failed to build [knn] after last required field arrived", {
    cause,
  });
}

function readSectionInnerHits(read: BodyReader, context: ParseContext): void {
  try {
    readInnerHits("knn", read, context);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw contentParseException("[knn] failed to parse field [inner_hits]", error);
  }
}

/**
 * All vectors of the field of a section that was read, by their distance, in documents that it found: what its inner
 * hits show.
 */
export function exactKnn(body: JsonObject, found: (searcher: SearcherView) => FoundIn): Query {
  const read = new BodyReader("knn", body, "object");
  const head = readHead("knn", read, body);
  const path = read.string("field") ?? "";
  const vector = readVector(read) ?? [];
  const similarity = read.number("similarity");
  return kindQuery(head, (searcher) => {
    const field = searcher.mapping.field(path);
    const scoring = field && vectorScoring(field, vector);
    if (!scoring) return matchNone(`no vectors in field [${path}]`);
    const minScore = similarity === undefined ? -Infinity : scoring.scoreAt(similarity);
    return exactNearest({ path: field.path, scoring, minScore, foundIn: found(searcher) });
  });
}

/** Numbers, or bytes in hexadecimal digits. */
function readVector(read: BodyReader): readonly number[] | undefined {
  const value = read.json("query_vector");
  if (value === undefined || value === null) return undefined;
  const failed = (cause: RequestError): RequestError =>
    contentParseException("[knn] failed to parse field [query_vector]", cause);
  if (typeof value === "string") return fromHex(value, failed);
  if (!Array.isArray(value))
    throw contentParseException(`[knn] query_vector doesn't support values of type: ${tokenName(value)}`);
  return value.map((item) => {
    if (typeof item === "number" || typeof item === "bigint") return Math.fround(Number(item));
    try {
      return Math.fround(parseDecimal(valueText(item)));
    } catch (error) {
      throw error instanceof RequestError ? failed(error) : error;
    }
  });
}

function fromHex(text: string, failed: (cause: RequestError) => RequestError): readonly number[] {
  if (text.length % 2 !== 0) throw failed(illegalArgument(`string length not even: ${text.length}`));
  if (!/^[0-9a-fA-F]*$/.test(text)) throw failed(illegalArgument(`not a hexadecimal digit in [${text}]`));
  return Array.from(Int8Array.from(Buffer.from(text, "hex")));
}

function readFilters(read: BodyReader, context: ParseContext): readonly Query[] {
  const value = read.json("filter");
  if (value === undefined) return [];
  try {
    return (Array.isArray(value) ? value : [value]).map((filter) => context.parseQuery(filter, []));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw contentParseException("[knn] failed to parse field [filter]", error);
  }
}

/** Answers by how much more documents are to be found than asked for, and scored exactly; 0: by none. */
function readRescore(read: BodyReader): number | undefined {
  const value = read.json("rescore_vector");
  if (value === undefined) return undefined;
  if (!isJsonObject(value))
    throw contentParseException(`[knn] rescore_vector doesn't support values of type: ${tokenName(value)}`);
  const inner = new BodyReader("rescore_vector", value, "object");
  const oversample = inner.number("oversample");
  inner.end();
  if (oversample === undefined || oversample === 0 || oversample >= 1) return oversample;
  const wrong = illegalArgument("[oversample] must be >= 1.0 or 0");
  const failed = new RequestError(
    400,
    "x_content_parse_exception",
    "Failed to build [rescore_vector] after last required field arrived",
    { cause: wrong },
  );
  throw contentParseException(
    "[knn] failed to parse field [rescore_vector]",
    contentParseException("[rescore_vector] failed to parse field [oversample]", failed),
  );
}
