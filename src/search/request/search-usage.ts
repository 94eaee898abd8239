/**
 * What a body of a search asks for, by name: how often that happens is told by `cluster.stats`. A text, so that it is
 * counted as a whole and read only when somebody wants to know.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { SearchRequest } from "./search-request.ts";

/** The names of each list of the section `search`. */
export const USAGE_LISTS = ["queries", "rescorers", "sections", "retrievers"] as const;
/** All lists: aggregations are told by `nodes.usage`, each with the type of its values. */
export const COUNTED_LISTS = [...USAGE_LISTS, "aggregations"] as const;
export type UsageList = (typeof COUNTED_LISTS)[number];

/** Keys of the body that are told whatever they hold. */
const TOLD: ReadonlySet<string> = new Set([
  "collapse",
  "knn",
  "min_score",
  "pit",
  "post_filter",
  "query",
  "rank",
  "rescore",
  "retriever",
  "script_fields",
  "search_after",
  "slice",
  "terminate_after",
]);
/** Those that are told when they hold something, with the name that they are told by. */
const TOLD_UNLESS_EMPTY: ReadonlyMap<string, string> = new Map([
  ["aggregations", "aggs"],
  ["aggs", "aggs"],
  ["docvalue_fields", "docvalue_fields"],
  ["fields", "fields"],
  ["highlight", "highlight"],
  ["runtime_mappings", "runtime_mappings"],
  ["stats", "stats"],
  ["stored_fields", "stored_fields"],
  ["suggest", "suggest"],
]);

/** Before how often a name counts, where that is not once. */
const TIMES = "*";

/** The names that a request uses, a word for each list and commas between names; undefined: it has no body. */
export function usageOf({ body, usedQueries, usedAggregations }: SearchRequest): string | undefined {
  if (!body || !usedQueries) return undefined;
  let sections = "";
  for (const key of Object.keys(body)) {
    const told = sectionOf(key, ownOf(body, key) ?? null);
    if (told !== undefined) sections += sections === "" ? told : `,${told}`;
  }
  const { rescore, retriever } = body;
  const rescorers = rescore === undefined ? "" : [...rescorersOf(rescore)].join(",");
  const retrievers = retriever === undefined ? "" : [...new Set(retrieversOf(retriever))].join(",");
  const lists = `${[...usedQueries].join(",")} ${rescorers} ${sections} ${retrievers}`;
  if (!usedAggregations || usedAggregations.size === 0) return lists;
  return `${lists} ${Array.from(usedAggregations, ([name, shards]) => `${name}${TIMES}${shards}`).join(",")}`;
}

/** Adds what texts of `usageOf` say to counts by name, each so often as it was counted. */
export function addUsage(
  counts: Readonly<Record<UsageList, Map<string, number>>>,
  usages: ReadonlyMap<string, number>,
): void {
  for (const [usage, times] of usages) {
    const lists = usage.split(" ");
    for (const [at, list] of COUNTED_LISTS.entries())
      for (const word of (lists[at] ?? "").split(",")) {
        if (word === "") continue;
        const [name = "", each = "1"] = word.split(TIMES);
        counts[list].set(name, (counts[list].get(name) ?? 0) + times * Number(each));
      }
  }
}

function sectionOf(key: string, value: Json): string | undefined {
  if (TOLD.has(key)) return key;
  if (key === "_source") return takesAll(value) ? undefined : key;
  const told = TOLD_UNLESS_EMPTY.get(key);
  return told !== undefined && !isEmpty(value) ? told : undefined;
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Whether `_source` asks for what is shown anyway. */
function takesAll(source: Json): boolean {
  return source === true || source === "true" || isEmpty(source);
}

function rescorersOf(rescore: Json): Set<string> {
  const bodies = Array.isArray(rescore) ? rescore : [rescore];
  return new Set(
    bodies.filter(isJsonObject).flatMap((body) => Object.keys(body).filter((key) => key !== "window_size")),
  );
}

/** A retriever and those that it is made of: alone, in a list, or in a list beside their weights. */
function* retrieversOf(retriever: Json): Generator<string> {
  if (!isJsonObject(retriever)) return;
  for (const [name, body] of Object.entries(retriever)) {
    yield name;
    if (!isJsonObject(body)) continue;
    if (body["retriever"] !== undefined) yield* retrieversOf(body["retriever"]);
    for (const each of Array.isArray(body["retrievers"]) ? body["retrievers"] : [])
      yield* retrieversOf(weighed(each) ?? each);
  }
}

function weighed(each: Json): JsonObject | undefined {
  const inner = isJsonObject(each) ? each["retriever"] : undefined;
  return inner !== undefined && isJsonObject(inner) ? inner : undefined;
}
