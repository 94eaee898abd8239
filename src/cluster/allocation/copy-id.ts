/** Names a copy of a shard: there is one on a node at a time, and one primary for as long as the index lives. */
export function copyId(uuid: string, shard: number, replicaOn: string | undefined): string {
  return replicaOn === undefined ? `${uuid}-${shard}` : `${uuid}-${shard}-${replicaOn}`;
}
