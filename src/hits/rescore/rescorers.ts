/** Every rescorer. */
import { assert } from "../../core/assert.ts";
import type { Plan } from "../../query/query.ts";
import type { Rescorer, RescoreSpec, RescorerKind } from "./rescorer.ts";
import { query } from "./rescorers/query.ts";

export const rescorers: readonly RescorerKind[] = [query];

/** Returns the rescorer of one shard for an entry of `rescore`, given the planned query. */
export function rescorerOf({ kind: name, options }: RescoreSpec, plan: Plan): Rescorer {
  const kind = rescorers.find((one) => one.name === name);
  assert(kind, "what was read has a kind");
  return kind.onShard(options, plan);
}
