/** Where copies of shards are, as the state of the cluster says. */
import type { ClusterState, IndexMetadata, ShardCopy, ShardRouting } from "../cluster/cluster-state.ts";
import { ownOf } from "../core/names.ts";

/** What routing is asked of. */
export class Routing {
  readonly #state: () => ClusterState;
  readonly own: string;

  constructor(state: () => ClusterState, own: string) {
    this.#state = state;
    this.own = own;
  }

  /** Of the state that it follows. */
  get version(): number {
    return this.#state().version;
  }

  shards(uuid: string): readonly ShardRouting[] {
    return ownOf(this.#state().routing ?? {}, uuid) ?? [];
  }

  /** The nodes with a copy that can be searched, the primary first. */
  searchable(uuid: string, shard: number): readonly string[] {
    const routing = this.shards(uuid)[shard];
    if (!routing) return [];
    const { primary, replicas } = routing;
    return [primary, ...replicas].flatMap(({ state, node }) => (state === "STARTED" && node ? [node] : []));
  }

  /** The copies of a shard that other nodes have, or are to have. */
  replicas(uuid: string, shard: number): readonly ShardCopy[] {
    return this.shards(uuid)[shard]?.replicas.filter(({ node }) => node !== undefined) ?? [];
  }

  /** Whether a primary is on this node. */
  isPrimary(uuid: string, shard: number): boolean {
    return this.shards(uuid)[shard]?.primary.node === this.own;
  }

  /** The other nodes that have a primary of one of some indices. */
  primariesElsewhere(uuids: readonly string[]): readonly string[] {
    const nodes = new Set<string>();
    for (const uuid of uuids)
      for (const { primary } of this.shards(uuid))
        if (primary.node !== undefined && primary.node !== this.own) nodes.add(primary.node);
    return [...nodes];
  }

  /** What the primary of each shard replays, as the metadata of an index carries it; undefined: none does. */
  replays(uuid: string): IndexMetadata["replays"] {
    const shards = this.shards(uuid);
    return shards.some(({ replay }) => replay) ? shards.map(({ replay }) => replay) : undefined;
  }

  /** The node of each primary as the metadata of an index carries it (`IndexMetadata.primaries`). */
  primaries(uuid: string): (string | null | undefined)[] {
    return this.shards(uuid).map(({ primary: { node = null } }) => (node === this.own ? undefined : node));
  }
}
