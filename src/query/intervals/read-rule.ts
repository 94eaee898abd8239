/** Reads the rules of `intervals` (Elasticsearch's `IntervalsSourceProvider`). */
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";
import { queryScript } from "../scripts/query-script.ts";
import { analyzedIntervals } from "./analyzed-text.ts";
import { anyOf, combined, type Combination, related } from "./combine-sources.ts";
import type { IntervalRelation } from "./interval-source.ts";
import { fuzzyRule, prefixRule, rangeRule, regexpRule, wildcardRule } from "./pattern-rules.ts";
import { inField, readWordOptions, type Rule, RuleBody } from "./rule-body.ts";

const rules: ReadonlyMap<string, (body: Json) => Rule> = new Map([
  ["match", matchRule],
  ["any_of", anyOfRule],
  ["all_of", allOfRule],
  ["prefix", prefixRule],
  ["wildcard", wildcardRule],
  ["regexp", regexpRule],
  ["fuzzy", fuzzyRule],
  ["range", rangeRule],
]);

const relations: ReadonlySet<string> = new Set([
  "before",
  "after",
  "containing",
  "contained_by",
  "overlapping",
  "not_containing",
  "not_contained_by",
  "not_overlapping",
]);

/** Reads `{name: body}`; `body` is that of the rule. */
export function readRule(name: string, body: Json): Rule {
  const read = rules.get(name);
  if (!read)
    throw parsingException(
      `Unknown interval type [${name}], expecting one of [match, any_of, all_of, prefix, wildcard, regexp, range]`,
    );
  return read(body);
}

/** The only key of an object, in the words of the original's parser. */
function onlyKey(body: JsonObject): string {
  const [name, second] = Object.keys(body);
  if (name === undefined) throw parsingException("Expected [FIELD_NAME] but got [END_OBJECT]");
  if (second !== undefined) throw parsingException("Expected [END_OBJECT] but got [FIELD_NAME]");
  return name;
}

function innerRule(body: JsonObject): Rule {
  const name = onlyKey(body);
  return readRule(name, ownOf(body, name) ?? null);
}

function matchRule(body: Json): Rule {
  const read = new RuleBody("match", body);
  const text = read.text("query");
  const combination = readCombination(read);
  const options = readWordOptions(read);
  const filter = readFilter(read);
  read.end("query");
  return filtered(
    inField(options, (_searcher, field, analyzer) => analyzedIntervals(field, analyzer, text ?? "", combination)),
    filter,
  );
}

function allOfRule(body: Json): Rule {
  const read = new RuleBody("all_of", body);
  const parts = readParts(read);
  const combination = readCombination(read);
  const filter = readFilter(read);
  read.end("intervals");
  return filtered(
    (searcher, field) =>
      combined(
        parts.map((part) => part(searcher, field)),
        combination,
      ),
    filter,
  );
}

function anyOfRule(body: Json): Rule {
  const read = new RuleBody("any_of", body);
  const parts = readParts(read);
  const filter = readFilter(read);
  read.end("intervals");
  return filtered((searcher, field) => anyOf(parts.map((part) => part(searcher, field))), filter);
}

function readCombination(read: RuleBody): Combination {
  return { ordered: read.boolean("ordered") ?? false, maxGaps: read.integer("max_gaps") ?? -1 };
}

function readParts(read: RuleBody): readonly Rule[] {
  const given = read.json("intervals");
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).map((part) => {
    if (!isJsonObject(part)) throw read.notOf("intervals", part);
    return read.parse("intervals", () => innerRule(part));
  });
}

/** Which intervals of a rule count: those that a script picks, or that stand in a relation to others. */
type Filter = { readonly script: Script } | { readonly relation: string; readonly reference: Rule };

function readFilter(read: RuleBody): Filter | undefined {
  const given = read.json("filter");
  if (given === undefined) return undefined;
  if (!isJsonObject(given)) throw read.notOf("filter", given);
  return read.parse("filter", () => {
    const relation = onlyKey(given);
    const body = ownOf(given, relation) ?? null;
    if (relation === "script") return { script: readScript(body) };
    if (!isJsonObject(body)) throw parsingException(`Expected [START_OBJECT] but got [${tokenName(body)}]`);
    return { relation, reference: innerRule(body) };
  });
}

function filtered(rule: Rule, filter: Filter | undefined): Rule {
  if (!filter) return rule;
  if ("script" in filter) return scripted(rule, filter.script);
  const { relation, reference } = filter;
  return (searcher, field) => {
    if (!relations.has(relation)) throw illegalArgument(`Unknown filter type [${relation}]`);
    return related(
      rule(searcher, field),
      relation as IntervalRelation | "before" | "after",
      reference(searcher, field),
    );
  };
}

/** Scripts stand here as objects only. */
function readScript(body: Json): Script {
  if (!isJsonObject(body)) throw contentParseException(`[script] Expected START_OBJECT but was: ${tokenName(body)}`);
  return scriptOfRequest(body);
}

function scripted(rule: Rule, script: Script): Rule {
  const name = script.kind === "stored" ? script.id : script.source;
  return (searcher, field) => {
    const query = queryScript(searcher, script, "interval");
    return { kind: "scripted", inner: rule(searcher, field), script: { query, name } };
  };
}
