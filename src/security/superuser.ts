/** What those may do who may do everything: all but writing to the server's own indices. */
import type { IndexGrant } from "../access/index-grant.ts";
import type { Principal, Rights } from "./principal.ts";

/** Name of the role that superusers have, as refusals show it. */
export const SUPERUSER_ROLE = "superuser";

/**
 * Every privilege on ordinary indices; on the server's own ones only looking at the events. The identity records stay
 * closed, as they hold hashes and encrypted keys: the identity interface is the way to them.
 */
export function superuserGrant(user: string): IndexGrant {
  return {
    all: false,
    user,
    roles: [SUPERUSER_ROLE],
    rules: [
      { names: ["*"], privileges: ["all"], allowRestricted: false },
      {
        names: [".wardex-events*", ".ds-.wardex-events*"],
        privileges: ["monitor", "read", "view_index_metadata"],
        allowRestricted: true,
      },
    ],
  };
}

/** All rights there are. */
export function superuserRights(user: string): Rights {
  return {
    clusterPrivileges: ["all"],
    indices: superuserGrant(user),
    applications: [{ application: "*", privileges: ["*"], resources: ["*"] }],
    runAs: ["*"],
    remote: {
      indices: [
        { clusters: ["*"], given: { names: ["*"], privileges: ["all"], allow_restricted_indices: false } },
        {
          clusters: ["*"],
          given: {
            names: ["*"],
            privileges: ["monitor", "read", "view_index_metadata", "read_cross_cluster"],
            allow_restricted_indices: true,
          },
        },
      ],
      cluster: [{ clusters: ["*"], given: { privileges: ["monitor_enrich", "monitor_stats"] } }],
    },
  };
}

/** The caller of every request where security is off. */
export const unsecuredPrincipal: Principal = {
  username: "_unsecured",
  userId: 0,
  superuser: true,
  roles: [SUPERUSER_ROLE],
  authentication: "off",
  credentialId: undefined,
  ...superuserRights("_unsecured"),
  permissions: [],
  email: "",
  fullName: "",
};
