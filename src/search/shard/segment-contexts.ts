/** What operators run in, from the scratch slot that the thread has leased. */
import { SegmentContext } from "../../query/execution/operator-context.ts";
import type { ContextSource } from "./search-shard.ts";

/** Contexts of scratch slot number `slot`. */
export function segmentContexts(slot: number): ContextSource {
  return {
    slot,
    lease(reader, checkpoint) {
      const context = new SegmentContext({ reader, slot, checkpoint });
      return { context, release: () => context.close() };
    },
  };
}
