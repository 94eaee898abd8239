/** `security.query_user`: users that match a query. */
import { booleanParameter } from "../../http/parameters.ts";
import { allUsers, showNativeUsers } from "../../identity/security/native-users.ts";
import type { Operation } from "../operation.ts";
import { optionalObject } from "../requests/request-body.ts";
import { field, type RecordFields } from "../requests/query/record-fields.ts";
import { readSearch, searchRecords } from "../requests/query/record-search.ts";
import { securityOperation } from "../requests/security-operation.ts";

const fields: RecordFields = {
  username: field("keyword", "username"),
  roles: field("keyword", "roles"),
  full_name: field("text", "full_name"),
  email: field("text", "email"),
  enabled: field("boolean", "enabled"),
};

export const queryUser: Operation = securityOperation(
  { name: "security.query_user", actions: ["cluster:admin/xpack/security/user/query"] },
  async ({ request, parameters, store, services }) => {
    booleanParameter(parameters, "with_profile_uid", false);
    const context = {
      fields,
      nowMs: services.clock.now(),
      idOf: (user: { readonly [key: string]: unknown }) => String(user["username"]),
    };
    const search = readSearch("query_user_request_payload", (await optionalObject(request)) ?? {}, [], context);
    const { total, count, records } = searchRecords(search, await showNativeUsers(store, await allUsers(store)));
    return { status: 200, body: { total, count, users: records } };
  },
);
