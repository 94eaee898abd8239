/** Which shards a search on a target asks. */
import { ownOf } from "../../core/names.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Services } from "../operation.ts";

/** The shards of an index. */
export interface SearchedShards {
  readonly uuid: string;
  readonly shards: readonly number[];
}

const ONE: readonly number[] = [0];

function allShards(count: number): readonly number[] {
  return count === 1 ? ONE : Array.from({ length: count }, (_, shard) => shard);
}

/** Those that the target names, or all. */
export function searchedShards(
  { cluster }: Pick<Services, "cluster">,
  { uuid, index, shards }: SearchTarget,
): SearchedShards {
  const count = ownOf(cluster.state.indices, index)?.numberOfShards ?? 1;
  return { uuid, shards: shards ?? allShards(count) };
}
