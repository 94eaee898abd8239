/** How large an index is, for the conditions of rollovers. */
import type { RolloverMeasures } from "../cluster/changes/rollover.ts";
import type { Documents } from "./documents.ts";

export async function rolloverMeasures(documents: Pick<Documents, "stats">, uuid: string): Promise<RolloverMeasures> {
  const shards = await documents.stats([uuid]);
  const docs = shards.map((shard) => shard.docs);
  const bytes = shards.map(({ segments }) => segments.reduce((sum, segment) => sum + segment.bytes, 0));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const most = (values: readonly number[]): number => Math.max(0, ...values);
  return { docs: sum(docs), bytes: sum(bytes), mostShardDocs: most(docs), mostShardBytes: most(bytes) };
}
