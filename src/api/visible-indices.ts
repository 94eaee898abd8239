/** Indices that an expression names and that the caller may know of: wildcards reach only what the caller has rights on. */
import type { IndexOptions, ResolvedIndex } from "../cluster/cluster-service.ts";
import { internalIndex } from "../cluster/system-indices.ts";
import { grants } from "../documents/grants.ts";
import type { Principal } from "../security/principal.ts";
import type { Node } from "./operation.ts";

/** Privileges that contain another one, as a role may give any of them. */
const CONTAINED_IN: Readonly<Record<string, readonly string[]>> = {
  read: ["read", "all"],
  monitor: ["monitor", "manage", "all"],
  view_index_metadata: ["view_index_metadata", "manage", "all"],
  // What describes fields and names is for readers too.
  "view_index_metadata or read": ["view_index_metadata", "manage", "read", "all"],
  manage: ["manage", "all"],
  maintenance: ["maintenance", "manage", "all"],
  delete_index: ["delete_index", "manage", "all"],
};

/**
 * Resolves like the cluster service and leaves out what only a wildcard reached and the caller has no right to. Names that
 * stand in the request itself were checked before; naming an internal index is refused here for everybody.
 */
export function visibleIndices(node: Node, principal: Principal, expression: string | undefined, options: IndexOptions, privilege: string): ResolvedIndex[] {
  const resolved = node.cluster.resolve(expression, options);
  const named = new Set(expression?.split(",").map((part) => part.trim()));
  const privileges = CONTAINED_IN[privilege] ?? [privilege, "all"];
  return resolved.filter(({ metadata, aliases }) => {
    if (metadata.system) {
      if (named.has(metadata.name)) throw internalIndex(metadata.name);
      return false;
    }
    if (principal.superuser || principal.indices.all) return true;
    return [metadata.name, ...(aliases ?? [])].some((name) => grants(principal.indices, name, privileges));
  });
}
