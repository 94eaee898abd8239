/** Reads `rule`: the rules that the search fulfils become a query with pinned and without excluded documents. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { matchingRules, type QueryRule, readRules, type RuleDocument } from "../../rules/ruleset.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext } from "../query-kind.ts";
import type { Query } from "../query.ts";

const MOST_RULESETS = 10;
/** Documents beyond these are not pinned. */
const MOST_PINNED = 100;

export function readRuleQuery(body: Json, context: ParseContext, kind: string): Query {
  const read = new BodyReader(kind, body, "object");
  const head = readHead(kind, read, body);
  const organic = read.json("organic");
  const criteria = read.json("match_criteria");
  const several = read.json("ruleset_ids");
  const single = read.string("ruleset_id");
  read.end();
  if (organic === undefined) throw illegalArgument("Required [organic]");
  if (criteria === undefined) throw illegalArgument("Required [match_criteria]");
  if (several === undefined && single === undefined) throw illegalArgument("Required [ruleset_ids]");
  if (single !== undefined) context.warn("Deprecated field [ruleset_id] used, expected [ruleset_ids] instead");
  const rulesets =
    several === undefined ? [single ?? ""] : (Array.isArray(several) ? several : [several]).map(valueText);
  const known = checkedCriteria(rulesets, criteria);
  const rules = rulesets.flatMap((id) => matchingRules(storedRules(id, context), known));
  const inner = context.parseQuery(applied(organic, rules));
  return kindQuery(head, (searcher) => expressionOf(inner, searcher));
}

/** What a search says of itself to rulesets. Throws RequestError 400 for none, too many, and one without a name. */
export function checkedCriteria(rulesets: readonly string[], criteria: Json): JsonObject {
  if (rulesets.length === 0) throw illegalArgument("rulesetIds must not be null or empty");
  if (rulesets.length > MOST_RULESETS)
    throw illegalArgument(`rulesetIds must not contain more than ${MOST_RULESETS} rulesets`);
  if (rulesets.includes("")) throw illegalArgument("rulesetId must not be blank");
  if (!isJsonObject(criteria) || Object.keys(criteria).length === 0)
    throw illegalArgument("matchCriteria must not be null or empty");
  return criteria;
}

/** The rules of a ruleset; none while it is not known, as the query is then parsed again. */
function storedRules(id: string, { reference }: ParseContext): readonly QueryRule[] {
  if (!reference) throw illegalArgument("[rule] queries are not supported in filters of aliases and roles");
  const found = reference({ query: "rule", index: ".query-rules", id, path: "", routing: undefined });
  return isJsonObject(found ?? null) ? readRules(found ?? null) : [];
}

/** The query with the documents of rules put first or left out. */
function applied(organic: Json, rules: readonly QueryRule[]): Json {
  const documentsOf = (type: QueryRule["type"]): readonly RuleDocument[] => {
    const found = rules.filter((rule) => rule.type === type).flatMap(({ documents }) => documents);
    return [...new Map(found.map((one) => [JSON.stringify([one.index, one.id]), one])).values()];
  };
  const pinned = documentsOf("pinned").slice(0, MOST_PINNED);
  const excluded = documentsOf("exclude");
  const first: Json = pinned.length === 0 ? organic : { pinned: { organic, docs: pinned.map(placeOf) } };
  if (excluded.length === 0) return first;
  return { bool: { must: [first], must_not: excluded.map(documentQuery) } };
}

function placeOf({ index, id }: RuleDocument): JsonObject {
  return index === undefined ? { _id: id } : { _index: index, _id: id };
}

function documentQuery({ index, id }: RuleDocument): JsonObject {
  const own: JsonObject = { ids: { values: [id] } };
  return index === undefined ? own : { bool: { filter: [own, { term: { _index: index } }] } };
}
