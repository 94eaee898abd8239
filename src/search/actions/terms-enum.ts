/** The terms of a field over several indices, for suggestions while somebody types (`terms_enum`). */
import { RequestError } from "../../compat/errors.ts";
import { showsAllDocuments } from "../../access/index-access.ts";
import { isKnownEmpty } from "../../query/kind-query.ts";
import { itemOf } from "../call-item.ts";
import { filterFailure } from "../field-caps/parse-caps.ts";
import type { CallKind, CallRuntime } from "../search-action.ts";
import { renderShards } from "../render-search.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import { RequestControl, TimeIsUp } from "../shard/request-control.ts";
import {
  acquireShards,
  type PreparedIndex,
  type PreparedShard,
  prepareIndices,
  releaseShards,
} from "../shard/prepare-shards.ts";
import type { ShardFailure } from "../shard-failures.ts";
import { BODY_NAME, parseTermsEnum, type TermsRequest } from "../terms-enum/parse-terms-enum.ts";
import { shardFieldTerms } from "../terms-enum/shard-field-terms.ts";

/** What a term that is kept until the answer holds. */
const TERM_BYTES = 100;

export const termsEnum: CallKind = {
  name: "terms_enum",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const asked = parseTermsEnum(item.body);
    if (asked.timeoutMs <= 0) return answer([], { total: 0, failures: [], complete: false });
    const queries = { text: item.body, root: asked.root, query: asked.indexFilter };
    const indices = prepared(() => prepareIndices(item.targets, queries, runtime));
    const shards = yield* acquireShards(indices, runtime, false);
    const memory = new MemoryAccount(runtime.memory);
    const control = new RequestControl(runtime.control, asked.timeoutMs, runtime.turn, memory);
    try {
      const searched = shards.filter(({ index, view }) => !isKnownEmpty(index.asked, view));
      const failures = searched.flatMap((shard) => failureOf(shard, runtime));
      const { terms, complete } = yield* collected(searched, asked, control);
      return answer(terms, { total: searched.length, failures, complete });
    } finally {
      releaseShards(shards);
      memory.release();
    }
  },
};

function* collected(
  shards: readonly PreparedShard[],
  asked: TermsRequest,
  control: RequestControl,
): Generator<void, { terms: string[]; complete: boolean }> {
  const found = new Set<string>();
  try {
    for (const { index, view } of shards) {
      const field = index.mapping.field(asked.field);
      // Terms are those of all documents: who does not see all of them sees no terms.
      if (!field || !showsAllDocuments(index.target.access)) continue;
      for (const term of shardFieldTerms(view, field, asked, control.checkpoint)) {
        if (found.has(term)) continue;
        control.memory.reserve(TERM_BYTES + 2 * term.length);
        found.add(term);
      }
      if (control.poll()) yield;
    }
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    return { terms: best(found, asked), complete: false };
  }
  return { terms: best(found, asked), complete: true };
}

function best(found: ReadonlySet<string>, { size }: TermsRequest): string[] {
  return [...found].sort().slice(0, size);
}

function answer(
  terms: readonly string[],
  { total, failures, complete }: { total: number; failures: readonly ShardFailure[]; complete: boolean },
): { status: number; body: unknown } {
  const { skipped: _none, ...shards } = renderShards(total, failures);
  return { status: 200, body: { _shards: shards, terms, complete } };
}

function failureOf({ index, shard, searcher }: PreparedShard, { nodeId }: CallRuntime): ShardFailure[] {
  if (searcher) return [];
  const { index: name, uuid } = index.target;
  const error = new RequestError(503, "no_shard_available_action_exception", `[${name}][${shard}]`);
  return [{ index: name, uuid, shard, node: nodeId, error }];
}

function prepared(prepare: () => PreparedIndex[]): PreparedIndex[] {
  try {
    return prepare();
  } catch (error) {
    throw error instanceof RequestError && error.status === 400 ? filterFailure(error, `[${BODY_NAME}]`) : error;
  }
}
