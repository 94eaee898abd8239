/** The `fields` of a query: names, patterns and weights, resolved against a mapping. */
import { parseDecimal } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { expectText } from "../query-head.ts";
import type { SearcherView } from "../query.ts";

/** Names or patterns, each with its boost. */
export type FieldWeights = ReadonlyMap<string, number>;

/** Parses `title^3`; the default weight is 1. */
export function parseFieldWeight(text: string): [name: string, weight: number] {
  const caret = text.indexOf("^");
  return caret < 0 ? [text, 1] : [text.slice(0, caret), Math.fround(parseDecimal(text.slice(caret + 1)))];
}

/** The entries of `fields`: a list, or a single one. Of a name that comes twice the last weight counts. */
export function readFieldWeights(value: Json): FieldWeights {
  const names = Array.isArray(value) ? value : [value];
  return new Map(names.map((name) => parseFieldWeight(expectText(name))));
}

/** As `readFieldWeights`, but a name without a weight keeps the one that it has (`QueryParserHelper`). */
export function readKeptWeights(value: Json): FieldWeights {
  const weights = new Map<string, number>();
  for (const entry of Array.isArray(value) ? value : [value]) {
    const text = expectText(entry);
    const [name, weight] = parseFieldWeight(text);
    weights.set(name, Math.fround(weight * (weights.get(text) ?? 1)));
  }
  return weights;
}

/** `index.query.default_field`: the fields of a query that names none. */
export function defaultFields(searcher: SearcherView): FieldWeights {
  const setting = searcher.mapping.setting("index.query.default_field") ?? "*";
  const names = Array.isArray(setting) ? setting.map(String) : valueText(setting).split(",");
  return new Map(names.map((name) => parseFieldWeight(name.trim())));
}

/** Whether all fields are meant, in which case values that do not fit some fields are expected. */
export function isAllFields(weights: FieldWeights): boolean {
  return weights.has("*");
}

/** Maximum number of fields of one query (bounded by `indices.query.bool.max_clause_count` in Elasticsearch). */
const MAX_FIELDS = 16_384;

/** Names with weights: patterns expanded, duplicates merged, unmapped names dropped. */
export function resolveFields(searcher: SearcherView, weights: FieldWeights, suffix?: string): FieldWeights {
  const resolved = new Map<string, number>();
  for (const [name, weight] of weights) {
    for (const path of pathsOf(searcher, name, suffix))
      resolved.set(path, Math.fround(weight * (resolved.get(path) ?? 1)));
  }
  if (resolved.size > MAX_FIELDS) {
    throw illegalArgument(`field expansion matches too many fields, limit: ${MAX_FIELDS}, got: ${resolved.size}`);
  }
  return resolved;
}

function pathsOf(searcher: SearcherView, name: string, suffix: string | undefined): string[] {
  const isPattern = name.includes("*");
  const names = isPattern ? searcher.mapping.matching(name) : [name];
  const matched = new Set(names);
  const paths: string[] = [];
  for (const plain of names) {
    const suffixed = suffix === undefined ? undefined : searcher.mapping.field(plain + suffix);
    const field = suffixed ?? searcher.mapping.field(plain);
    if (!field || field.capabilities.object) continue;
    // An alias stands beside its field, unless one pattern means both: then the weight counts for each of them. The
    // field of a key has the path of its column, which cannot be used in searches.
    const own = suffixed && suffix !== undefined ? plain + suffix : plain;
    if (!isPattern || isSearchedByText(field)) paths.push(!field.keyed && matched.has(field.path) ? field.path : own);
  }
  return paths;
}

/** Whether the field supports full-text queries; patterns skip others. */
function isSearchedByText(field: MappedField): boolean {
  return field.capabilities.inFieldPatterns;
}
