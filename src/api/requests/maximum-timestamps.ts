/** The latest `@timestamp` in data streams. */
import type { DataStream } from "../../cluster/data-streams/data-stream.ts";
import { ownOf } from "../../core/names.ts";
import { searchSystem } from "../../search/system-search.ts";
import type { Services } from "../operation.ts";

const BODY = { size: 1, _source: false, sort: [{ "@timestamp": { order: "desc", format: "epoch_millis" } }] };

/** In milliseconds, by the name of the stream; absent: it has no documents that can be searched. */
export async function maximumTimestamps(
  services: Services,
  streams: readonly DataStream[],
): Promise<ReadonlyMap<string, number>> {
  const { state } = services.cluster;
  const latest = new Map<string, number>();
  for (const { name, indices } of streams) {
    const open = indices
      .flatMap((index) => ownOf(state.indices, index) ?? [])
      .filter((index) => index.state === "open");
    if (open.length === 0) continue;
    const { hits } = await searchSystem(services, open, BODY);
    const values = hits[0]?.["sort"];
    if (Array.isArray(values) && values[0] !== undefined) latest.set(name, Number(values[0]));
  }
  return latest;
}
