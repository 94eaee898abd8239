/** The verbs of the search service, as a thread runs them: see `SearchVerbs`. */
import { toPortableError } from "../compat/errors.ts";
import { JsonBytes } from "../compat/json/json-text.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { plainJson } from "../compat/render-body.ts";
import type { JsonObject } from "../core/json.ts";
import { assert } from "../core/assert.ts";
import { type FoundHit, packDocuments } from "../documents/write/found-documents.ts";
import { isLive } from "../segment/live-docs.ts";
import { capsOfIndices } from "./actions/field-caps.ts";
import { isValidQuery } from "./actions/validate.ts";
import { type RenderedResult, runFetch, runSearch, runShards } from "./coordinate/search.ts";
import { runOnCluster } from "./coordinate/search-cluster.ts";
import type { CallRuntime } from "./search-action.ts";
import type { Answer, Hit, Question, SearchResult, SearchVerbs, ShardDocuments } from "./search-service.ts";
import { acquireShards, prepareIndices, type PreparedShard, releaseShards } from "./shard/prepare-shards.ts";

/** Each verb yields when others should have their turn. */
type VerbSteps = {
  readonly [Verb in keyof SearchVerbs]: (
    question: Question<Verb>,
    runtime: CallRuntime,
  ) => Generator<void, Answer<Verb>>;
};

export const verbs: VerbSteps = {
  *search(search, runtime) {
    return plainResult(yield* runSearch(search, runtime), search.isPacked === true);
  },

  searchShards: runShards,

  searchCluster: runOnCluster,

  indexCaps: capsOfIndices,

  *fetch({ hits, ...search }, runtime) {
    return (yield* runFetch(search, hits, runtime)).map((hit) => plainJson(hit) as Hit);
  },

  validate: isValidQuery,

  *visible(documents, runtime) {
    const lists: (boolean | null)[][] = [];
    for (const each of documents) lists.push(yield* visibleOnes(each, runtime));
    return lists;
  },
};

/** As plain data, which may leave the thread. */
function plainResult(result: RenderedResult, isPacked: boolean): SearchResult {
  const failures = result.shards.failures.map((failure) => ({ ...failure, error: toPortableError(failure.error) }));
  return {
    ...result,
    shards: { ...result.shards, failures },
    hits: isPacked ? [] : result.hits.map((hit) => plainJson(hit) as Hit),
    packed: isPacked ? packDocuments(result.hits.map(foundHit)) : undefined,
    aggregations: result.aggregations && (plainJson(result.aggregations) as JsonObject),
  };
}

function foundHit(hit: unknown): FoundHit {
  const {
    _index: index,
    _id: id,
    _routing: routing,
    _source: source,
    _version: version,
    _seq_no: seqNo,
    _primary_term: primaryTerm,
  } = hit as Readonly<Record<string, unknown>>;
  assert(typeof index === "string" && typeof id === "string", "a hit has an index and an id");
  return {
    index,
    id,
    routing: typeof routing === "string" ? routing : undefined,
    seqNo: Number(seqNo),
    primaryTerm: Number(primaryTerm),
    version: typeof version === "bigint" ? version : Number(version ?? -1),
    source: source === undefined ? undefined : sourceBytes(source),
  };
}

/** As it is shown: numbers keep their form. */
function sourceBytes(source: unknown): Uint8Array {
  return source instanceof JsonBytes ? source.bytes : Buffer.from(writeJson(source));
}

function* visibleOnes({ target, seqNos }: ShardDocuments, runtime: CallRuntime): Generator<void, (boolean | null)[]> {
  const everything = { text: "", root: undefined, query: undefined };
  const shards = yield* acquireShards(prepareIndices([target], everything, runtime), runtime, false);
  try {
    return seqNos.map((seqNo) => isVisible(shards, seqNo));
  } finally {
    releaseShards(shards);
  }
}

function isVisible(shards: readonly PreparedShard[], seqNo: number): boolean | null {
  for (const { view, searcher } of shards) {
    for (const [segment, reader] of view.segments.entries()) {
      const doc = reader.docOfSeqNo(seqNo);
      if (doc < 0 || !isLive(searcher?.liveDocs[segment], doc)) continue;
      return isLive(view.liveDocs[segment], doc);
    }
  }
  return null;
}
