/** The context in which nodes are built and merged. */
import type { Dynamic } from "./mapping-tree.ts";

/**
 * Why definitions are merged. `create`: for a new index, where the later definition wins; `update`: into an existing
 * mapping, which can only change in certain ways (`MapperService.MergeReason`).
 */
export type MergeReason = "create" | "update";

/** The context of a node in its parents. */
export interface Surroundings {
  /** The inherited `dynamic`. */
  readonly dynamic: Dynamic;
  readonly reason: MergeReason;
  /** Whether the enclosing nested object is included in the root; undefined where there is none. */
  readonly inRoot: boolean | undefined;
}

/** The context at the root of an empty mapping. */
export const atRoot: Surroundings = { dynamic: "true", reason: "update", inRoot: undefined };
