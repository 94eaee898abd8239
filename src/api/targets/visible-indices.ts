/**
 * Indices that an expression names and that the caller may know of: wildcards reach only what the caller has rights on.
 */
import type { IndexOptions, ResolvedIndex } from "../../cluster/cluster-service.ts";
import { internalIndex } from "../../cluster/system-indices.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { accessTo, type IndexAccess } from "../../access/index-access.ts";
import { mayOnIndex } from "../../security/authorizer.ts";
import { grantedBy } from "../../security/privileges.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";

/** An index, and what the caller may see of it with the privileges asked for; undefined: everything. */
export interface VisibleIndex extends ResolvedIndex {
  readonly access: IndexAccess | undefined;
}

/**
 * Resolves like the cluster service, as if only those names were there that the caller has a right to: patterns stand
 * for no others, so that an alias that the caller may not use never shows what the filter of another one hides. Names
 * that stand in the request itself were checked before. Any of the privileges is enough, and rules that name actions
 * count for those among them. The server's own indices are reached only by their names and by patterns that begin with
 * a dot, as far as the caller has a right on them (superusers read the audit trail); naming another one is refused.
 */
export function visibleIndices(
  services: Services,
  principal: Principal,
  expression: string | undefined,
  options: IndexOptions,
  ...privileges: readonly string[]
): VisibleIndex[] {
  const rights = rightsOf(principal, privileges);
  const parts = (expression ?? "").split(",");
  // Keys behind a spread would give each of these objects a shape of its own.
  const resolved = services.cluster.resolve(expression, { mayExpandTo: rights.may, ...options });
  const visible: VisibleIndex[] = [];
  for (const { metadata, aliases } of resolved) {
    const { name, system } = metadata;
    if (system) {
      if (!rights.may(name) && parts.some((part) => part.trim() === name)) throw internalIndex(name);
      if (!parts.some((part) => part.trim().startsWith(".") && simpleMatch(part.trim(), name))) continue;
    }
    // With ignore_unavailable, names stand in the request that the caller may not use.
    const used = aliases?.filter(rights.may);
    if (used ? used.length === 0 : !rights.may(name)) continue;
    visible.push({ metadata, aliases: used, access: accessTo(principal.indices, name, used, rights.given) });
  }
  return visible;
}

/**
 * What a caller may do with any of some privileges. Callers are immutable, so names that were judged once are known.
 */
interface Rights {
  /** The privileges with those that contain them. */
  readonly given: readonly string[];
  readonly may: (name: string) => boolean;
}

const MOST_NAMES = 1000;
const known = new WeakMap<Principal, Map<string, Rights>>();

function rightsOf(principal: Principal, privileges: readonly string[]): Rights {
  let own = known.get(principal);
  if (!own) known.set(principal, (own = new Map<string, Rights>()));
  const key = privileges.join(" ");
  let rights = own.get(key);
  if (!rights) own.set(key, (rights = judged(principal, privileges)));
  return rights;
}

function judged(principal: Principal, privileges: readonly string[]): Rights {
  const names = new Map<string, boolean>();
  return {
    given: privileges.flatMap((privilege) => grantedBy("index", privilege)),
    may(name) {
      let may = names.get(name);
      if (may === undefined) {
        may = privileges.some((privilege) => mayOnIndex(principal, privilege, name));
        if (names.size >= MOST_NAMES) names.clear();
        names.set(name, may);
      }
      return may;
    },
  };
}
