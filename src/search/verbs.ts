/** The verbs of the search service, as a thread runs them: see `SearchVerbs`. */
import { toPortableError } from "../compat/errors.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { plainJson } from "../compat/render-body.ts";
import type { JsonObject } from "../core/json.ts";
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
    return plainResult(yield* runSearch(search, runtime), search.sourceAsText === true);
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
function plainResult(result: RenderedResult, sourceAsText: boolean): SearchResult {
  const failures = result.shards.failures.map((failure) => ({ ...failure, error: toPortableError(failure.error) }));
  return {
    ...result,
    shards: { ...result.shards, failures },
    hits: result.hits.map((hit) => (sourceAsText ? withSourceText(hit) : (plainJson(hit) as Hit))),
    aggregations: result.aggregations && (plainJson(result.aggregations) as JsonObject),
  };
}

function withSourceText(hit: unknown): Hit {
  const { _source: source, ...rest } = hit as Readonly<Record<string, unknown>>;
  const plain = plainJson(rest) as Hit;
  return source === undefined ? plain : { ...plain, _source: writeJson(source) };
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
