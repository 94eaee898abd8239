/** The section `analysis` of `cluster.stats`: what indices define, and what they use without that. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { ownOf } from "../../core/names.ts";
import { FeatureCounts } from "./feature-counts.ts";
import { mappedFields } from "./mapped-fields.ts";

/** Kinds of components, as settings and as the section call them. */
const COMPONENTS = [
  { setting: "char_filter", defined: "char_filter_types", builtIn: "built_in_char_filters" },
  { setting: "tokenizer", defined: "tokenizer_types", builtIn: "built_in_tokenizers" },
  { setting: "filter", defined: "filter_types", builtIn: "built_in_filters" },
] as const;
const ANALYZERS = ["analyzer", "search_analyzer", "search_quote_analyzer"];
/** Where filters for synonyms take their rules from. */
const SYNONYM_SOURCES: Readonly<Record<string, string>> = {
  synonyms: "inline",
  synonyms_path: "paths",
  synonyms_set: "sets",
};

type Setting = string | readonly string[];
/** Settings of a component, by its name. */
type Components = ReadonlyMap<string, ReadonlyMap<string, Setting>>;

export function analysisPart(indices: readonly IndexMetadata[]): object {
  const counts = {
    char_filter_types: new FeatureCounts(),
    tokenizer_types: new FeatureCounts(),
    filter_types: new FeatureCounts(),
    analyzer_types: new FeatureCounts(),
    built_in_char_filters: new FeatureCounts(),
    built_in_tokenizers: new FeatureCounts(),
    built_in_filters: new FeatureCounts(),
    built_in_analyzers: new FeatureCounts(),
  };
  const synonyms = new FeatureCounts();
  for (const { name: index, settings, mapping } of indices) {
    const analyzers = componentsOf(settings, "analyzer");
    for (const analyzer of analyzers.values())
      counts.analyzer_types.add(textOf(analyzer.get("type") ?? "custom"), index);
    for (const { setting, defined, builtIn } of COMPONENTS) {
      const components = componentsOf(settings, setting);
      for (const component of components.values()) {
        const type = textOf(component.get("type") ?? "");
        if (type !== "") counts[defined].add(type, index);
        if (type === "synonym" || type === "synonym_graph") countSynonyms(synonyms, component, index);
      }
      for (const analyzer of analyzers.values())
        for (const used of listOf(analyzer.get(setting))) if (!components.has(used)) counts[builtIn].add(used, index);
    }
    for (const { definition } of mappedFields(mapping))
      for (const key of ANALYZERS) {
        const used = ownOf(definition, key);
        if (typeof used === "string" && !analyzers.has(used)) counts.built_in_analyzers.add(used, index);
      }
  }
  const entries = Object.entries(counts).map(([list, each]) => [list, each.entries()]);
  const sources = synonyms.entries().map(({ name, ...counted }) => [name, counted]);
  return { ...Object.fromEntries(entries), synonyms: Object.fromEntries(sources) };
}

function countSynonyms(synonyms: FeatureCounts, component: ReadonlyMap<string, Setting>, index: string): void {
  for (const [key, source] of Object.entries(SYNONYM_SOURCES))
    if ([...component.keys()].some((each) => each === key || each.startsWith(`${key}.`))) synonyms.add(source, index);
}

/** What settings below `index.analysis.<kind>.` define. */
function componentsOf(settings: IndexMetadata["settings"], kind: string): Components {
  const prefix = `index.analysis.${kind}.`;
  const found = new Map<string, Map<string, Setting>>();
  for (const [key, value] of Object.entries(settings)) {
    if (!key.startsWith(prefix)) continue;
    const [name = "", ...rest] = key.slice(prefix.length).split(".");
    const component = found.get(name) ?? new Map<string, Setting>();
    found.set(name, component.set(rest.join("."), value));
  }
  return found;
}

function listOf(value: Setting | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? value.split(",").map((each) => each.trim()) : value;
}

function textOf(value: Setting): string {
  return typeof value === "string" ? value : value.join(",");
}
