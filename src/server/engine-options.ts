/** What an engine is opened with, and how it follows from the settings of the command line. */
import type { Worker } from "node:worker_threads";
import type { RemoteReindex } from "../api/requests/by-query/remote/remote-source.ts";
import type { ReplicatedLog } from "../store/open-replicated-log.ts";
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import type { NodeListening } from "../nodes/cluster-node.ts";
import type { ClusterPlace } from "../store/cluster-place.ts";
import type { RemoteClusterOptions } from "./followed-remotes.ts";
import type { Log } from "./log.ts";
import type { SecurityOptions } from "./security.ts";
import type { Settings } from "./settings.ts";

/** What an engine is opened with. */
export interface EngineOptions {
  /** Folder; undefined: memory. */
  readonly dataPath: string | undefined;
  /** Where log and cluster state are held; in the data folder when absent. */
  readonly place?: ClusterPlace | undefined;
  /** Folder of the files that analysis may read; undefined: none. */
  readonly configFolder: string | undefined;
  /** Whether there is an inference service for tests, which answers by itself; absent: there is none. */
  readonly inferenceTestService?: boolean | undefined;
  /** Whether inference endpoints may be at private, loopback and link-local addresses; not when absent. */
  readonly inferenceAllowPrivate?: boolean;
  /** Folders in which repositories of snapshots may be; none when absent. */
  readonly repositoryFolders?: readonly string[];
  /** S3-compatible stores that they may use; none when absent. */
  readonly s3Endpoints?: readonly string[];
  /** Which other servers `_reindex` may copy from; none when absent. */
  readonly remoteReindex?: RemoteReindex;
  /** How other clusters are reached; without keys and TLS when absent. */
  readonly remoteClusters?: RemoteClusterOptions;
  /** Search threads; 0: everything on the calling thread. */
  readonly threads: number;
  /** A thread that was started before, to be ready sooner; one is started when absent, unless `threads` is 0. */
  readonly indexingThread?: Worker;
  readonly memoryBytes: number;
  readonly clusterName: string;
  readonly nodeName: string;
  readonly host: string;
  /** Whether the web console is there; not when absent. */
  readonly ui?: boolean;
  readonly security: SecurityOptions;
  /** What makes it one node of several; absent: it is alone. */
  readonly cluster?: EngineCluster;
  /** Whether what runs by the clock runs; true when absent. */
  readonly runsTasks?: boolean;
  readonly log: Log;
  /** The process cannot go on (the indexing thread died). */
  readonly onFatal: (error: Error) => void;
}

/** How a node finds the others of its cluster: by the state that they share. */
export interface EngineCluster extends NodeListening {
  /** Undefined: that of `EngineOptions.place`. */
  readonly store?: ClusterStateStore;
  /** The log that it writes, where the engines of a process share what holds it; else that of `EngineOptions.place`. */
  readonly log?: ReplicatedLog;
  /** Undefined: all. */
  readonly roles?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
}

export function engineOptions(settings: Settings, log: Log, onFatal: EngineOptions["onFatal"]): EngineOptions {
  return {
    dataPath: settings.dataPath,
    place: settings.place,
    ...(settings.nodes ? { cluster: settings.nodes } : {}),
    configFolder: settings.configFolder,
    repositoryFolders: settings.repositoryFolders,
    s3Endpoints: settings.s3Endpoints,
    remoteReindex: settings.remoteReindex,
    remoteClusters: settings.remoteClusters,
    inferenceAllowPrivate: settings.inferenceAllowPrivate,
    threads: settings.threads,
    memoryBytes: settings.memoryBytes,
    clusterName: settings.clusterName,
    nodeName: settings.nodeName,
    host: settings.host,
    ui: settings.ui,
    security: {
      enabled: settings.security,
      identityPasswords: settings.identityPasswords,
      adminUser: settings.adminUser,
      adminPassword: settings.adminPassword,
      adminToken: settings.adminToken,
      firstLink: settings.ui,
      secretKeyFile: settings.secretKeyFile,
      eventRetentionDays: settings.eventRetentionDays,
      notifications: settings.notifications,
      publicUrl: settings.listener.publicUrl,
    },
    log,
    onFatal,
  };
}
