/** `security.put_role_mapping`: roles for whoever fits a rule. */
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseRule } from "../../identity/roles/role-mapping-rules.ts";
import { checkRoleTemplate, readRoleTemplate } from "../../identity/roles/role-templates.ts";
import { putRoleMapping as storeMapping } from "../../identity/roles/role-mappings.ts";
import { modelEvent, storeTelling } from "../../identity/security/identity-access.ts";
import type { Operation } from "../operation.ts";
import { metadataFault, refuseInvalid, requiredObject, securityOperation } from "../requests/security-operation.ts";

const FIELDS = ["roles", "role_templates", "rules", "metadata", "enabled"];

export const putRoleMapping: Operation = securityOperation(
  { name: "security.put_role_mapping", actions: ["cluster:admin/xpack/security/role_mapping/put"] },
  async (call) => {
    const name = call.parameters["name"] ?? "";
    const mapping = readMapping(name, await requiredObject(call.request));
    // All mappings stand in one record: whether this one is new is known when they are read.
    let created = false;
    const store = storeTelling(call.services, call, () => [
      modelEvent({ action: created ? "model_created" : "model_updated", model: "role_mapping", name }),
    ]);
    await storeMapping(store, name, mapping, (isNew) => (created = isNew));
    return { status: 200, body: { role_mapping: { created } } };
  },
);

function readMapping(name: string, body: JsonObject): JsonObject {
  for (const [field, value] of Object.entries(body)) checkField(name, field, value);
  const { roles, role_templates: templates, rules, enabled } = body;
  if (rules === undefined) throw missing(name, "rules");
  if (enabled === undefined) throw missing(name, "enabled");
  if (roles === undefined && templates === undefined) throw missing(name, "roles");
  const names = Array.isArray(roles) ? roles.map(String) : [];
  const template = Array.isArray(templates) && templates.length > 0;
  const metadata = isJsonObject(body["metadata"]) ? body["metadata"] : {};
  refuseInvalid([
    names.length > 0 || template ? undefined : "role-mapping roles or role-templates are missing",
    names.length > 0 && template ? "role-mapping cannot have both roles and role-templates" : undefined,
    metadataFault(metadata),
  ]);
  if (!template) return { enabled, roles: names, rules, metadata };
  const read = templates.map(readRoleTemplate);
  read.forEach(checkRoleTemplate);
  return { enabled, role_templates: read, rules, metadata };
}

function checkField(name: string, field: string, value: Json): void {
  if (!FIELDS.includes(field))
    throw located(contentParseException(`[role-mapping] unknown field [${field}]${didYouMean(field, FIELDS)}`));
  const fits =
    field === "enabled"
      ? typeof value === "boolean"
      : field === "roles" || field === "role_templates"
        ? Array.isArray(value)
        : field === "rules" || isJsonObject(value);
  if (!fits)
    throw located(contentParseException(`[role-mapping] ${field} doesn't support values of type: ${tokenName(value)}`));
  if (field === "roles" && Array.isArray(value)) {
    const odd = value.find((role) => typeof role !== "string");
    if (odd !== undefined) throw located(contentParseException(`[role-mapping] failed to parse field [roles]`));
  }
  if (field !== "rules" && field !== "role_templates") return;
  try {
    if (field === "rules") parseRule(name, value);
    else if (Array.isArray(value)) value.forEach(readRoleTemplate);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const inner = new RequestError(
      400,
      "x_content_parse_exception",
      `[1:1] [role-mapping] failed to parse field [${field}]`,
      { cause: error },
    );
    throw located(inner);
  }
}

/** As Elasticsearch tells the faults of a mapping: once more around what the parser says. */
function located(cause: RequestError): RequestError {
  return new RequestError(400, "parsing_exception", cause.message, { details: { line: 1, col: 1 }, cause });
}

function missing(name: string, field: string): RequestError {
  const reason = `failed to parse role-mapping [${name}]. missing field [${field}]`;
  return new RequestError(400, "parsing_exception", reason, {
    details: parsingException("").details,
    cause: new RequestError(400, "illegal_state_exception", reason),
  });
}
