/** Sends a call to the search side and hands its answer on. */
import type { SearchCall, SearchTarget } from "../search/search-service.ts";
import type { Node, OperationRequest, OperationResponse } from "./operation.ts";
import { countSearch } from "./search-counters.ts";

/** The parts of a call that differ between operations. */
export interface SearchParts {
  readonly call: string;
  readonly targets: readonly (readonly SearchTarget[])[];
  readonly bodies: readonly string[];
  readonly parameters: readonly Readonly<Record<string, string>>[];
}

/** Runs the call; it is cancelled when the client goes away. */
export async function runSearch(request: OperationRequest, node: Node, parts: SearchParts): Promise<OperationResponse & { bytes: Uint8Array }> {
  const targets = parts.targets.flat();
  await node.documents.markSearched([...new Set(targets.map(({ uuid }) => uuid))]);
  const call: SearchCall = { ...parts, render: request.render, control: undefined, startedMs: request.startedMs };
  const counted = targets.map((target) => countSearch(node, target.uuid, shardsOf(node, target), () => performance.now()));
  try {
    const answer = await node.search(call, (listener) => request.onGone(listener));
    return { status: answer.status, bytes: answer.body, warnings: answer.warnings };
  } finally {
    for (const done of counted) done();
  }
}

function shardsOf(node: Node, target: SearchTarget): number {
  return target.shards?.length ?? node.cluster.state.indices[target.index]?.numberOfShards ?? 1;
}
