/**
 * Events as documents of the series `.wardex-events-<yyyy.MM>`, by the month (UTC) in which they happened.
 *
 * | field | what |
 * |---|---|
 * | `pk`, `action`, `app`, `user`, `context`, `client_ip`, `created`, `expires` | the event as the interface shows it;
 * `@timestamp` is `created` |
 * | `model`, `secret`, `authorized_application`, `tried_username` | what of `context` can be searched; the rest of it
 * is kept only, as anything may stand there |
 * | `order` | what lists are sorted by, where that is not a field itself |
 * | `search` | pieces that `search` of the lists looks into |
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { objectOf, stringOf } from "../records/stored-values.ts";
import { eventSortKey } from "./event-order.ts";
import type { StoredEvent } from "./event-store.ts";
import { textAt } from "./memory-event-store.ts";
import { searchTokens } from "./search-tokens.ts";

const SERIES = ".wardex-events-";

/** The index of a moment. */
export function eventIndex(atMs: number): string {
  return `${SERIES}${new Date(atMs).toISOString().slice(0, 7).replace("-", ".")}`;
}

/** Whether an index is one of the series. */
export function isEventIndex(name: string): boolean {
  return name.startsWith(SERIES);
}

/** One shard; refreshed as any index, so that ordinary searches see the events; all pages of a list. */
export const eventSettings: JsonObject = {
  index: { number_of_shards: 1, auto_expand_replicas: "0-1", hidden: true, max_result_window: 2_147_483_647 },
};

// Longer values are kept, and not found by their whole.
const keyword: JsonObject = { type: "keyword", ignore_above: 1000 };
const record: JsonObject = { properties: { app: keyword, model_name: keyword, pk: keyword, name: keyword } };

export const eventMapping: JsonObject = {
  dynamic: "strict",
  properties: {
    "@timestamp": { type: "date" },
    pk: keyword,
    action: keyword,
    app: keyword,
    user: { dynamic: false, properties: { pk: { type: "long" }, username: keyword, email: keyword } },
    context: { type: "object", enabled: false },
    client_ip: keyword,
    created: { type: "date" },
    expires: { type: "date" },
    model: record,
    secret: record,
    authorized_application: {
      properties: {
        app: keyword,
        model_name: keyword,
        pk: keyword,
        name: keyword,
        shown: { type: "keyword", index: false },
      },
    },
    tried_username: keyword,
    order: { properties: { user: { type: "keyword" }, client_ip: { type: "keyword" } } },
    search: { type: "keyword", doc_values: false },
  },
};

/** The document of an event; its id is the pk. */
export function eventDocument(event: StoredEvent): JsonObject {
  const { context } = event;
  const application = recordNamed(context, "authorized_application");
  const tried = textAt(context, "username");
  const document: Record<string, Json> = {
    "@timestamp": event.created,
    pk: event.pk,
    action: event.action,
    app: event.app,
    user: event.user,
    context,
    client_ip: event.client_ip,
    created: event.created,
    expires: event.expires,
    order: { user: eventSortKey(event, "user"), client_ip: eventSortKey(event, "client_ip") },
    search: searchTokens(event),
  };
  for (const name of ["model", "secret"]) {
    const named = recordNamed(context, name);
    if (named) put(document, name, named);
  }
  // The whole of it is an aggregation's key, so that a list of applications need not look events up.
  if (application)
    document["authorized_application"] = {
      ...application,
      shown: stringifyJson(context["authorized_application"] ?? null).slice(0, LONGEST_SHOWN),
    };
  if (tried !== undefined) document["tried_username"] = tried;
  return document;
}

// A term of an index is limited to 32 KB.
const LONGEST_SHOWN = 8000;

/** The event of a document. */
export function documentEvent(source: JsonObject): StoredEvent {
  const address = source["client_ip"];
  return {
    pk: stringOf(source, "pk"),
    action: stringOf(source, "action"),
    app: stringOf(source, "app"),
    user: objectOf(source, "user"),
    context: objectOf(source, "context"),
    client_ip: typeof address === "string" ? address : null,
    created: stringOf(source, "created"),
    expires: stringOf(source, "expires"),
  };
}

/** The four fields of a record in a context, as far as they are there. */
function recordNamed(context: JsonObject, name: string): JsonObject | undefined {
  if (!isJsonObject(ownOf(context, name))) return undefined;
  const known: [string, string][] = [];
  for (const field of ["app", "model_name", "pk", "name"]) {
    const text = textAt(context, name, field);
    if (text !== undefined) known.push([field, text]);
  }
  return Object.fromEntries(known);
}
