/** Another cluster, as the rest of the server asks it. */
import type { Principal } from "../security/principal.ts";
import type { RemoteClusterSettings } from "../cluster/remote-cluster-settings.ts";
import type { PlainData } from "./plain-data.ts";

/** How a call is made. */
export interface RemoteCallOptions {
  /** Ends the call here, and its task on the other side. */
  readonly signal?: AbortSignal | undefined;
  /** How long the whole answer may take, in milliseconds; absent: as long as it takes. */
  readonly timeoutMs?: number | undefined;
  /**
   * In whose name: the other side allows what these rights and those of our key both allow. Absent: the server itself,
   * which may what the key may.
   */
  readonly caller?: Principal | undefined;
}

/** Another cluster by its alias. */
export interface RemoteCluster {
  readonly alias: string;
  readonly settings: RemoteClusterSettings;
  /** What is known of the connection now. */
  readonly state: RemoteState;
  /**
   * Asks one of the calls that the other side knows (`api/remote-calls.ts`). Rejects with the error of the other side,
   * of the same type and status, or with `connect_transport_exception` where that cannot be asked.
   */
  call(action: string, body: PlainData, options?: RemoteCallOptions): Promise<PlainData>;
}

/** How a connection is. */
export interface RemoteState {
  /** Whether the last thing that was asked of it was answered. */
  readonly connected: boolean;
  /** Open sockets. */
  readonly sockets: number;
  /** What the other side said of itself; undefined until it did. */
  readonly other: RemoteIdentity | undefined;
  /** So long it may take to connect. */
  readonly connectTimeoutMs: number;
  /** Whether there is an API key for it. */
  readonly hasCredentials: boolean;
}

/** What a server says of itself when it is first asked. */
export interface RemoteIdentity {
  readonly clusterName: string;
  readonly clusterUuid: string;
  readonly version: string;
}
