/** How many operations the sources of a transform have seen, and how many of them came since a checkpoint. */
import { RequestError } from "../../../compat/errors.ts";
import { ownOf, put } from "../../../core/names.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import type { Services } from "../../operation.ts";
import { actingTargets } from "../acting-client.ts";
import { principalOf } from "../kept-principal.ts";
import { readTransform } from "./transform-config.ts";
import type { SourceOperations } from "./transform-record.ts";
import type { KeptTransform } from "./transforms.ts";

export async function sourceOperations(
  { documents }: Pick<Services, "documents">,
  targets: readonly SearchTarget[],
): Promise<SourceOperations> {
  const operations: Record<string, number> = {};
  for (const { index, maxSeqNo } of await documents.stats(targets.map(({ uuid }) => uuid)))
    put(operations, index, (ownOf(operations, index) ?? 0) + maxSeqNo + 1);
  return operations;
}

/** Undefined where it cannot be told: a source is gone, or its maker may not read it any more. */
export async function operationsBehind(
  services: Services,
  { definition, principal }: KeptTransform,
  before: SourceOperations | undefined,
): Promise<number | undefined> {
  if (before === undefined) return undefined;
  try {
    const targets = actingTargets(services, principalOf(principal), readTransform(definition).source.index);
    const now = await sourceOperations(services, targets);
    if (Object.keys(before).some((name) => ownOf(now, name) === undefined)) return undefined;
    const sum = (operations: SourceOperations): number =>
      Object.values(operations).reduce((total, count) => total + count, 0);
    return Math.max(0, sum(now) - sum(before));
  } catch (error) {
    if (error instanceof RequestError && error.status < 500) return undefined;
    throw error;
  }
}
