/** Sends a call to the search side and hands its answer on. */
import { ownOf } from "../../core/names.ts";
import type { CallAnalysis } from "../../search/analyze/analyze-task.ts";
import type { SearchAction, SearchTarget } from "../../search/search-service.ts";
import type { Services, OperationRequest, OperationResponse } from "../operation.ts";
import { namesShape, withIndexedShapes } from "./indexed-shapes.ts";
import { lookupTargets } from "../targets/lookup-targets.ts";
import { searchGroups } from "../stats/search-groups.ts";

/** The parts of a call that differ between operations. */
export interface SearchDependencies {
  readonly call: string;
  readonly targets: readonly (readonly SearchTarget[])[];
  readonly bodies: readonly string[];
  readonly parameters: readonly Readonly<Record<string, string>>[];
  /** See SearchAction. */
  readonly analysis?: CallAnalysis | undefined;
}

/** Calls that are searches, for the statistics. */
const COUNTED: ReadonlySet<string> = new Set(["search", "msearch", "count"]);

/** Calls whose hits may show fields of other indices. */
const LOOKING_UP: ReadonlySet<string> = new Set(["search", "msearch"]);

/** Runs the call; it is cancelled when the client goes away, or its task is told to stop. */
export async function runSearch(
  request: OperationRequest,
  services: Services,
  parts: SearchDependencies,
): Promise<OperationResponse & { bytes: Uint8Array }> {
  const targets = parts.targets.flat();
  await services.documents.markSearched([...new Set(targets.map(({ uuid }) => uuid))]);
  const { call: kind, targets: wanted, parameters } = parts;
  const bodies = parts.bodies.some(namesShape)
    ? await Promise.all(parts.bodies.map((body) => withIndexedShapes(services, request.principal, body)))
    : parts.bodies;
  const lookups = LOOKING_UP.has(kind)
    ? bodies.map((body, item) => lookupTargets(services, request.principal, wanted[item] ?? [], body))
    : [];
  const looksUp = lookups.some((of) => of !== undefined);
  const call: SearchAction = {
    call: kind,
    targets: wanted,
    bodies,
    parameters,
    render: request.render,
    control: undefined,
    startedMs: request.startedMs,
    ...(looksUp ? { lookups } : {}),
    ...(parts.analysis ? { analysis: parts.analysis } : {}),
  };
  const counted = COUNTED.has(parts.call) ? countAll(services, parts) : [];
  let failed = true;
  try {
    const answer = await services.search(call, (listener) => {
      // A client that goes away cancels what can be cancelled.
      if (request.task.cancellable) request.task.onCancel(listener);
      else request.onGone(listener);
    });
    failed = answer.status >= 500;
    return { status: answer.status, bytes: answer.body, warnings: answer.warnings };
  } finally {
    for (const done of counted) done(failed);
  }
}

function countAll(
  services: Services,
  { targets, bodies, parameters }: SearchDependencies,
): ((failed: boolean) => void)[] {
  return targets.flatMap((ofItem, item) => {
    const groups = searchGroups(bodies[item] ?? "", parameters[item] ?? {});
    return ofItem.map((target) =>
      services.searchCounters.begin({ uuid: target.uuid, shards: shardsOf(services, target), groups }),
    );
  });
}

function shardsOf(services: Services, target: SearchTarget): readonly number[] {
  return (
    target.shards ??
    Array.from(
      { length: ownOf(services.cluster.state.indices, target.index)?.numberOfShards ?? 1 },
      (_, shard) => shard,
    )
  );
}
