/** Indices that an expression names and that the caller may know of: wildcards reach only what the caller has rights on. */
import type { IndexOptions, ResolvedIndex } from "../cluster/cluster-service.ts";
import { internalIndex } from "../cluster/system-indices.ts";
import { accessTo, type IndexAccess } from "../documents/index-access.ts";
import { mayOnIndex } from "../security/authorizer.ts";
import { grantedBy } from "../security/privileges.ts";
import type { Principal } from "../security/principal.ts";
import type { Node } from "./operation.ts";

/** An index, and what the caller may see of it with the privileges asked for; undefined: everything. */
export interface VisibleIndex extends ResolvedIndex {
  readonly access: IndexAccess | undefined;
}

/**
 * Resolves like the cluster service and leaves out what only a wildcard reached and the caller has no right to. Names that
 * stand in the request itself were checked before; naming an internal index is refused here for everybody. Any of the privileges is enough.
 */
export function visibleIndices(
  node: Node,
  principal: Principal,
  expression: string | undefined,
  options: IndexOptions,
  ...privileges: readonly string[]
): VisibleIndex[] {
  const resolved = node.cluster.resolve(expression, options);
  const named = new Set(expression?.split(",").map((part) => part.trim()));
  const visible = resolved.filter(({ metadata, aliases }) => {
    if (metadata.system) {
      if (named.has(metadata.name)) throw internalIndex(metadata.name);
      return false;
    }
    return [metadata.name, ...(aliases ?? [])].some((name) => privileges.some((privilege) => mayOnIndex(principal, privilege, name)));
  });
  const given = privileges.flatMap((privilege) => grantedBy("index", privilege));
  return visible.map(({ metadata, aliases }) => ({ metadata, aliases, access: accessTo(principal.indices, metadata.name, aliases, given) }));
}
