/** Texts of a like meaning: the chunks whose embeddings are nearest to that of a text (`SemanticQueryBuilder`). */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { MappedField, SemanticField } from "../../mapping/field-type.ts";
import { weightedTokens } from "../feature/weighted-tokens.ts";
import { kindQuery, type QueryHead } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { candidatesFor, exactTo, nearestTo } from "../nearest/nearest-to.ts";
import { inChunks } from "../nearest/in-chunks.ts";
import type { ParseContext } from "../query-kind.ts";
import type { Query } from "../query.ts";

/** Chunks found, when a request asks for fewer hits. */
const LEAST_CHUNKS = 10;

/** The query for texts of the meaning of `text` in a field that a model embeds. Throws RequestError 404 without one. */
export function semanticQuery(
  head: QueryHead,
  field: MappedField & { readonly semantic: SemanticField },
  text: string,
  context: ParseContext,
): Query {
  const { infer, size } = context;
  const { searchEndpoint } = field.semantic;
  if (!infer) throw illegalArgument(`the inference endpoint [${searchEndpoint}] cannot be asked here`);
  const asked = infer({ asker: "semantic", endpoint: searchEndpoint, task: undefined, input: [text] });
  const embedding = asked?.[0]?.["embedding"] ?? null;
  const k = Math.max(size ?? LEAST_CHUNKS, LEAST_CHUNKS);
  return kindQuery(head, (searcher) => {
    const { model, chunks } = field.semantic;
    if (!model || !chunks) return matchNone("there are no embeddings yet");
    const path = chunks.embeddings.field.path;
    return inChunks(searcher, chunks, (view) => {
      if (model["task_type"] === "sparse_embedding") {
        const tokens = weightedTokens(view, path, tokensOf(field, embedding), "sparse_vector");
        return { matches: tokens, scores: tokens };
      }
      const vector = vectorOf(field, embedding, Number(model["dimensions"]));
      const matches = nearestTo(view, { path, vector, k, candidates: candidatesFor(k), filters: [] });
      return { matches, scores: exactTo(view, path, vector) };
    });
  });
}

/** Whether a model embeds the texts of a field. */
export function isSemantic(
  field: MappedField | undefined,
): field is MappedField & { readonly semantic: SemanticField } {
  return field?.semantic !== undefined;
}

function tokensOf(field: MappedField, embedding: Json): { token: string; weight: number }[] {
  if (Array.isArray(embedding))
    throw mismatch(
      field,
      "expected query inference results to be of type [text_expansion_result], got [text_embedding_result].",
    );
  const weights: JsonObject = isJsonObject(embedding) ? embedding : {};
  return Object.entries(weights).map(([token, weight]) => ({ token, weight: Math.fround(Number(weight)) }));
}

function vectorOf(field: MappedField, embedding: Json, dimensions: number): readonly number[] {
  if (isJsonObject(embedding))
    throw mismatch(
      field,
      "expected query inference results to be of type [text_embedding_result], got [text_expansion_result].",
    );
  const vector = Array.isArray(embedding) ? embedding.map((value) => Math.fround(Number(value))) : [];
  if (vector.length === dimensions) return vector;
  throw mismatch(
    field,
    `expected query inference results with ${dimensions} dimensions, got ${vector.length} dimensions.`,
  );
}

function mismatch({ path, semantic }: MappedField, what: string): Error {
  const { endpoint, searchEndpoint } = semantic ?? { endpoint: "", searchEndpoint: "" };
  const why =
    searchEndpoint === endpoint
      ? `Has the configuration for inference endpoint [${endpoint}] changed?`
      : `Is the search inference endpoint [${searchEndpoint}] compatible with the inference endpoint [${endpoint}]?`;
  return illegalArgument(`Field [${path}] ${what} ${why}`);
}
