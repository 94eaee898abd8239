/** What the bodies that make an index say of it: settings, mappings and aliases. */
import type { CreateIndexRequest } from "../../cluster/changes/create-index.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { inJavaOrder } from "../../compat/java-map-order.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { parseAliases } from "../targets/alias-body.ts";
import { checkAliasFilter } from "../targets/alias-filter.ts";
import { warnOfInertSettings } from "./inert-settings.ts";
import { parseFailure } from "./request-body.ts";
import { warnOfSourceMode } from "./source-mode-warning.ts";

/** Throws 400 for what cannot be read; filters of aliases are parsed. */
export async function newIndexBody(
  body: JsonObject,
  request: OperationRequest,
  services: Services,
): Promise<Pick<CreateIndexRequest, "settings" | "mappings" | "aliases">> {
  const mappings = inJavaOrder(objectUnder(body, "mappings"));
  if (mappings["_doc"] !== undefined && Object.keys(mappings).length === 1) {
    throw illegalArgument(
      "The mapping definition cannot be nested under a type [_doc] unless include_type_name is set to true.",
    );
  }
  warnOfSourceMode(mappings, (message) => request.warn(message));
  const aliases = parseAliases(objectUnder(body, "aliases"));
  for (const [alias, { filter }] of Object.entries(aliases)) await checkAliasFilter(services, alias, filter, []);
  const settings = objectUnder(body, "settings");
  warnOfInertSettings(settings, request);
  return { settings, mappings, aliases };
}

function objectUnder(body: JsonObject, key: string): JsonObject {
  const value = ownOf(body, key);
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw parseFailure(`key [${key}] must be an object`);
  return value;
}
