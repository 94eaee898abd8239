/** Opens what is not of the server itself, while requests to the rest are answered. */
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import type { Documents } from "../documents/documents.ts";
import type { Log } from "./log.ts";
import { isOutdated } from "./open-state-store.ts";
import type { OpeningIndices } from "./opening-indices.ts";

/** Never rejects. */
export async function openOtherIndices(parts: {
  readonly cluster: LocalClusterService;
  readonly documents: Documents;
  readonly store: ClusterStateStore;
  readonly opening: OpeningIndices;
  readonly log: Log;
}): Promise<void> {
  const { cluster, documents, store, opening, log } = parts;
  const outcomes = cluster.applyOthers().map(async ({ index, opened }) => {
    const done = opened.catch((error: unknown) => {
      log("error", `index [${index.name}] could not be opened: ${String(error)}`);
      return false;
    });
    opening.add({ uuid: index.uuid, name: index.name, opened: done.then(() => undefined) });
    return (await done) !== false;
  });
  const areOpen = (await Promise.all(outcomes)).every(Boolean);
  // What the state does not know is a leftover, but not when the state itself is one.
  if (!areOpen || isOutdated(store)) return;
  await documents
    .retainOnly(Object.values(cluster.state.indices).map((index) => index.uuid))
    .catch((error: unknown) => log("warn", `leftovers of deleted indices could not be removed: ${String(error)}`));
}
