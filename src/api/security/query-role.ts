/** `security.query_role`: roles that match a query, those that are always there among them. */
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Operation } from "../operation.ts";
import { optionalObject } from "../requests/request-body.ts";
import { field, type RecordField, type RecordFields } from "../requests/query/record-fields.ts";
import { readSearch, searchRecords } from "../requests/query/record-search.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { shownRoles } from "../requests/stored-roles.ts";

const fields: RecordFields = {
  name: field("keyword", "name"),
  description: field("text", "description"),
  metadata: field("flattened", "metadata"),
  "applications.application": ofApplications("application"),
  "applications.privileges": ofApplications("privileges"),
  "applications.resources": ofApplications("resources"),
};

export const queryRole: Operation = securityOperation(
  { name: "security.query_role", actions: ["cluster:admin/xpack/security/role/query"] },
  async ({ request, store, services }) => {
    const context = { fields, nowMs: services.clock.now(), idOf: (role: JsonObject) => valueText(role["name"]) };
    const search = readSearch("query_role_request_payload", (await optionalObject(request)) ?? {}, [], context);
    const roles = Object.entries(await shownRoles(store, [])).map(([name, role]): JsonObject => ({ name, ...role }));
    const { total, count, records } = searchRecords(search, roles);
    return { status: 200, body: { total, count, roles: records } };
  },
);

function ofApplications(name: string): RecordField {
  return {
    kind: "keyword",
    values(role) {
      const applications = Array.isArray(role["applications"]) ? role["applications"] : [];
      return applications.flatMap((one): Json[] => {
        const value = isJsonObject(one) ? ownOf(one, name) : undefined;
        return value === undefined ? [] : Array.isArray(value) ? value : [value];
      });
    },
  };
}
