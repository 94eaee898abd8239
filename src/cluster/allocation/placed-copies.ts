/** Where copies are, while they are being placed: counted by node, and found by shard. */
import type { ShardCopy, ShardRouting } from "../cluster-state.ts";

export class PlacedCopies {
  readonly #shards = new Map<string, ShardRouting[]>();
  readonly #byNode = new Map<string, number>();
  readonly #byNodeAndIndex = new Map<string, number>();

  /** All shards of an index, in order. */
  add(uuid: string, shards: readonly ShardRouting[]): void {
    this.#shards.set(uuid, [...shards]);
    for (const { primary, replicas } of shards) for (const copy of [primary, ...replicas]) this.#count(uuid, copy, 1);
  }

  shards(uuid: string): readonly ShardRouting[] {
    return this.#shards.get(uuid) ?? [];
  }

  /** The copies of a shard that have a node. */
  copies(uuid: string, shard: number): readonly ShardCopy[] {
    const routing = this.#shards.get(uuid)?.[shard];
    return routing ? [routing.primary, ...routing.replicas].filter(({ node }) => node !== undefined) : [];
  }

  /** How many copies a node has, in all or of one index. */
  count(node: string, uuid?: string): number {
    return (uuid === undefined ? this.#byNode.get(node) : this.#byNodeAndIndex.get(`${node} ${uuid}`)) ?? 0;
  }

  /** Puts a copy in the place of another one; `replica` undefined: of the primary. */
  replace(uuid: string, shard: number, replica: number | undefined, copy: ShardCopy): void {
    const shards = this.#shards.get(uuid);
    const routing = shards?.[shard];
    if (!shards || !routing) return;
    const before = replica === undefined ? routing.primary : routing.replicas[replica];
    if (before) this.#count(uuid, before, -1);
    this.#count(uuid, copy, 1);
    shards[shard] =
      replica === undefined
        ? { ...routing, primary: copy }
        : { ...routing, replicas: routing.replicas.map((each, at) => (at === replica ? copy : each)) };
  }

  #count(uuid: string, { node }: ShardCopy, by: number): void {
    if (node === undefined) return;
    this.#byNode.set(node, (this.#byNode.get(node) ?? 0) + by);
    const key = `${node} ${uuid}`;
    this.#byNodeAndIndex.set(key, (this.#byNodeAndIndex.get(key) ?? 0) + by);
  }
}
