/** The section `mappings` of `cluster.stats`: how often each type of fields is used, and in how many indices. */
import { sourceModeSetting } from "../../mapping/time-series/index-mode.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { FeatureCounts } from "./feature-counts.ts";
import { mappedFields } from "./mapped-fields.ts";

export function mappingsPart(indices: readonly IndexMetadata[]): object {
  const counts = new FeatureCounts();
  const scripts = new Map<string, ScriptSums>();
  const vectors = new VectorSums();
  let fields = 0;
  for (const { mapping, name } of indices)
    for (const { type, definition } of mappedFields(mapping)) {
      counts.add(type, name);
      fields++;
      if (type === "dense_vector") vectors.add(definition);
      if (isJsonObject(definition["script"] ?? null)) sumsOf(scripts, type).add(definition["script"] ?? null);
    }
  const distinct = new Map(indices.map(({ mapping }) => [writeJson(mapping), mapping]));
  return {
    total_field_count: fields,
    total_deduplicated_field_count: sum([...distinct.values()].map((mapping) => [...mappedFields(mapping)].length)),
    total_deduplicated_mapping_size_in_bytes: sum([...distinct.keys()].map((text) => Buffer.byteLength(text))),
    field_types: counts.entries().map((entry) => {
      if (entry.name === "dense_vector") return { ...entry, ...vectors.shown() };
      const script = scripts.get(entry.name);
      return { ...entry, script_count: script?.count ?? 0, ...script?.shown() };
    }),
    runtime_field_types: runtimeTypes(indices),
    source_modes: sourceModes(indices),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sourceModes(indices: readonly IndexMetadata[]): Record<string, number> {
  const modes = new Map<string, number>();
  for (const { settings } of indices) count(modes, (sourceModeSetting(settings) ?? "stored").toLowerCase());
  return Object.fromEntries(modes);
}

/** How often runtime fields of each type are defined, and with what scripts. */
export function runtimeTypes(indices: readonly IndexMetadata[]): object[] {
  const counts = new FeatureCounts();
  const rest = new Map<string, { scriptless: number; shadowed: number; readonly scripts: ScriptSums }>();
  for (const { mapping, name } of indices) {
    const { runtime = null } = mapping;
    if (!isJsonObject(runtime)) continue;
    const properties = new Set([...mappedFields(mapping)].map(({ path }) => path));
    for (const [path, definition] of Object.entries(runtime)) {
      const type = isJsonObject(definition) ? definition["type"] : undefined;
      if (typeof type !== "string" || !isJsonObject(definition)) continue;
      counts.add(type, name);
      const entry = rest.get(type) ?? { scriptless: 0, shadowed: 0, scripts: new ScriptSums() };
      rest.set(type, entry);
      if (properties.has(path)) entry.shadowed++;
      if (definition["script"] === undefined) entry.scriptless++;
      else entry.scripts.add(definition["script"]);
    }
  }
  return counts.entries().map((entry) => {
    const { scriptless, shadowed, scripts } = rest.get(entry.name)!;
    return { ...entry, scriptless_count: scriptless, shadowed_count: shadowed, ...scripts.shown() };
  });
}

function sumsOf(scripts: Map<string, ScriptSums>, type: string): ScriptSums {
  let sums = scripts.get(type);
  if (!sums) scripts.set(type, (sums = new ScriptSums()));
  return sums;
}

/** What the scripts of a type are like. */
class ScriptSums {
  count = 0;
  readonly #languages = new Set<string>();
  readonly #most = { lines: 0, chars: 0, source: 0, doc: 0 };
  readonly #all = { lines: 0, chars: 0, source: 0, doc: 0 };

  add(script: Json): void {
    this.count++;
    const body = isJsonObject(script) ? script : { source: script };
    this.#languages.add(typeof body["lang"] === "string" ? body["lang"] : "painless");
    const source = typeof body["source"] === "string" ? body["source"] : "";
    const measured = {
      lines: source.split("\n").length,
      chars: source.length,
      source: source.split("params._source").length - 1,
      doc: source.split("doc[").length + source.split("doc.").length - 2,
    };
    for (const key of ["lines", "chars", "source", "doc"] as const) {
      this.#most[key] = Math.max(this.#most[key], measured[key]);
      this.#all[key] += measured[key];
    }
  }

  shown(): object {
    const [most, all] = [this.#most, this.#all];
    return {
      lang: [...this.#languages],
      lines_max: most.lines,
      lines_total: all.lines,
      chars_max: most.chars,
      chars_total: all.chars,
      source_max: most.source,
      source_total: all.source,
      doc_max: most.doc,
      doc_total: all.doc,
    };
  }
}

/** What fields of type `dense_vector` are like. */
class VectorSums {
  #indexed = 0;
  readonly #dimensions: number[] = [];
  readonly #types = new Map<string, number>();
  readonly #similarities = new Map<string, number>();
  readonly #elements = new Map<string, number>();

  add(definition: JsonObject): void {
    const {
      dims = null,
      similarity = null,
      index_options: options = null,
      element_type: element = "float",
    } = definition;
    const type = isJsonObject(options) ? options["type"] : undefined;
    count(this.#elements, valueText(element));
    count(this.#types, typeof type === "string" ? type : "not_indexed");
    if (typeof type !== "string") return;
    this.#indexed++;
    if (typeof dims === "number") this.#dimensions.push(dims);
    if (typeof similarity === "string") count(this.#similarities, similarity);
  }

  shown(): object {
    const dimensions = this.#dimensions;
    return {
      indexed_vector_count: this.#indexed,
      ...(dimensions.length > 0 && {
        indexed_vector_dim_min: Math.min(...dimensions),
        indexed_vector_dim_max: Math.max(...dimensions),
      }),
      vector_index_type_count: Object.fromEntries(this.#types),
      vector_similarity_type_count: Object.fromEntries(this.#similarities),
      vector_element_type_count: Object.fromEntries(this.#elements),
    };
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
