/** What several views know of the cluster: its health, and the indices that the person may see. */
import { signal } from "@preact/signals";
import { call } from "./api.ts";
import { rights } from "./session.ts";

export interface IndexHealth {
  readonly status: string;
  readonly number_of_replicas: number;
  readonly number_of_shards: number;
  readonly unassigned_shards: number;
}

export interface ClusterHealth {
  readonly cluster_name: string;
  readonly status: string;
  readonly number_of_nodes: number;
  readonly unassigned_shards: number;
  readonly indices?: Readonly<Record<string, IndexHealth>>;
}

/** What can be seen by who may read any of it. */
export interface Resolved {
  readonly indices: readonly { name: string; aliases?: string[]; attributes: string[]; data_stream?: string }[];
  readonly aliases: readonly { name: string; indices: string[] }[];
  readonly data_streams: readonly { name: string; backing_indices: string[] }[];
}

export const health = signal<ClusterHealth | undefined>(undefined);
export const known = signal<Resolved | undefined>(undefined);

/** Asks for the health, if the person may know it. */
export async function lookAtHealth(): Promise<void> {
  if (rights.value.cluster["monitor"] !== true) return;
  const answer = await call<ClusterHealth>("GET", "/_cluster/health?level=indices");
  if (answer.ok) health.value = answer.body;
}

/** Asks which indices there are for the person. */
export async function lookAtIndices(): Promise<Resolved | undefined> {
  const answer = await call<Resolved>("GET", "/_resolve/index/*?expand_wildcards=open,closed");
  if (answer.ok) known.value = answer.body;
  return known.value;
}

/** Names that can be searched: aliases, streams and open indices, the server's own left aside. */
export function searchable(resolved: Resolved | undefined): string[] {
  if (!resolved) return [];
  const open = resolved.indices.filter(
    ({ attributes, data_stream }) => attributes.includes("open") && data_stream === undefined,
  );
  return [...resolved.aliases, ...resolved.data_streams, ...open]
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("."))
    .sort();
}
