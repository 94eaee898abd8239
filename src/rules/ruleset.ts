/** Query rules: documents that are put first or left out where a search fulfils some criteria. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { valueText } from "../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { type Criteria, fulfils, isCriteriaType } from "./criteria.ts";

/** The kind of custom under which the cluster state keeps rulesets. */
export const QUERY_RULES = "query_rules";

/** A document, in an index or in any. */
export interface RuleDocument {
  readonly index: string | undefined;
  readonly id: string;
}

export interface QueryRule {
  readonly id: string;
  readonly type: "pinned" | "exclude";
  /** All must be fulfilled. */
  readonly criteria: readonly Criteria[];
  readonly documents: readonly RuleDocument[];
  /** Rules with lower ones are applied first; undefined: last. */
  readonly priority: number | undefined;
  /** As it is stored and shown. */
  readonly shown: JsonObject;
}

const MOST_PRIORITY = 1_000_000;
const MOST_RULES = 100;

/** Reads the rules of `{"rules": […]}` in the order in which they are applied. Throws RequestError 400. */
export function readRules(body: Json): readonly QueryRule[] {
  if (!isJsonObject(body)) throw malformed("[query_ruleset] Expected START_OBJECT");
  const { rules, ...others } = body;
  const [unknown] = Object.keys(others).filter((key) => key !== "ruleset_id");
  if (unknown !== undefined) throw malformed(`[query_ruleset] unknown field [${unknown}]`);
  if (rules === undefined || rules === null) throw illegalArgument("Required [rules]");
  const read = (Array.isArray(rules) ? rules : [rules]).map((rule) => readRule(rule));
  if (read.length === 0) throw illegalArgument("rules cannot be empty");
  if (read.length > MOST_RULES)
    throw illegalArgument(
      `The number of rules in a ruleset cannot exceed [${MOST_RULES}]. This maximum can be set by changing the [xpack.applications.rules.max_rules_per_ruleset] setting.`,
    );
  return inOrder(read);
}

/** Rules in the order in which they are applied. */
export function inOrder(rules: readonly QueryRule[]): readonly QueryRule[] {
  return rules.toSorted((one, other) => (one.priority ?? Infinity) - (other.priority ?? Infinity) || 0);
}

const ruleKeys: ReadonlySet<string> = new Set(["rule_id", "type", "criteria", "actions", "priority"]);

/** Reads a rule; `ownId`: that of the request. Throws RequestError 400. */
export function readRule(body: Json, ownId?: string): QueryRule {
  if (!isJsonObject(body)) throw malformed("[query_rule] Expected START_OBJECT");
  const [unknown] = Object.keys(body).filter((key) => !ruleKeys.has(key));
  if (unknown !== undefined) throw malformed(`[query_rule] unknown field [${unknown}]`);
  const { rule_id: given, type, criteria, actions, priority } = body;
  if (ownId !== undefined && given !== undefined && given !== ownId)
    throw illegalArgument(`rule_id [${valueText(given)}] does not match the id of the request [${ownId}]`);
  const id = ownId ?? (given === undefined ? "" : valueText(given));
  if (id === "") throw illegalArgument("ruleId cannot be null or blank");
  if (type === undefined || criteria === undefined || actions === undefined)
    throw illegalArgument(
      `Required [${["type", "criteria", "actions"].filter((key) => ownOf(body, key) === undefined).join(", ")}]`,
    );
  if (type !== "pinned" && type !== "exclude")
    throw illegalArgument(
      `No enum constant org.elasticsearch.xpack.application.rules.QueryRule.QueryRuleType.${valueText(type).toUpperCase()}`,
    );
  const order = readPriority(priority);
  const all = (Array.isArray(criteria) ? criteria : [criteria]).map(readCriteria);
  if (all.length === 0) throw illegalArgument("criteria cannot be null or empty");
  const documents = readDocuments(type, actions);
  const shown: JsonObject = {
    rule_id: id,
    type,
    criteria: all.map(shownCriteria),
    actions,
    ...(order === undefined ? {} : { priority: order }),
  };
  return { id, type, criteria: all, documents, priority: order, shown };
}

function readPriority(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  const priority = Math.trunc(Number(value));
  if (!(priority >= 0 && priority <= MOST_PRIORITY))
    throw illegalArgument(`Priority was ${valueText(value)}, must be between 0 and ${MOST_PRIORITY}`);
  return priority;
}

function readCriteria(body: Json): Criteria {
  if (!isJsonObject(body)) throw malformed("[query_rule_criteria] Expected START_OBJECT");
  const { type, metadata, values, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw malformed(`[query_rule_criteria] unknown field [${unknown}]`);
  if (type === undefined) throw illegalArgument("Required [type]");
  const name = valueText(type).toLowerCase();
  if (!isCriteriaType(name)) throw illegalArgument(`Unknown QueryRuleCriteriaType: ${valueText(type)}`);
  if (name === "always") return { type: name, metadata: undefined, values: [] };
  if (metadata === undefined || metadata === null || valueText(metadata).trim() === "")
    throw illegalArgument("criteriaMetadata must not be blank");
  if (!Array.isArray(values) || values.length === 0) throw illegalArgument("criteriaValues must not be null or empty");
  return { type: name, metadata: valueText(metadata), values };
}

function shownCriteria({ type, metadata, values }: Criteria): JsonObject {
  return metadata === undefined ? { type } : { type, metadata, values: [...values] };
}

function readDocuments(type: string, actions: Json): readonly RuleDocument[] {
  if (!isJsonObject(actions)) throw malformed("[query_rule] actions doesn't support values of this type");
  const { ids, docs, ...others } = actions;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || (ids === undefined && docs === undefined))
    throw malformed(`${type} query rule actions must contain either ids or docs`);
  if (ids !== undefined && docs !== undefined)
    throw malformed(`${type} query rule actions cannot contain both ids and docs`);
  const listed = ids ?? docs;
  if (!Array.isArray(listed) || listed.length === 0)
    throw malformed(`${type} query rule actions must contain at least one of ids or docs`);
  if (ids !== undefined) return listed.map((id) => ({ index: undefined, id: valueText(id) }));
  return listed.map((doc) => {
    const id = isJsonObject(doc) ? doc["_id"] : undefined;
    if (!isJsonObject(doc) || id === undefined) throw malformed("[_id] is required for each of [docs]");
    const index = doc["_index"];
    return { index: index === undefined ? undefined : valueText(index), id: valueText(id) };
  });
}

/** The rules that a search with these values fulfils. Throws RequestError 400 for values of a wrong type. */
export function matchingRules(rules: readonly QueryRule[], given: JsonObject): readonly QueryRule[] {
  return rules.filter(({ criteria }) =>
    criteria.every((criterion) => {
      if (criterion.metadata === undefined) return true;
      const value = ownOf(given, criterion.metadata);
      return value !== undefined && fulfils(criterion, value);
    }),
  );
}

function malformed(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}
