/** `rank` of a search: what its query and its sections `knn` find, by reciprocal rank fusion. */
import { RequestError } from "../../../compat/errors.ts";
import type { RequestText } from "../../../compat/request-text.ts";
import { ownOf } from "../../../core/names.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { validationFailed } from "../../../compat/validation-failed.ts";
import type { SearchRequest } from "../search-request.ts";
import { RetrieverBody } from "./read-retriever.ts";
import { applyRetriever } from "./retriever-request.ts";
import type { LeafRetriever } from "./retriever.ts";
import { type FusionOptions, fused, fusionOptions } from "./retrievers/rrf.ts";

/** See the file comment. */
export type RankSpec = FusionOptions;

/** Reads `rank` of a body. Throws RequestError 400. */
export function parseRank(request: RequestText, body: JsonObject): RankSpec {
  const [name] = Object.keys(body);
  const value = ownOf(body, name ?? "");
  if (name !== "rrf" || !isJsonObject(value ?? null)) {
    const { line, col } = name === undefined ? request.places.end(body) : request.places.value(body, name);
    const reason = `[${line}:${col}] unknown field [${name ?? ""}]`;
    throw new RequestError(400, "named_object_not_found_exception", reason);
  }
  const inner = request.within(value as JsonObject);
  for (const key of Object.keys(inner.body))
    if (key !== "rank_constant" && key !== "rank_window_size")
      throw request.contentError(inner.places.key(inner.body, key), `[rrf] unknown field [${key}]`);
  return fusionOptions(new RetrieverBody("rrf", inner));
}

/** Makes a search one that ranks its query and sections (`SearchRequest.validate`, `RRFRankBuilder`). */
export function applyRank(request: SearchRequest, rank: RankSpec): void {
  const failures: string[] = [];
  const { query, knn, size } = request;
  if (size === 0) failures.push("[rank] requires [size] greater than [0]");
  if (size > rank.window)
    failures.push(`[rank] requires [rank_window_size: ${rank.window}] be greater than or equal to [size: ${size}]`);
  if (knn.length + (query === undefined ? 0 : 1) < 2)
    failures.push(
      "[rank] requires a minimum of [2] result sets using a combination of sub searches and/or knn searches",
    );
  const besides = {
    rescore: request.rescore.length > 0,
    sort: request.sort.length > 0,
    collapse: request.collapse !== undefined,
    suggest: request.suggest !== undefined,
    highlighter: request.highlight !== undefined,
    "point in time": request.pit !== undefined,
  };
  for (const [name, isSaid] of Object.entries(besides))
    if (isSaid) failures.push(`[rank] cannot be used with [${name}]`);
  if (request.profile) failures.push("[rank] requires [profile] is [false]");
  if (request.explain) failures.push("[rank] requires [explain] is [false]");
  if (failures.length > 0) throw validationFailed(failures);
  const children: LeafRetriever[] = [];
  if (query !== undefined) children.push({ ...NOTHING, query });
  for (const section of knn) if (isJsonObject(section)) children.push({ ...NOTHING, section });
  request.knn = [];
  applyRetriever(request, { kind: "rrf", filters: [], minScore: undefined, ...fused(children, rank) });
}

const NOTHING: LeafRetriever = {
  kind: "standard",
  filters: [],
  minScore: undefined,
  query: undefined,
  section: undefined,
  sort: [],
  searchAfter: undefined,
  terminateAfter: 0,
  collapse: undefined,
  onlyAlone: [],
};
