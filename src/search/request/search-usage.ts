/**
 * What a body of a search asks for, by name: how often that happens is told by `cluster.stats`. A text, so that it is
 * counted as a whole and read only when somebody wants to know.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { SearchRequest } from "./search-request.ts";

/** The names of each list of the section `search`. */
export const USAGE_LISTS = ["queries", "rescorers", "sections", "retrievers"] as const;
export type UsageList = (typeof USAGE_LISTS)[number];

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

/** The names that a request uses, a word for each list and commas between names; undefined: it has no body. */
export function usageOf({ body, usedQueries }: SearchRequest): string | undefined {
  if (!body || !usedQueries) return undefined;
  let sections = "";
  for (const key of Object.keys(body)) {
    const told = sectionOf(key, ownOf(body, key) ?? null);
    if (told !== undefined) sections += sections === "" ? told : `,${told}`;
  }
  const { rescore, retriever } = body;
  const rescorers = rescore === undefined ? "" : [...rescorersOf(rescore)].join(",");
  const retrievers = retriever === undefined ? "" : [...new Set(retrieversOf(retriever))].join(",");
  return `${[...usedQueries].join(",")} ${rescorers} ${sections} ${retrievers}`;
}

/** Adds what texts of `usageOf` say to counts by name, each so often as it was counted. */
export function addUsage(
  counts: Readonly<Record<UsageList, Map<string, number>>>,
  usages: ReadonlyMap<string, number>,
): void {
  for (const [usage, times] of usages) {
    const lists = usage.split(" ");
    for (const [at, list] of USAGE_LISTS.entries())
      for (const name of lists[at]!.split(","))
        if (name !== "") counts[list].set(name, (counts[list].get(name) ?? 0) + times);
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
