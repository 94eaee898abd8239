/** What a node does beside requests: snapshots, lifecycles, downsampling, replication, and what runs by the clock. */
import { principalOf } from "../api/requests/kept-principal.ts";
import { snapshotRequest } from "../api/requests/snapshot-request.ts";
import type { Services } from "../api/operation.ts";
import { NODE_ATTRIBUTES } from "../api/stats/node-header.ts";
import { DataStreamLifecycles } from "../cluster/data-streams/lifecycle.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import { rolloverMeasures } from "../documents/rollover-measures.ts";
import { SnapshotHistory } from "../snapshots/lifecycle/snapshot-history.ts";
import { SnapshotLifecycles } from "../snapshots/lifecycle/snapshot-lifecycles.ts";
import { Snapshots } from "../snapshots/snapshots.ts";
import type { EngineData } from "./engine-data.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { EngineTasks } from "./engine-tasks.ts";
import { openLifecycles } from "./lifecycles.ts";
import { OpenReplication } from "./open-replication.ts";
import { periodicWork } from "./periodic-work.ts";
import type { Security } from "./security.ts";
import type { serverSecrets } from "./server-secrets.ts";
import type { StateFollowers } from "./state-followers.ts";

interface WorkParts {
  readonly data: EngineData;
  readonly work: EngineTasks;
  readonly security: Security;
  readonly followers: StateFollowers;
  readonly secrets: ReturnType<typeof serverSecrets>;
  readonly searches: Services["searches"];
  /** Waits for indices that are still opened. */
  readonly ready: Documents;
}

type WorkOfNode = Pick<
  Services,
  "snapshots" | "lifecycles" | "indexLifecycles" | "streamLifecycles" | "downsampling"
> & {
  readonly replication: OpenReplication;
  /** Ends the long steps of lifecycles. */
  readonly endLifecycles: () => Promise<unknown>;
};

export function openWork(options: EngineOptions, parts: WorkParts): WorkOfNode {
  const { log } = options;
  const { data, work, security, followers, secrets, searches, ready } = parts;
  const { cluster, documents, store, info, later, board, several } = data;
  const { tasks, scheduler, asyncSearches } = work;
  let opened: ReturnType<Services["downsampling"]> | undefined;
  const downsampling = (): ReturnType<Services["downsampling"]> =>
    (opened ??= import("../downsampling/downsampling.ts").then(
      ({ Downsampling }) => new Downsampling({ cluster, documents, searches }),
    ));
  const downsample: DataStreamLifecyclesParts["downsample"] = async (request) =>
    (await downsampling()).run(request, { changes: "server" });
  const streamLifecycles = new DataStreamLifecycles({
    cluster,
    downsample,
    measures: (index) => rolloverMeasures(documents, index.uuid),
    clock: systemClock,
  });
  const snapshots = new Snapshots({
    cluster,
    documents,
    clock: systemClock,
    places: { folders: options.repositoryFolders ?? [], endpoints: options.s3Endpoints ?? [] },
    secrets,
    version: info.version,
    onChange: (events, source) => later.told?.(events, source),
    log,
  });
  const lifecycles = new SnapshotLifecycles({
    cluster,
    snapshots,
    begin: (source, wanted) => snapshots.create(source, snapshotRequest({ cluster, snapshots, shards: board }, wanted)),
    history: new SnapshotHistory({ cluster, documents, log }),
    tasks,
    clock: systemClock,
    log,
  });
  const replication = new OpenReplication({
    cluster,
    documents: ready,
    remote: async (alias) => (await followers.remotes.open()).get(alias),
    clock: systemClock,
    newId: randomUuid,
    random: Math.random,
    tasks,
    log,
  });
  store.watch((state) => {
    // One node of several follows other clusters.
    if (several?.isMaster !== false) replication.follow(state);
  });
  const indexLifecycles = openLifecycles({
    cluster,
    store,
    documents,
    snapshots,
    scheduler,
    attributes: { ...NODE_ATTRIBUTES, _name: info.name, _id: info.id, _host: info.host, _ip: info.ip },
    authorize: (maker, action, names) => maker && security.authorizeIndices(principalOf(maker), action, names),
    replication: () => replication.open(),
    downsample,
    log,
  });
  const workers = { cluster, streamLifecycles, asyncSearches, snapshotLifecycles: lifecycles, clock: systemClock };
  for (const periodic of periodicWork(workers)) scheduler.add(periodic);
  const endLifecycles = (): Promise<unknown> => Promise.all([indexLifecycles.close(), streamLifecycles.close()]);
  return { snapshots, lifecycles, indexLifecycles, streamLifecycles, downsampling, replication, endLifecycles };
}

type DataStreamLifecyclesParts = ConstructorParameters<typeof DataStreamLifecycles>[0];
