/** Rules that say which users get the roles of a mapping (`ExpressionParser`, `FieldExpression`). */
import { tokenName } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { matchesPattern } from "../../access/index-patterns.ts";

/** What rules may ask of a user: values by name of the field; a field that is not there is null. */
export type RuleSubject = (field: string) => readonly Json[];

/** A rule that was read. */
export type RoleMappingRule =
  | { readonly type: "any" | "all"; readonly rules: readonly RoleMappingRule[] }
  | { readonly type: "except"; readonly rule: RoleMappingRule }
  | { readonly type: "field"; readonly field: string; readonly values: readonly Json[] };

/** Reads a rule of the mapping `name`; throws 400 `parse_exception`. */
export function parseRule(name: string, body: Json): RoleMappingRule {
  return parse(name, body, false);
}

/** Whether a rule holds for a user. */
export function holds(rule: RoleMappingRule, subject: RuleSubject): boolean {
  switch (rule.type) {
    case "any":
      return rule.rules.some((each) => holds(each, subject));
    case "all":
      return rule.rules.every((each) => holds(each, subject));
    case "except":
      return !holds(rule.rule, subject);
    case "field": {
      const values = subject(rule.field);
      return rule.values.some((wanted) =>
        values.length === 0 ? wanted === null : values.some((value) => isValue(wanted, value)),
      );
    }
  }
}

function isValue(wanted: Json, value: Json): boolean {
  if (typeof wanted === "string") return typeof value === "string" && matchesPattern(wanted, value);
  return wanted === value;
}

function failed(why: string): RequestError {
  return new RequestError(400, "parse_exception", `failed to parse rules expression. ${why}`);
}

function parse(object: string, body: Json, exceptAllowed: boolean): RoleMappingRule {
  if (!isJsonObject(body)) throw failed(`expected [${object}] to be an object but found [${tokenName(body)}] instead`);
  const [entry, ...more] = Object.entries(body);
  if (!entry) throw failed(`object [${object}] does not contain any fields`);
  const [type, value] = entry;
  if (type !== "any" && type !== "all" && type !== "except" && type !== "field")
    throw failed(`field [${type}] is not recognised in object [${object}]`);
  if (more.length > 0) throw failed(`object [${object}] contains multiple fields`);
  switch (type) {
    case "any":
    case "all":
      if (!Array.isArray(value)) throw failed(`field [${type}] requires an array`);
      return { type, rules: value.map((each) => parse(type, each, type === "all")) };
    case "except":
      if (!exceptAllowed) throw failed(`field [except] is not allowed within [${object}]`);
      return { type, rule: parse(type, value, false) };
    case "field":
      return parseField(value);
  }
}

function parseField(body: Json): RoleMappingRule {
  if (!isJsonObject(body)) throw failed(`expected [field] to be an object but found [${tokenName(body)}] instead`);
  const [entry, ...more] = Object.entries(body);
  if (!entry) throw failed("object [field] does not contain any fields");
  if (more.length > 0) throw failed("object [field] contains multiple fields");
  const [field, value] = entry;
  const values = Array.isArray(value) ? value : [value];
  for (const each of values)
    if (typeof each === "object" && each !== null)
      throw failed(`expected a field value but found [${tokenName(each)}] instead`);
  return { type: "field", field, values };
}
