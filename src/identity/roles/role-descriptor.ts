/** What a role gives, in the form of Elasticsearch: as bodies say it, as records keep it, as answers show it. */
import type { JsonObject } from "../../core/json.ts";

/** Fields that a role shows. */
export interface FieldSecurity {
  readonly grant: readonly string[];
  readonly except?: readonly string[] | undefined;
}

/** Privileges on the indices that match any of the names. */
export interface IndexPrivileges {
  readonly names: readonly string[];
  readonly privileges: readonly string[];
  readonly fieldSecurity?: FieldSecurity | undefined;
  /** JSON text of the query that documents must match. */
  readonly query?: string | undefined;
  /** Whether the names reach the server's own indices. */
  readonly allowRestrictedIndices?: boolean | undefined;
}

/** Privileges on the indices of other clusters, which are asked there. */
export interface RemoteIndexPrivileges extends IndexPrivileges {
  readonly clusters: readonly string[];
}

/** Privileges on other clusters. */
export interface RemoteClusterPrivileges {
  readonly clusters: readonly string[];
  readonly privileges: readonly string[];
}

/** Privileges of an application on some of its resources. */
export interface ApplicationPrivileges {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** What a role gives. What is absent is nothing. */
export interface RoleDescriptor {
  readonly cluster: readonly string[];
  readonly indices: readonly IndexPrivileges[];
  readonly applications?: readonly ApplicationPrivileges[] | undefined;
  readonly runAs?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly description?: string | undefined;
  readonly remoteIndices?: readonly RemoteIndexPrivileges[] | undefined;
  readonly remoteCluster?: readonly RemoteClusterPrivileges[] | undefined;
}

/** A descriptor as records keep it and answers show it. */
export function showDescriptor(role: RoleDescriptor): JsonObject {
  return {
    cluster: [...role.cluster],
    indices: role.indices.map(showIndices),
    applications: (role.applications ?? []).map(({ application, privileges, resources }) => ({
      application,
      privileges: [...privileges],
      resources: [...resources],
    })),
    run_as: [...(role.runAs ?? [])],
    metadata: { ...role.metadata },
    transient_metadata: { enabled: true },
    ...(role.remoteIndices?.length
      ? { remote_indices: role.remoteIndices.map((one) => ({ ...showIndices(one), clusters: [...one.clusters] })) }
      : {}),
    ...(role.remoteCluster?.length
      ? {
          remote_cluster: role.remoteCluster.map(({ privileges, clusters }) => ({
            privileges: [...privileges],
            clusters: [...clusters],
          })),
        }
      : {}),
    ...(role.description === undefined || role.description === "" ? {} : { description: role.description }),
  };
}

/** The same of indices. */
export function showIndices({
  names,
  privileges,
  fieldSecurity,
  query,
  allowRestrictedIndices,
}: IndexPrivileges): JsonObject {
  return {
    names: [...names],
    privileges: [...privileges],
    ...(fieldSecurity
      ? {
          field_security: {
            grant: [...fieldSecurity.grant],
            ...(fieldSecurity.except ? { except: [...fieldSecurity.except] } : {}),
          },
        }
      : {}),
    ...(query === undefined ? {} : { query }),
    allow_restricted_indices: allowRestrictedIndices ?? false,
  };
}
