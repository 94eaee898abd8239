/** What security is asked to do (`security` of `xpack.usage`). */
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { listAll } from "../../identity/records/list-all.ts";
import { roleModel, userModel } from "../../identity/records/models.ts";
import { roleMappings } from "../../identity/roles/role-mappings.ts";
import type { Services } from "../operation.ts";

const ON = { enabled: true };
const OFF = { enabled: false };

export async function securityUsage({ identity, info, cluster }: Services): Promise<object> {
  if (!identity) return { available: true, ...OFF };
  const { store } = identity.services;
  const roles = await listAll(store, { model: roleModel.name, filters: {} });
  const grants = roles.flatMap(({ fields: { indices } }) => (Array.isArray(indices) ? indices : []));
  const mappings = Object.values(await roleMappings(store));
  const users = await store.list({
    ...{ model: userModel.name, filters: {}, search: undefined, searchFields: [], ordering: [] },
    ...{ from: 0, size: 0 },
  });
  return {
    available: true,
    ...ON,
    realms: {
      file: { available: true, ...OFF },
      native: { available: true, ...ON, name: ["default_native"], order: [0], size: [users.count] },
    },
    roles: {
      native: { size: roles.length, fls: grants.some(has("field_security")), dls: grants.some(has("query")) },
      file: { size: 0, fls: false, dls: false },
      dls: { bit_set_cache: { count: 0, memory_in_bytes: 0 } },
    },
    role_mapping: {
      native: { size: mappings.length, enabled: mappings.filter(has("enabled")).length },
    },
    ssl: { http: { enabled: info.isEncrypted }, transport: { enabled: cluster.state.nodes !== undefined } },
    token_service: ON,
    api_key_service: ON,
    // Of events of its own: what Elasticsearch writes into files there is none of.
    audit: OFF,
    ipfilter: { http: false, transport: false },
    anonymous: OFF,
    fips_140: OFF,
    operator_privileges: { available: false, ...OFF },
  };
}

/** Whether an object has a member that says something: not null, false or empty. */
function has(member: string): (value: Json) => boolean {
  return (value) => isJsonObject(value) && Boolean(ownOf(value, member));
}
