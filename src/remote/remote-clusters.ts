/** The other clusters that the cluster settings name, connected as these say. */
import { RequestError } from "../compat/errors.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { type RemoteClusterSettings, remoteClusterSettings } from "../cluster/remote-cluster-settings.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import type { LinkTls } from "./http-link.ts";
import { LinkedCluster, type LinkedClusterOptions } from "./linked-cluster.ts";
import type { RemoteCluster } from "./remote-cluster.ts";

/** What connections are made with, beside the settings of the cluster. */
export interface RemoteClustersOptions extends Pick<LinkedClusterOptions, "connectTimeoutMs" | "log" | "refused"> {
  /** The key for a cluster by its alias; undefined: none. */
  readonly credentials: (alias: string) => string | undefined;
  /** How the servers of a cluster are reached. */
  readonly tls: (hasCredentials: boolean) => LinkTls;
}

/** See the file comment. */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions;
  readonly #clusters = new Map<string, LinkedCluster>();
  #persistent: ClusterState["persistentSettings"] | undefined;
  #transient: ClusterState["transientSettings"] | undefined;

  constructor(options: RemoteClustersOptions) {
    this.#options = options;
  }

  /** Connects to what this state names, and to nothing else. */
  follow(state: ClusterState): void {
    if (state.persistentSettings === this.#persistent && state.transientSettings === this.#transient) return;
    this.#persistent = state.persistentSettings;
    this.#transient = state.transientSettings;
    const wanted = remoteClusterSettings(state);
    for (const [alias, cluster] of this.#clusters)
      if (!wanted.some((settings) => isSame(settings, cluster.settings))) this.#drop(alias, cluster);
    for (const settings of wanted) if (!this.#clusters.has(settings.alias)) this.#connect(settings);
  }

  /** Connects those clusters anew, with the credentials of now. */
  credentialsChanged(aliases: ReadonlySet<string>): void {
    for (const [alias, cluster] of [...this.#clusters]) {
      if (!aliases.has(alias)) continue;
      this.#drop(alias, cluster);
      this.#connect(cluster.settings);
    }
  }

  /** In the order of their aliases. */
  list(): RemoteCluster[] {
    return [...this.#clusters.values()].sort((one, other) => (one.alias < other.alias ? -1 : 1));
  }

  /** Throws 404 for an alias that is not there. */
  get(alias: string): RemoteCluster {
    const cluster = this.#clusters.get(alias);
    if (!cluster) throw noSuchRemoteCluster(alias);
    return cluster;
  }

  close(): void {
    for (const [alias, cluster] of [...this.#clusters]) this.#drop(alias, cluster);
  }

  #connect(settings: RemoteClusterSettings): void {
    const { credentials: keyFor, tls, connectTimeoutMs, log, refused } = this.#options;
    const credentials = keyFor(settings.alias);
    const options = { credentials, tls: tls(credentials !== undefined), connectTimeoutMs, log, refused };
    const cluster = new LinkedCluster(settings, options);
    this.#clusters.set(settings.alias, cluster);
    cluster.start();
  }

  #drop(alias: string, cluster: LinkedCluster): void {
    this.#clusters.delete(alias);
    cluster.close();
  }
}

/** 404, in Elasticsearch's words. */
export function noSuchRemoteCluster(alias: string): RequestError {
  return new RequestError(404, "no_such_remote_cluster_exception", `no such remote cluster: [${alias}]`);
}

function isSame(one: RemoteClusterSettings, other: RemoteClusterSettings): boolean {
  return (
    stringifyJson({ ...one, addresses: [...one.addresses], pingMs: one.pingMs ?? null }) ===
    stringifyJson({ ...other, addresses: [...other.addresses], pingMs: other.pingMs ?? null })
  );
}
