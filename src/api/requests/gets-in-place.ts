/** Gets that a searcher on this thread can answer: those of documents that have not changed since the last refresh. */
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { blocksOf } from "../../cluster/index-blocks.ts";
import type { PortableError } from "../../compat/errors.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import { ownOf } from "../../core/names.ts";
import type { GetRequest, GetResult } from "../../documents/documents.ts";
import { shardRouting } from "../../documents/shard-routing.ts";
import type { LookedUp } from "../../search/shard/look-up.ts";
import type { GetCounters } from "../stats/get-counters.ts";

type Answer = GetResult | PortableError;

/** More at once would keep others waiting. */
const MOST_AT_ONCE = 100;

/** What they are answered by. */
export interface GetsInPlaceDependencies {
  readonly state: () => ClusterState;
  /** Undefined where the searcher cannot know. */
  lookUp(asked: LookedUp): GetResult | undefined;
  /** Asks the thread that writes. */
  ask(requests: readonly GetRequest[]): Promise<Answer[]>;
  readonly counters: GetCounters;
  readonly clock: MonotonicClock;
}

/** Answers at once what it can, and asks for the rest. */
export function getsInPlace(parts: GetsInPlaceDependencies): (requests: readonly GetRequest[]) => MaybeLater<Answer[]> {
  return (requests) => {
    if (requests.length > MOST_AT_ONCE) return parts.ask(requests);
    const answers = requests.map((request) => here(parts, request));
    const missing = requests.filter((_, at) => answers[at] === undefined);
    if (missing.length === 0) return answers as Answer[];
    return parts.ask(missing).then((asked) => {
      let next = 0;
      return answers.map((answer) => answer ?? (asked[next++] as Answer));
    });
  };
}

function here(parts: GetsInPlaceDependencies, request: GetRequest): GetResult | undefined {
  const { counters, clock } = parts;
  // Versions that are asked for are the writer's matter, and so is an index that is not there.
  const metadata = request.version === undefined ? ownOf(parts.state().indices, request.index) : undefined;
  if (!metadata) return undefined;
  const { uuid } = metadata;
  const routing = shardRouting(metadata);
  // So is what is refused.
  if (routing.required && request.routing === undefined) return undefined;
  if (blocksOf(metadata).some(({ levels }) => levels.includes("read"))) return undefined;
  const shard = routing.shardOf(request.id, request.routing);
  const startedMs = clock.monotonicMs();
  const found = parts.lookUp({ uuid, shard, request });
  if (found) counters.count(uuid, shard, found.found, clock.monotonicMs() - startedMs);
  return found;
}
