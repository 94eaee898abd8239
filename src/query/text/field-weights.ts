/** The `fields` of a query: names, patterns and weights, resolved against a mapping. */
import { parseDecimal } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { expectText } from "../query-head.ts";
import type { SearcherView } from "../query.ts";

/** Names or patterns, each with the factor of its scores. */
export type FieldWeights = ReadonlyMap<string, number>;

/** Reads `title^3`; the weight is 1 when there is none. */
export function parseFieldWeight(text: string): [name: string, weight: number] {
  const caret = text.indexOf("^");
  return caret < 0 ? [text, 1] : [text.slice(0, caret), Math.fround(parseDecimal(text.slice(caret + 1)))];
}

/** The entries of `fields`: a list, or a single one. */
export function readFieldWeights(value: Json): FieldWeights {
  const names = Array.isArray(value) ? value : [value];
  return new Map(names.map((name) => parseFieldWeight(expectText(name))));
}

/** `index.query.default_field`: what is searched when a query names no field. */
export function defaultFields(searcher: SearcherView): FieldWeights {
  const setting = searcher.mapping.setting("index.query.default_field") ?? "*";
  const names = Array.isArray(setting) ? setting.map(String) : valueText(setting).split(",");
  return new Map(names.map((name) => parseFieldWeight(name.trim())));
}

/** Whether the fields are simply all of them, where values that do not fit are to be expected. */
export function isAllFields(weights: FieldWeights): boolean {
  return weights.has("*");
}

/** Most fields that one query may go to (`indices.query.bool.max_clause_count` bounds it in Elasticsearch). */
const MAX_FIELDS = 16_384;

/** Full paths with weights: patterns expanded, aliases and repetitions merged, unmapped names left out. */
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
  const paths = new Set<string>();
  for (const plain of names) {
    const suffixed = suffix === undefined ? undefined : searcher.mapping.field(plain + suffix);
    const field = suffixed ?? searcher.mapping.field(plain);
    if (!field || field.capabilities.object) continue;
    // The path of a key is that of its column, which has no name in searches.
    if (!isPattern || isSearchedByText(field)) paths.add(field.keyed ? plain : field.path);
  }
  return [...paths];
}

/** Fields that a text can be looked for in; patterns pass over the others. */
function isSearchedByText(field: MappedField): boolean {
  return field.capabilities.inFieldPatterns;
}
