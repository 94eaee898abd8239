/**
 * Which documents a caller may see, by their places in the order of operations: how a get by id obeys document-level
 * security. Bodies are lists of `_seq_no`, each on one shard; the answer holds for each true, false, or null where the
 * searcher does not have the document (any more).
 */
import { parseJson } from "../../compat/json/parse-json.ts";
import { isLive } from "../../segment/live-docs.ts";
import type { CallKind } from "../search-action.ts";
import { itemOf } from "../call-item.ts";
import { acquireShards, prepareIndices, type PreparedShard, releaseShards } from "../shard/prepare-shards.ts";

export const visible: CallKind = {
  name: "visible",

  *run(call, runtime) {
    const lists: (boolean | null)[][] = [];
    for (let number = 0; number < call.bodies.length; number++) {
      const { targets, body } = itemOf(call, number);
      const shards = yield* acquireShards(
        prepareIndices(targets, { text: body, root: undefined, query: undefined }, runtime),
        runtime,
        false,
      );
      try {
        lists.push((parseJson(body) as number[]).map((seqNo) => isVisible(shards, seqNo)));
      } finally {
        releaseShards(shards);
      }
    }
    return { status: 200, body: { visible: lists } };
  },
};

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
