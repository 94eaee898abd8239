/** Conditions as people choose them, and the query that they make; both ways. */
import { isObject } from "./api.ts";
import { type Field, isDate, isExact, isNumeric, isText } from "./fields.ts";

export type Occur = "must" | "filter" | "must_not" | "should";
export type Comparison =
  | "match"
  | "match_phrase"
  | "match_phrase_prefix"
  | "term"
  | "prefix"
  | "wildcard"
  | "gte"
  | "lte"
  | "exists"
  | "query_string";

export interface Condition {
  readonly occur: Occur;
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: string;
}

export const OCCURS: Readonly<Record<Occur, string>> = {
  must: "must match",
  should: "rather with",
  filter: "only where",
  must_not: "but not",
};
export const COMPARISONS: Readonly<Record<Comparison, string>> = {
  match: "has words",
  match_phrase: "has the phrase",
  match_phrase_prefix: "begins the phrase",
  term: "is",
  prefix: "begins with",
  wildcard: "is like",
  gte: "≥",
  lte: "≤",
  exists: "is there",
  query_string: "as written",
};

/** What can be asked of a field. */
export function comparisonsOf(type: string | undefined): readonly Comparison[] {
  if (isText(type)) return ["match", "match_phrase", "match_phrase_prefix", "exists"];
  if (isNumeric(type) || isDate(type)) return ["gte", "lte", "term", "exists"];
  if (isExact(type)) return ["term", "prefix", "wildcard", "exists"];
  return type === undefined ? ["query_string"] : ["exists"];
}

/** Stands for all fields: the words are a query of their own. */
export const ANY_FIELD = "";

const isWhole = ({ field, comparison, value }: Condition): boolean =>
  comparison === "exists" ? field !== ANY_FIELD : value !== "";

function clauseOf({ field, comparison, value }: Condition): object {
  switch (comparison) {
    case "query_string":
      return { query_string: { query: value, lenient: true } };
    case "exists":
      return { exists: { field } };
    case "gte":
    case "lte":
      return { range: { [field]: { [comparison]: number(value) } } };
    case "match":
    case "match_phrase":
    case "match_phrase_prefix":
    case "term":
    case "prefix":
    case "wildcard":
      return { [comparison]: { [field]: value } };
  }
}

const number = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** The query of all conditions that are complete. */
export function queryOf(conditions: readonly Condition[]): Readonly<Record<string, unknown>> {
  const whole = conditions.filter(isWhole);
  if (whole.length === 0) return { match_all: {} };
  const bool: Partial<Record<Occur, object[]>> = {};
  for (const condition of whole) (bool[condition.occur] ??= []).push(clauseOf(condition));
  return { bool };
}

/** The conditions of a query; undefined where it says more than conditions can. */
export function conditionsOf(query: unknown): Condition[] | undefined {
  if (query === undefined || (isObject(query) && isOnly(query, "match_all") && isEmpty(query["match_all"]))) return [];
  if (!isObject(query)) return undefined;
  if (!isOnly(query, "bool")) return readClause(query, "must");
  const bool = query["bool"];
  if (!isObject(bool)) return undefined;
  const found: Condition[] = [];
  for (const [occur, clauses] of Object.entries(bool)) {
    if (!Object.hasOwn(OCCURS, occur)) return undefined;
    for (const clause of Array.isArray(clauses) ? clauses : [clauses]) {
      const read = readClause(clause, occur as Occur);
      if (!read) return undefined;
      found.push(...read);
    }
  }
  return found;
}

function readClause(clause: unknown, occur: Occur): Condition[] | undefined {
  if (!isObject(clause)) return undefined;
  const [kind, more] = Object.keys(clause);
  if (kind === undefined || more !== undefined) return undefined;
  const body = clause[kind];
  if (!isObject(body)) return undefined;
  if (kind === "exists")
    return isOnly(body, "field")
      ? [{ occur, field: String(body["field"]), comparison: "exists", value: "" }]
      : undefined;
  if (kind === "query_string") {
    const { query, lenient, ...others } = body;
    const plain = typeof query === "string" && (lenient === true || lenient === undefined) && isEmpty(others);
    return plain ? [{ occur, field: ANY_FIELD, comparison: "query_string", value: query }] : undefined;
  }
  const [field, another] = Object.keys(body);
  if (field === undefined || another !== undefined) return undefined;
  const value = body[field];
  if (kind === "range") return readRange(value, field, occur);
  if (!Object.hasOwn(COMPARISONS, kind)) return undefined;
  const simple = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return simple ? [{ occur, field, comparison: kind as Comparison, value: String(value) }] : undefined;
}

function readRange(value: unknown, field: string, occur: Occur): Condition[] | undefined {
  if (!isObject(value)) return undefined;
  const bounds = Object.entries(value);
  // Two bounds are two conditions, which are the same only where both must hold.
  if (bounds.length > 1 && occur !== "must" && occur !== "filter") return undefined;
  if (!bounds.every(([name, bound]) => (name === "gte" || name === "lte") && !isObject(bound))) return undefined;
  return bounds.map(([name, bound]) => ({ occur, field, comparison: name as Comparison, value: String(bound) }));
}

const isOnly = (record: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.keys(record).length === 1 && Object.hasOwn(record, name);
const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

const MOST_FACETS = 8;

/**
 * What is counted beside the hits. Names of aggregations may not hold `[ ] >`, names of fields may: the name of the
 * field travels in `meta`.
 */
export function facetsOf(fields: readonly Field[]): Readonly<Record<string, object>> {
  const exact = fields
    .filter(({ type, name }) => isExact(type) && !/\.(raw|keyword)$/.test(name))
    .slice(0, MOST_FACETS);
  const numbers = fields.filter(({ type }) => isNumeric(type)).slice(0, MOST_FACETS);
  return Object.fromEntries([
    ...exact.map(({ name }, at) => [`f${at}`, { terms: { field: name, size: 6 }, meta: { field: name } }]),
    ...numbers.map(({ name }, at) => [`n${at}`, { stats: { field: name }, meta: { field: name } }]),
  ]);
}
