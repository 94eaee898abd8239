/** What mappings are parsed with: the index's settings and analysis. */
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import type { FlatSettings } from "../analysis/component-groups.ts";
import { indexAnalysis } from "../analysis/index-analysis.ts";
import type { IndexResources } from "../analysis/read-resources.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import { illegalArgument } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { FieldTypeContext } from "./field-type.ts";
import { fieldTypes } from "./field-types.ts";
import { mapperParsing } from "./mapping-error.ts";
import { withModeDefaults } from "./time-series/index-mode.ts";
import { IndexSimilarities } from "./similarities.ts";

/** Settings and analysis of an index. */
export class MappingContext {
  readonly settings: FlatSettings;
  readonly scripts: ScriptReader;
  readonly analysis: IndexAnalysis;
  readonly similarities: IndexSimilarities;

  constructor(
    settings: FlatSettings,
    scripts: ScriptReader,
    analysis: IndexAnalysis = knownAnalysis(settings, undefined, scripts),
  ) {
    this.settings = withModeDefaults(settings);
    this.scripts = scripts;
    this.analysis = analysis;
    this.similarities = new IndexSimilarities(settings, scripts);
  }

  /** The context of one field. Only explicit settings are visible, not defaults. */
  field(path: string): FieldTypeContext {
    const { analysis, scripts, settings, similarities } = this;
    return {
      path,
      scripts,
      analyzer(name) {
        const analyzer = analysis.analyzer(name);
        if (!analyzer) throw illegalArgument(`analyzer [${name}] has not been configured in mappings`);
        return analyzer;
      },
      optionalAnalyzer: (name) => analysis.analyzer(name),
      normalizer(name) {
        const normalizer = analysis.normalizer(name);
        if (!normalizer)
          throw mapperParsing(`normalizer [${name}] not found for field [${path.slice(path.lastIndexOf(".") + 1)}]`);
        return normalizer;
      },
      typeNamed: (name) => fieldTypes.find((type) => type.name === name),
      similarity: (name) => (name === undefined ? similarities.fallback : similarities.named(name)),
      setting(name) {
        const value = ownOf(settings, name);
        return typeof value === "string" || value === undefined ? value : [...value];
      },
    };
  }

  /** A limit of the mapping (`index.mapping.depth.limit` …). */
  limit(name: string, fallback: number): number {
    const value = ownOf(this.settings, name);
    return value === undefined ? fallback : Number(value);
  }
}

interface KnownAnalysis {
  readonly resources: IndexResources | undefined;
  readonly analysis: IndexAnalysis;
}

const known = new WeakMap<FlatSettings, KnownAnalysis>();

/** Analysis is cached by settings object and resources: both are replaced, never changed. */
export function knownAnalysis(
  settings: FlatSettings,
  resources: IndexResources | undefined,
  scripts?: ScriptReader,
): IndexAnalysis {
  const found = known.get(settings);
  if (found && found.resources === resources) return found.analysis;
  const analysis = indexAnalysis(settings, resources, scripts);
  rememberAnalysis(settings, resources, analysis);
  return analysis;
}

/** Caches an analysis that was already built. */
export function rememberAnalysis(
  settings: FlatSettings,
  resources: IndexResources | undefined,
  analysis: IndexAnalysis,
): void {
  known.set(settings, { resources, analysis });
}
