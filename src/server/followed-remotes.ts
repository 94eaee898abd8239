/** The other clusters that the settings name: what asks them is loaded when there is the first. */
import { readFileSync } from "node:fs";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { remoteClusterSettings } from "../cluster/remote-cluster-settings.ts";
import { ownOf } from "../core/names.ts";
import type { LinkTls } from "../remote/http-link.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import type { RefusedCall } from "../security/remote-gate.ts";
import type { Log } from "./log.ts";

/** How other clusters are reached, as the operator says. */
export interface RemoteClusterOptions {
  /** API keys by alias, as they are shown when they are made (`encoded`); they go before those that are kept. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Absent: with TLS, verified in full, where there is a key, and without where there is none. */
  readonly verification?: LinkTls["verification"];
  /** File of certificates in PEM; absent: those that Node.js knows. */
  readonly caFile?: string | undefined;
  /** `cluster.remote.initial_connect_timeout`. */
  readonly connectTimeoutMs?: number;
}

/** What following remote clusters works with. */
export interface FollowedRemotesParts {
  /** Reads the keys that are kept beside the server. */
  readonly kept: () => Readonly<Record<string, string>>;
  /** Hears of callers who may not call. */
  readonly refused: (refusal: RefusedCall) => void;
  readonly log: Log;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** See the file comment. */
export class FollowedRemotes {
  readonly #options: RemoteClusterOptions;
  readonly #log: Log;
  readonly #refused: FollowedRemotesParts["refused"];
  /** Reads the keys that are kept. */
  readonly #kept: () => Readonly<Record<string, string>>;
  #keys: Readonly<Record<string, string>> | undefined;
  #state: ClusterState | undefined;
  #opened: Promise<RemoteClusters> | undefined;
  #isClosed = false;

  constructor(options: RemoteClusterOptions, { kept, refused, log }: FollowedRemotesParts) {
    this.#options = options;
    this.#kept = kept;
    this.#refused = refused;
    this.#log = log;
  }

  /** Takes over the keys of now. Throws where they cannot be read; those of before stay. */
  async reloadCredentials(): Promise<void> {
    const keys = this.#kept();
    const before = this.#keys ?? {};
    this.#keys = keys;
    const aliases = [...Object.keys(before), ...Object.keys(keys)];
    const changed = new Set(aliases.filter((alias) => ownOf(before, alias) !== ownOf(keys, alias)));
    (await this.#opened)?.credentialsChanged(changed);
  }

  /** Connects to what a state names. */
  follow(state: ClusterState): void {
    this.#state = state;
    if (!this.#opened && remoteClusterSettings(state).length === 0) return;
    this.open()
      .then((remotes) => {
        if (this.#state && !this.#isClosed) remotes.follow(this.#state);
      })
      .catch((error: unknown) => this.#log("error", `remote clusters could not be followed: ${String(error)}`));
  }

  /** The clusters of the state that was followed last. */
  open(): Promise<RemoteClusters> {
    return (this.#opened ??= this.#load());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const remotes = await this.#opened;
    remotes?.close();
  }

  /** A server whose keys cannot be read starts all the same: what needs them says that they are missing. */
  #keptKeys(): Readonly<Record<string, string>> {
    if (this.#keys) return this.#keys;
    try {
      return (this.#keys = this.#kept());
    } catch (error) {
      this.#log("error", `the keys of remote clusters cannot be read: ${String(error)}`);
      return (this.#keys = {});
    }
  }

  async #load(): Promise<RemoteClusters> {
    const { RemoteClusters } = await import("../remote/remote-clusters.ts");
    const { credentials, verification, caFile, connectTimeoutMs = CONNECT_TIMEOUT_MS } = this.#options;
    const authorities = caFile === undefined ? undefined : readFileSync(caFile, "utf8");
    const remotes = new RemoteClusters({
      connectTimeoutMs,
      log: this.#log,
      refused: this.#refused,
      credentials: (alias) => ownOf(credentials, alias) ?? ownOf(this.#keptKeys(), alias),
      tls: (hasCredentials) => ({ verification: verification ?? (hasCredentials ? "full" : "off"), authorities }),
    });
    if (this.#state && !this.#isClosed) remotes.follow(this.#state);
    return remotes;
  }
}
