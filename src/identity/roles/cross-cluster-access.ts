/** What a cross-cluster API key gives to another cluster: which indices it may search, and which it may follow. */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { parseCrossClusterIndices } from "./parse-role-descriptor.ts";
import { type IndexPrivileges, showDescriptor, showIndices } from "./role-descriptor.ts";

/** Name of the one descriptor of such a key. */
const DESCRIPTOR = "cross_cluster";
const SEARCH = ["read", "read_cross_cluster", "view_index_metadata"];
const REPLICATION = ["cross_cluster_replication", "cross_cluster_replication_internal"];

/** Indices that a body names for searching or for replication; throws 400. */
export function readAccess(entries: readonly JsonObject[], privileges: "search" | "replication"): IndexPrivileges[] {
  return entries.map((one) =>
    parseCrossClusterIndices(DESCRIPTOR, one, privileges === "search" ? SEARCH : REPLICATION),
  );
}

/** What a key may do, as its record keeps it: what was asked for, and the descriptor that this becomes. Throws 400. */
export function crossClusterRights(
  search: readonly IndexPrivileges[],
  replication: readonly IndexPrivileges[],
): { readonly access: JsonObject; readonly roleDescriptors: JsonObject } {
  if (search.length + replication.length === 0)
    throw illegalArgument("must specify non-empty access for either [search] or [replication]");
  if (replication.some(isRestricted))
    throw illegalArgument("replication does not support document or field level security");
  if (replication.length > 0 && search.some(isRestricted))
    throw illegalArgument("search does not support document or field level security if replication is assigned");
  const cluster = [
    ...(search.length > 0 ? ["cross_cluster_search"] : []),
    ...(replication.length > 0 ? ["cross_cluster_replication"] : []),
  ];
  const descriptor = showDescriptor({ cluster, indices: [...search, ...replication] });
  return {
    access: {
      ...(search.length > 0 ? { search: search.map(shown) } : {}),
      ...(replication.length > 0 ? { replication: replication.map(shown) } : {}),
    },
    roleDescriptors: { [DESCRIPTOR]: descriptor },
  };
}

function isRestricted({ query, fieldSecurity }: IndexPrivileges): boolean {
  return query !== undefined || fieldSecurity !== undefined;
}

function shown(indices: IndexPrivileges): JsonObject {
  const { privileges: _implied, ...rest } = showIndices(indices);
  return rest;
}
