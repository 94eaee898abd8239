/** What another cluster answered to a search: the frame is looked at, as it is not trusted. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { isJson, isMembers, type Members, readError } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import { toPortableError } from "../../compat/errors.ts";
import type { ClusterAnswer, ShardPage, ShownDocument } from "../../search/cluster-answer.ts";
import type { ShardReference, ShardResult } from "../../search/shard-result.ts";

/** Throws 500 for what is no answer. */
export function readClusterAnswer(data: PlainData, alias: string): ClusterAnswer {
  if (!isMembers(data)) throw unreadable(alias);
  const { tookMs, nodeId, shards, skipped, results, documents, measured, pages, reducePhases, mapping } = data;
  if (typeof nodeId !== "string" || !Array.isArray(results) || !Array.isArray(documents) || !Array.isArray(measured))
    throw unreadable(alias);
  return {
    tookMs: whole(tookMs, alias),
    nodeId,
    shards: whole(shards, alias),
    skipped: whole(skipped, alias),
    results: results.map((result: PlainData) => readResult(result, alias, nodeId)),
    documents: documents.map((document: PlainData) => readDocument(document, alias)),
    pages: pages === undefined ? undefined : readPages(pages, alias, results.length),
    measured: measured as ClusterAnswer["measured"],
    reducePhases: whole(reducePhases, alias),
    mapping: mapping !== undefined && isJson(mapping) && isJsonObject(mapping) ? mapping : undefined,
  };
}

function readResult(result: PlainData, alias: string, node: string): ShardResult {
  if (!isMembers(result)) throw unreadable(alias);
  const { shard: told, matches, error, suggestions } = result;
  const shard = readShard(told, alias, node);
  if (error !== undefined) {
    const failure = readError(error);
    if (!failure) throw unreadable(alias);
    return { shard, error: toPortableError(failure) };
  }
  if (!isMembers(matches) || !Array.isArray(suggestions)) throw unreadable(alias);
  const { hits, aggregations, total, maxScore } = matches;
  if (!Array.isArray(hits) || !Array.isArray(aggregations)) throw unreadable(alias);
  if (typeof total !== "number" || typeof maxScore !== "number" || !hits.every(isHit)) throw unreadable(alias);
  // What is within was made by the same program there; what does not fit fails when it is put together.
  return { ...(result as unknown as Extract<ShardResult, { matches: unknown }>), shard };
}

function isHit(hit: PlainData): boolean {
  if (!isMembers(hit)) return false;
  const { segment, doc, score, sort } = hit;
  return typeof segment === "number" && typeof doc === "number" && typeof score === "number" && Array.isArray(sort);
}

function readShard(data: PlainData, alias: string, node: string): ShardReference {
  if (!isMembers(data)) throw unreadable(alias);
  const { index, uuid, shard } = data;
  if (typeof index !== "string" || typeof uuid !== "string") throw unreadable(alias);
  // Whatever it says, it is an index of that cluster.
  const named = index.startsWith(`${alias}:`) ? index : `${alias}:${index}`;
  return {
    index: named,
    uuid,
    shard: whole(shard, alias),
    generation: undefined,
    elsewhere: { node, cluster: alias },
  };
}

function readDocument(data: PlainData, alias: string): ShownDocument {
  if (!isMembers(data)) throw unreadable(alias);
  const { place, segment, doc, shown } = data as Members;
  if (typeof shown !== "string" || !isObjectText(shown)) throw unreadable(alias);
  return { place: whole(place, alias), segment: whole(segment, alias), doc: whole(doc, alias), shown };
}

function readPages(data: PlainData, alias: string, results: number): ShardPage[] {
  if (!Array.isArray(data) || data.length !== results) throw unreadable(alias);
  return data.map((page: PlainData) => {
    if (!isMembers(page) || !Array.isArray(page["docs"])) throw unreadable(alias);
    return { found: whole(page["found"], alias), docs: page["docs"].map((doc: PlainData) => whole(doc, alias)) };
  });
}

/** What becomes a part of the answer as it is must be JSON. */
function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function whole(value: PlainData, alias: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw unreadable(alias);
}

function unreadable(alias: string): RequestError {
  return new RequestError(500, "illegal_state_exception", `the answer of the remote cluster [${alias}] cannot be read`);
}
