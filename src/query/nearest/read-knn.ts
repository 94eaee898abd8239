/** Reads what is looked for, in the query `knn` and in the section `knn` of a search. */
import { BodyReader, contentParseException, parseDecimal, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { askedVector } from "../asked-model.ts";
import type { InferenceQuestion } from "../inference-question.ts";
import { readInnerHits } from "../inner-hits.ts";
import { kindQuery, type QueryHead } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext } from "../query-kind.ts";
import type { Query, SearcherView } from "../query.ts";
import { exactNearest, type FoundIn } from "./exact-expression.ts";
import { inChunks } from "./in-chunks.ts";
import { candidatesFor, exactTo, MOST_CANDIDATES, nearestTo, type Wanted } from "./nearest-to.ts";
import { vectorScoring } from "./vector-scoring.ts";

const DEFAULT_SIZE = 10;

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
  const builder = readVectorBuilder(read, context, path);
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
  const candidates = asked ?? candidatesFor(size);
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

/** A field whose texts models embed is searched by the embeddings of its chunks. */
function knnQuery(head: QueryHead, wanted: Wanted): Query {
  return kindQuery(head, (searcher) => {
    const field = searcher.mapping.field(wanted.path);
    if (!field?.semantic) return nearestTo(searcher, wanted);
    const { chunks } = field.semantic;
    if (!chunks) return matchNone("there are no embeddings yet");
    return inChunks(searcher, chunks, (view) => {
      const inner = { ...wanted, path: chunks.embeddings.field.path };
      return { matches: nearestTo(view, inner), scores: exactTo(view, inner.path, inner.vector) };
    });
  });
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
function readVectorBuilder(
  read: BodyReader,
  { mapping }: ParseContext,
  path: string | undefined,
): InferenceQuestion | undefined {
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
    if (text === undefined) throw illegalArgument("Required [model_text]");
    const endpoint = model ?? (path === undefined ? undefined : mapping.field(path)?.semantic?.searchEndpoint);
    if (endpoint === undefined) throw illegalArgument("[model_id] must not be null.");
    return { asker: "vectors", endpoint, task: "text_embedding", input: [text] };
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
