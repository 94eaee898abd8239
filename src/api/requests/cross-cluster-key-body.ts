/** Cross-cluster API keys in bodies: what is made and what is changed. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type BodyShape, notBuilt, parseObject } from "../../compat/object-parser.ts";
import type { IndexPrivileges } from "../../identity/roles/role-descriptor.ts";
import { crossClusterRights, readAccess } from "../../identity/roles/cross-cluster-access.ts";
import type { ApiKeyBody } from "../../identity/security/api-keys.ts";
import { readApiKeyBody } from "./api-key-body.ts";

/** Reads the body of a key. `what` is what Elasticsearch calls it; `more` are its fields beside those that all have. */
export function readCrossClusterBody(
  what: string,
  { json, text }: { readonly json: JsonObject; readonly text: string },
  more: BodyShape["members"],
): ApiKeyBody {
  const read: Partial<Record<"search" | "replication", IndexPrivileges[]>> = {};
  const list = (kind: "search" | "replication"): BodyShape["members"][string] => ({
    takes: (value: Json) => Array.isArray(value),
    read: (value: Json) => {
      read[kind] = readAccess(Array.isArray(value) ? value.filter(isJsonObject) : [], kind);
      return value;
    },
  });
  const accessName = `${what}_access`;
  const built: { rights?: ReturnType<typeof crossClusterRights> } = {};
  const access: BodyShape = {
    name: accessName,
    members: { search: list("search"), replication: list("replication") },
  };
  const shape: BodyShape = {
    name: what,
    members: { ...more, access, expiration: "text?", metadata: "object" },
    check(parsed) {
      if (parsed["access"] === undefined) return;
      try {
        built.rights = crossClusterRights(read.search ?? [], read.replication ?? []);
      } catch (error) {
        throw error instanceof RequestError ? notBuilt(what, error.message) : error;
      }
    },
  };
  parseObject(shape, json, text);
  const { access: _read, ...rest } = json;
  const { metadata, expirationMs } = readApiKeyBody(what, rest, Object.keys(more));
  return { metadata, expirationMs, roleDescriptors: built.rights?.roleDescriptors, access: built.rights?.access };
}
