/**
 * `security.query_api_keys`: keys that match a query, and aggregations over them. Without a privilege for more, one's
 * own.
 */
import { contentParseException } from "../../compat/body-reader.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { allApiKeys, showApiKey } from "../../identity/security/api-keys.ts";
import type { Operation } from "../operation.ts";
import { optionalObject } from "../requests/request-body.ts";
import { limitsOf } from "./get-api-key.ts";
import { isOwn } from "../requests/own-api-keys.ts";
import { aggregate } from "../requests/query/record-aggregations.ts";
import { field, type RecordFields } from "../requests/query/record-fields.ts";
import { readSearch, searchRecords } from "../requests/query/record-search.ts";
import { hasCluster, securityOperation } from "../requests/security-operation.ts";

const BODY = "query_api_key_request_payload";
const ALL = ["read_security", "manage_api_key", "manage_security", "all"];

const fields: RecordFields = {
  name: field("keyword", "name"),
  type: field("keyword", "type"),
  creation: field("date", "creation"),
  expiration: field("date", "expiration"),
  invalidated: field("boolean", "invalidated"),
  invalidation: field("date", "invalidation"),
  username: field("keyword", "username"),
  realm_name: field("keyword", "realm"),
  metadata: field("flattened", "metadata"),
};

export const queryApiKeys: Operation = securityOperation(
  { name: "security.query_api_keys", actions: ["cluster:admin/xpack/security/api_key/query"] },
  async (call) => {
    const { request, parameters, store, services, principal } = call;
    const limited = booleanParameter(parameters, "with_limited_by", false);
    const typed = booleanParameter(parameters, "typed_keys", false);
    booleanParameter(parameters, "with_profile_uid", false);
    const body = (await optionalObject(request)) ?? {};
    const context = { fields, nowMs: services.clock.now(), idOf: (key: JsonObject) => valueText(key["id"]) };
    const search = readSearch(BODY, body, ["aggs", "aggregations"], context);
    const everybody = hasCluster(principal, ALL);
    const keys = (await allApiKeys(store)).filter((key) => everybody || isOwn(principal, key));
    const byId = new Map(keys.map((key) => [valueText(key.fields["pk"]), key]));
    const { total, count, records, matching } = searchRecords(search, keys.map(showApiKey));
    const shown = await Promise.all(
      records.map(async (record) => {
        const key = byId.get(valueText(record["id"]));
        return limited && key ? { ...record, ...(await limitsOf(store, key)) } : record;
      }),
    );
    const asked = body["aggs"] ?? body["aggregations"];
    if (asked !== undefined && !isJsonObject(asked))
      throw contentParseException(`[${BODY}] failed to parse field [aggs]`);
    return {
      status: 200,
      body: {
        total,
        count,
        api_keys: shown,
        ...(asked ? { aggregations: aggregate(asked, matching, { ...context, typed }) } : {}),
      },
    };
  },
);
