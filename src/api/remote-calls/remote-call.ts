/**
 * The interface of a call from another cluster: one action, one file of this folder, one line in `remote-calls.ts`. The
 * other side asks it by `RemoteCluster.call` of the same action.
 */
import type { CallContext } from "../../remote/call-dialect.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import type { Services } from "../operation.ts";

export interface RemoteCall {
  /** By Elasticsearch's name where it has one. */
  readonly action: string;
  /** Cluster privileges of the key, any of which suffices. */
  readonly keyPrivileges: readonly ("cross_cluster_search" | "cross_cluster_replication")[];
  /**
   * Answers a call. What came is not trusted: it is read member by member. The principal is what the key and the caller
   * both may; whatever the call reads of indices is asked of it, as of any other caller.
   */
  handle(body: PlainData, context: CallContext, services: Services): Promise<PlainData>;
}
