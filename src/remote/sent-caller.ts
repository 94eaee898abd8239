/** What the other side is told of a caller: who it is, and which rights it has there. */
import { simpleMatchAny } from "../compat/wildcard.ts";
import { RequestError } from "../compat/errors.ts";
import { describeCaller } from "../security/denial.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Principal, RemoteDescriptor } from "../security/principal.ts";
import type { PlainData } from "./plain-data.ts";

/**
 * The descriptors that count there, each of which must allow what is asked. Throws 403 where nothing is given for that
 * cluster.
 */
export function sentCaller(principal: Principal, alias: string, action: string): PlainData {
  const { username, roles, remote, limitedBy } = principal;
  const sets = [remote, ...(limitedBy ? [limitedBy.remote] : [])].map((rights) => ({
    indices: givenAt(rights?.indices, alias),
    cluster: givenAt(rights?.cluster, alias).flatMap((given) => stringsOf(given["privileges"])),
  }));
  if (sets.some(({ indices, cluster }) => indices.length === 0 && cluster.length === 0))
    throw new RequestError(
      403,
      "security_exception",
      `action [${action}] towards remote cluster [${alias}] is unauthorized for ${describeCaller(principal)} because no remote indices privileges apply for the target cluster`,
    );
  return { username, roles, sets };
}

function givenAt(rights: readonly RemoteDescriptor[] | undefined, alias: string): JsonObject[] {
  return (rights ?? []).filter(({ clusters }) => simpleMatchAny(clusters, alias)).map(({ given }) => given);
}

function stringsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
