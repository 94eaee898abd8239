/** Indices that an expression names and that the caller may know of: wildcards reach only what the caller has rights on. */
import type { IndexOptions, ResolvedIndex } from "../cluster/cluster-service.ts";
import { internalIndex } from "../cluster/system-indices.ts";
import { simpleMatch } from "../core/wildcard.ts";
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
 * Resolves like the cluster service, as if only those names were there that the caller has a right to: patterns stand for no others, so that
 * an alias that the caller may not use never shows what the filter of another one hides. Names that stand in the request itself were
 * checked before. Any of the privileges is enough, and rules that name actions count for those among them. The server's own indices are reached only by their names and by patterns that begin
 * with a dot, as far as the caller has a right on them (superusers read the audit trail); naming another one is refused.
 */
export function visibleIndices(
  node: Node,
  principal: Principal,
  expression: string | undefined,
  options: IndexOptions,
  ...privileges: readonly string[]
): VisibleIndex[] {
  const mayExpandTo = (name: string): boolean => privileges.some((privilege) => mayOnIndex(principal, privilege, name));
  const parts = (expression ?? "").split(",").map((part) => part.trim());
  const given = privileges.flatMap((privilege) => grantedBy("index", privilege));
  return node.cluster.resolve(expression, { ...options, mayExpandTo }).flatMap(({ metadata, aliases }) => {
    const { name, system } = metadata;
    if (system && !mayExpandTo(name) && parts.includes(name)) throw internalIndex(name);
    if (system && !parts.some((part) => part.startsWith(".") && simpleMatch(part, name))) return [];
    // With ignore_unavailable, names stand in the request that the caller may not use.
    const used = aliases?.filter(mayExpandTo);
    if (used ? used.length === 0 : !mayExpandTo(name)) return [];
    return [{ metadata, aliases: used, access: accessTo(principal.indices, name, used, given) }];
  });
}
