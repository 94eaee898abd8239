/** `sparse_vector`: documents with any of some tokens, scored by the products of weights. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { declaredBody } from "../declared-body.ts";
import { refusePruning, type WeightedToken, weightedTokens } from "../feature/weighted-tokens.ts";
import { kindQuery, type QueryHead } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { inChunks } from "../nearest/in-chunks.ts";
import { readHead } from "../query-head.ts";
import { askedTokens } from "../asked-model.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";

export const sparseVector: QueryKind = {
  name: "sparse_vector",
  summary: "Matches documents with any of some tokens, scored by the products of their weights.",

  parse(body, context) {
    const { head, path, tokens } = declaredBody(() => readSparse(body, context));
    return kindQuery(head, (searcher) => {
      const field = searcher.mapping.field(path);
      if (!field?.semantic) return weightedTokens(searcher, path, tokens, "sparse_vector");
      const { chunks } = field.semantic;
      if (!chunks) return matchNone("there are no embeddings yet");
      return inChunks(searcher, chunks, (view) => {
        const found = weightedTokens(view, chunks.embeddings.field.path, tokens, "sparse_vector");
        return { matches: found, scores: found };
      });
    });
  },
};

interface SparseBody {
  readonly head: QueryHead;
  readonly path: string;
  readonly tokens: readonly WeightedToken[];
}

function readSparse(body: Json, context: ParseContext): SparseBody {
  const read = new BodyReader("sparse_vector", body, "object");
  const head = readHead("sparse_vector", read, body);
  const path = read.string("field");
  const vector = read.json("query_vector");
  const text = read.string("query");
  const named = read.string("inference_id");
  const texts = path === undefined || text === undefined ? undefined : context.mapping.field(path)?.semantic;
  const inference = named ?? (vector === undefined ? texts?.searchEndpoint : undefined);
  const prunes = read.boolean("prune") ?? false;
  const pruning = read.json("pruning_config");
  read.end();
  if (path === undefined) {
    const cause = illegalArgument("Required [field]");
    throw new RequestError(400, "parsing_exception", cause.message, { details: { line: 1, col: 1 }, cause });
  }
  if (text !== undefined && vector === undefined && inference === undefined)
    throw illegalArgument("inference_id required to perform vector search on query string");
  const isBoth = vector !== undefined && (text !== undefined || inference !== undefined);
  if (isBoth || (inference === undefined && !isJsonObject(vector ?? null)))
    throw failedToBuild("[sparse_vector] requires one of [query_vector] or [inference_id] for sparse_vector fields");
  refusePruning(prunes || pruning !== undefined, "sparse_vector");
  if (inference === undefined) return { head, path, tokens: tokensOf(vector as JsonObject) };
  if (text === undefined) throw failedToBuild("[sparse_vector] requires [query] when [inference_id] is specified");
  const asked = { asker: "vectors", endpoint: inference, task: "sparse_embedding", input: [text] } as const;
  return { head, path, tokens: tokensOf(askedTokens(context, asked) ?? {}) };
}

function tokensOf(vector: JsonObject): readonly WeightedToken[] {
  return Object.entries(vector).map(([token, weight]) => {
    if (typeof weight !== "number" && typeof weight !== "bigint")
      throw failedToBuild(`weight must be a number, was [${valueText(weight)}]`);
    return { token, weight: Math.fround(Number(weight)) };
  });
}

function failedToBuild(reason: string): RequestError {
  const cause = illegalArgument(reason);
  return new RequestError(
    400,
    "x_content_parse_exception",
    "Failed to build [sparse_vector] after last required field arrived",
    { cause },
  );
}
