/**
 * Cases for the comparison with a server that has the types of modules, but is no Elasticsearch: OpenSearch. What both
 * kinds of server have in their core is compared with Elasticsearch; here stand types of modules that both took over
 * from one code, alone, together and beside a few others.
 */
import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../src/core/json.ts";
import { randomDocument } from "../src/testing/mapping/random-documents.ts";
import { randomMapping, randomSettings, sharedSettings } from "../src/testing/mapping/random-mappings.ts";
import { DOCUMENTS, randomUpdate } from "./random-mapping-cases.ts";
import type { MappingCase } from "./random-mappings.ts";

/**
 * Left out are `wildcard`, `version` and `unsigned_long`, which OpenSearch made anew, and `geo_shape`, whose doc values
 * it did.
 */
const moduleTypes: readonly string[] = [
  "match_only_text",
  "search_as_you_type",
  "scaled_float",
  "token_count",
  "rank_feature",
  "rank_features",
  "join",
  "percolator",
];
const besides: readonly string[] = ["text", "keyword"];

/**
 * Members of definitions that OpenSearch has not, or in which its core went its own way: dynamic mapping is another one
 * there.
 */
const foreign: ReadonlySet<string> = new Set([
  "_source",
  "copy_to",
  "dynamic",
  "dynamic_date_formats",
  "dynamic_templates",
  "enabled",
  "include_in_parent",
  "include_in_root",
  "index_prefixes",
  "on_script_error",
  "position_increment_gap",
  "script",
  "subobjects",
  "synthetic_source_keep",
  "time_series_dimension",
  "time_series_metric",
]);
const foreignSettings: ReadonlySet<string> = new Set([
  "index.mapping.total_fields.ignore_dynamic_beyond_limit",
  // Of every type there, also of those that know no `ignore_malformed`.
  "index.mapping.ignore_malformed",
  // Checked of the fields beside percolators and of documents, too.
  "index.mapping.depth.limit",
  "index.mapping.field_name_length.limit",
  // A join counts one more there.
  "index.mapping.total_fields.limit",
]);

function without(members: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}

function shared<T extends Json>(definition: T): T {
  if (!isJsonObject(definition)) return definition;
  // A count of words without doc values does not exist there, whatever is indexed.
  const names = definition["type"] === "token_count" ? new Set([...foreign, "doc_values"]) : foreign;
  const members = Object.entries(without(definition, names)).map(([name, value]): readonly [string, Json] =>
    // Values of nested objects are shown in another form there.
    name === "type" && value === "nested" ? [name, "object"] : [name, shared(value)],
  );
  return Object.fromEntries(members) as T;
}

/** A mapping of types of modules, which documents do not change, documents for it, and an update. */
export const randomModuleCase: fc.Arbitrary<MappingCase> = (() => {
  const types = [...moduleTypes, ...besides];
  const fixed = (mapping: JsonObject): JsonObject => ({ ...shared(mapping), dynamic: false });
  return randomMapping(types)
    .map(fixed)
    .chain((mapping) =>
      fc.record({
        settings: randomSettings.map((settings) => ({ ...sharedSettings, ...without(settings, foreignSettings) })),
        mapping: fc.constant(mapping),
        documents: fc.array(randomDocument(mapping), { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
        update: randomUpdate(types, mapping).map(fixed),
      }),
    );
})();
