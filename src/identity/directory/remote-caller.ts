/** A caller of another cluster: what the key of the link and the rights that it sent along both allow. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { describeCaller } from "../../security/denial.ts";
import type { Principal, Rights } from "../../security/principal.ts";
import { callerRights, rightsOfDescriptors } from "./roles.ts";

/** A caller as the other cluster sends it. */
interface SentCaller {
  readonly username: string;
  readonly roles: readonly string[];
  /** Descriptors of roles; what each of the sets allows is allowed. */
  readonly sets: readonly JsonObject[];
}

/** The key's holder, limited to what the caller may. Throws 400 for what is no caller. */
export function remoteCaller(key: Principal, sent: unknown): Principal {
  const { username, roles, sets } = readSent(sent);
  const [first, ...more] = sets.map((set) => callerRights(username, roles, rightsOfDescriptors([set])));
  if (!first) throw illegalArgument("the caller of another cluster has no rights at all");
  // The innermost is the key, which allows nothing by itself that its own descriptors do not.
  const own: Rights = {
    clusterPrivileges: key.clusterPrivileges,
    indices: key.indices,
    applications: [],
    runAs: [],
    ...(key.limitedBy ? { limitedBy: key.limitedBy } : {}),
  };
  const limits = [...more, own].reduceRight<Rights | undefined>(
    (inner, rights) => (inner ? { ...rights, indices: { ...rights.indices, limitedBy: inner.indices } } : rights),
    undefined,
  );
  const acting: Principal = {
    ...key,
    ...first,
    username,
    userId: 0,
    superuser: false,
    roles: [...roles],
    missingRoles: [],
    limitedBy: limits,
    indices: { ...first.indices, ...(limits ? { limitedBy: limits.indices } : {}) },
    permissions: [],
    email: "",
    fullName: "",
    authenticatedAs: undefined,
    ...(key.apiKey ? { apiKey: { ...key.apiKey, owner: key.username } } : {}),
  };
  return { ...acting, indices: { ...acting.indices, caller: describeCaller(acting) } };
}

function readSent(sent: unknown): SentCaller {
  if (!isJson(sent) || !isJsonObject(sent)) throw illegalArgument("the caller of another cluster cannot be read");
  const { username, roles, sets } = sent;
  if (typeof username !== "string" || !Array.isArray(roles) || !Array.isArray(sets))
    throw illegalArgument("the caller of another cluster cannot be read");
  return { username, roles: roles.filter((role) => typeof role === "string"), sets: sets.filter(isJsonObject) };
}

/** Nothing in it that JSON does not have. */
function isJson(value: unknown): value is Json {
  if (value === null || ["string", "boolean", "number"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isJson);
  return (
    typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
  );
}
