/** What nodes are built and merged in. */
import type { Dynamic } from "./mapping-tree.ts";

/**
 * Why definitions are merged. `create`: those that a new index is made with, of which the later one holds whatever the
 * earlier one said; `update`: one that comes to those that are there, which may change in some ways only
 * (`MapperService.MergeReason`).
 */
export type MergeReason = "create" | "update";

/** What is around a node. */
export interface Surroundings {
  /** What holds for names that are not mapped. */
  readonly dynamic: Dynamic;
  readonly reason: MergeReason;
  /** Whether the nested object around goes to the root as well; undefined where there is none. */
  readonly inRoot: boolean | undefined;
}

/** What is around the nodes of a mapping that says nothing. */
export const atRoot: Surroundings = { dynamic: "true", reason: "update", inRoot: undefined };
