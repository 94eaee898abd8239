/**
 * The operations of security. Without security there is nothing for them to work with: as in Elasticsearch, they are
 * not there, nor is their code loaded.
 */
import type { Operation } from "./operation.ts";
import { authenticate } from "./security/authenticate.ts";
import { bulkDeleteRole } from "./security/bulk-delete-role.ts";
import { bulkPutRole } from "./security/bulk-put-role.ts";
import { bulkUpdateApiKeys } from "./security/bulk-update-api-keys.ts";
import { changePassword } from "./security/change-password.ts";
import { clearApiKeyCache } from "./security/clear-api-key-cache.ts";
import { clearCachedPrivileges } from "./security/clear-cached-privileges.ts";
import { clearCachedRealms } from "./security/clear-cached-realms.ts";
import { clearCachedRoles } from "./security/clear-cached-roles.ts";
import { createApiKey } from "./security/create-api-key.ts";
import { createCrossClusterApiKey } from "./security/create-cross-cluster-api-key.ts";
import { deletePrivileges } from "./security/delete-privileges.ts";
import { deleteRoleMapping } from "./security/delete-role-mapping.ts";
import { deleteRole } from "./security/delete-role.ts";
import { deleteUser } from "./security/delete-user.ts";
import { disableUser } from "./security/disable-user.ts";
import { enableUser } from "./security/enable-user.ts";
import { getApiKey } from "./security/get-api-key.ts";
import { getBuiltinPrivileges } from "./security/get-builtin-privileges.ts";
import { getPrivileges } from "./security/get-privileges.ts";
import { getRoleMapping } from "./security/get-role-mapping.ts";
import { getRole } from "./security/get-role.ts";
import { getToken } from "./security/get-token.ts";
import { getUserPrivileges } from "./security/get-user-privileges.ts";
import { getUser } from "./security/get-user.ts";
import { grantApiKey } from "./security/grant-api-key.ts";
import { hasPrivileges } from "./security/has-privileges.ts";
import { invalidateApiKey } from "./security/invalidate-api-key.ts";
import { invalidateToken } from "./security/invalidate-token.ts";
import { putPrivileges } from "./security/put-privileges.ts";
import { putRoleMapping } from "./security/put-role-mapping.ts";
import { putRole } from "./security/put-role.ts";
import { putUser } from "./security/put-user.ts";
import { queryApiKeys } from "./security/query-api-keys.ts";
import { queryRole } from "./security/query-role.ts";
import { queryUser } from "./security/query-user.ts";
import { updateApiKey } from "./security/update-api-key.ts";
import { updateCrossClusterApiKey } from "./security/update-cross-cluster-api-key.ts";

export const securityOperations: readonly Operation[] = [
  authenticate,
  bulkDeleteRole,
  bulkPutRole,
  bulkUpdateApiKeys,
  changePassword,
  clearApiKeyCache,
  clearCachedPrivileges,
  clearCachedRealms,
  clearCachedRoles,
  createApiKey,
  createCrossClusterApiKey,
  deletePrivileges,
  deleteRole,
  deleteRoleMapping,
  deleteUser,
  disableUser,
  enableUser,
  getApiKey,
  getBuiltinPrivileges,
  getPrivileges,
  getRole,
  getRoleMapping,
  getToken,
  getUser,
  getUserPrivileges,
  grantApiKey,
  hasPrivileges,
  invalidateApiKey,
  invalidateToken,
  putPrivileges,
  putRole,
  putRoleMapping,
  putUser,
  queryApiKeys,
  queryRole,
  queryUser,
  updateApiKey,
  updateCrossClusterApiKey,
];
