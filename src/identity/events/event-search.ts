/** Searches of the event indices, and conditions as queries. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { SearchCaller } from "../../search/search-service.ts";
import { type SearchEngine, searchSystem } from "../../search/system-search.ts";
import type { EventCondition } from "./event-store.ts";
import { eventSearchTerms } from "./search-tokens.ts";

/** A time in which events were created, its end not included. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Runs a search body over the events there are, or at least those of a time. */
export type EventSearch = (body: JsonObject, span?: TimeSpan) => Promise<SearchedEvents>;

/** What a search says. */
export interface SearchedEvents {
  /** Exact; 0 when the body does not want it. */
  readonly total: number;
  readonly sources: readonly JsonObject[];
  /** Buckets by name of the aggregation. */
  readonly aggregations: JsonObject;
}

/** Runs a search over some indices. Rejects with RequestError when a shard does not answer. */
export async function searchEvents(
  engine: SearchEngine,
  indices: readonly Pick<IndexMetadata, "uuid" | "name">[],
  body: JsonObject,
  caller?: SearchCaller,
): Promise<SearchedEvents> {
  if (indices.length === 0) return { total: 0, sources: [], aggregations: {} };
  const { total, hits, aggregations = {} } = await searchSystem(engine, indices, body, caller);
  return {
    total,
    sources: hits.map(({ _source: source }) => (source !== undefined && isJsonObject(source) ? source : {})),
    aggregations,
  };
}

/** Buckets of an aggregation. */
export function bucketsOf(aggregations: JsonObject, name: string): JsonObject[] {
  const aggregation = ownOf(aggregations, name);
  const buckets: Json | undefined = isJsonObject(aggregation) ? aggregation["buckets"] : undefined;
  return Array.isArray(buckets) ? buckets.filter((bucket) => isJsonObject(bucket)) : [];
}

/** A condition as filters of a query. */
export function conditionFilters(condition: EventCondition): JsonObject[] {
  const exact: readonly (readonly [string, string | number | undefined])[] = [
    ["action", condition.action],
    ["client_ip", condition.clientIp],
    ["user.username", condition.username],
    ["user.pk", condition.userPk],
    ["tried_username", condition.triedUsername],
    ["model.model_name", condition.modelName],
    ["model.app", condition.modelApp],
    ["authorized_application.pk", condition.authorizedApplication],
  ];
  const filters = exact.flatMap(([field, value]): JsonObject[] =>
    value === undefined ? [] : [{ term: { [field]: value } }],
  );
  if (condition.modelPk !== undefined) filters.push({ terms: { "model.pk": [...condition.modelPk] } });
  if (condition.actionPart !== undefined) filters.push(contains("action", condition.actionPart));
  for (const term of eventSearchTerms(condition.search)) {
    // Each pk is a term of its own; only what can stand in one is looked for there.
    const inPk = /^[\da-f-]{1,36}$/.test(term);
    filters.push(
      inPk ? { bool: { should: [contains("search", term), contains("pk", term)] } } : contains("search", term),
    );
  }
  return filters;
}

/** A text that stands somewhere in a term, in whatever case for names of actions; tokens are in lower case already. */
function contains(field: string, text: string): JsonObject {
  const value = `*${text.replaceAll(/[\\*?]/g, "\\$&")}*`;
  return { wildcard: { [field]: field === "action" ? { value, case_insensitive: true } : { value } } };
}
