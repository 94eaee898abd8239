/** `indices.create`: makes an index with settings, mappings and aliases. */
import { createdIndex, createIndex as createIndexChange } from "../../cluster/changes/create-index.ts";
import { changeSource } from "../audit/change-source.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { inJavaOrder } from "../../compat/java-map-order.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { checkAliasFilter } from "../targets/alias-filter.ts";
import { parseAliases } from "../targets/alias-body.ts";
import type { Operation } from "../operation.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";
import { warnOfSourceMode } from "../requests/source-mode-warning.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { activeShardCount } from "../requests/write-parameters.ts";

export const createIndex: Operation = {
  name: "indices.create",
  actions: ["indices:admin/create"],
  audit: "administration",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const wanted = activeShardCount(parameters["wait_for_active_shards"]);
    const body = (await optionalObject(request)) ?? {};
    for (const key of Object.keys(body)) {
      if (key !== "settings" && key !== "mappings" && key !== "aliases")
        throw parseFailure(`unknown key [${key}] for create index`);
    }
    const mappings = inJavaOrder(objectOf(body, "mappings"));
    if (mappings["_doc"] !== undefined && Object.keys(mappings).length === 1) {
      throw illegalArgument(
        "The mapping definition cannot be nested under a type [_doc] unless include_type_name is set to true.",
      );
    }
    warnOfSourceMode(mappings, (message) => request.warn(message));
    const aliases = parseAliases(objectOf(body, "aliases"));
    for (const [alias, { filter }] of Object.entries(aliases)) await checkAliasFilter(services, alias, filter, []);
    const creation = createIndexChange({
      name: parameters["index"] ?? "",
      settings: objectOf(body, "settings"),
      mappings,
      aliases,
    });
    const metadata = createdIndex(await services.cluster.apply(changeSource(createIndex.name, request), creation));
    return {
      status: 200,
      body: {
        acknowledged: true,
        shards_acknowledged: shardsAcknowledged(services, metadata, wanted),
        index: metadata.name,
      },
    };
  },
};

function objectOf(body: JsonObject, key: string): JsonObject {
  const value = ownOf(body, key);
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw parseFailure(`key [${key}] must be an object`);
  return value;
}
