/** The analysis components of one index: those defined in its settings, and the built-in ones. */
import { illegalArgument } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import { ScriptCompiler, type ScriptReader } from "../scripting/script-compiler.ts";
import type { Analyzer } from "./analyzer.ts";
import { refuseUpdateable } from "./analysis-mode.ts";
import { noResources, readText, type AnalysisResources } from "./analysis-resources.ts";
import { StandardAnalyzer } from "./standard-analyzer.ts";
import { ComponentGroup, definitionsOf, unknownType, withoutType, type FlatSettings } from "./component-groups.ts";
import { ComponentParameters, type ComponentSettings, type ComponentSurroundings } from "./component-parameters.ts";
import { analyzers, charFilters, tokenFilters, tokenizers } from "./components.ts";
import { chainOf, type Chain, type Part } from "./custom-chain.ts";
import { chainAnalyzer, DEFAULT_POSITION_INCREMENT_GAP, textAnalyzer } from "./text-analyzer.ts";
import type { CharFilter, TokenFilter, Tokenizer } from "./token-list.ts";
import { lowerText } from "./unicode/lower-case.ts";

/** The analysis of one index. Components are looked up by name: first in the settings, then among the built-in ones. */
export interface IndexAnalysis {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Analyzer | undefined;
  tokenizer(name: string): Tokenizer | undefined;
  tokenFilter(name: string): TokenFilter | undefined;
  charFilter(name: string): CharFilter | undefined;
  /** A chain of named or inline components for `_analyze`; definitions are flat settings with `type`. */
  chain(definition: ChainDefinition): Analyzer & { readonly chain: Chain };
  /** Names that the settings define, by kind. */
  readonly defined: { readonly analyzers: readonly string[]; readonly normalizers: readonly string[] };
}

/** Names or inline definitions. */
export interface ChainDefinition {
  readonly charFilters: readonly (string | ComponentSettings)[];
  readonly tokenizer: string | ComponentSettings;
  readonly tokenFilters: readonly (string | ComponentSettings)[];
  /** Whether the request names an index; affects the wording of errors. */
  readonly indexed?: boolean;
}

/** Builds the analysis of an index; throws Elasticsearch's errors for unknown or misconfigured components. */
export function analysisOf(
  settings: FlatSettings,
  resources: AnalysisResources = noResources,
  scripts: ScriptReader = new ScriptCompiler().atOnce,
): IndexAnalysis {
  const analysis = new SettingsAnalysis(settings, resources, scripts);
  analysis.checkAll();
  return analysis;
}

/** Like `analysisOf`, but components are built, and their errors thrown, on first use. */
export function openAnalysis(
  settings: FlatSettings,
  resources: AnalysisResources,
  scripts: ScriptReader = new ScriptCompiler().atOnce,
): IndexAnalysis {
  return new SettingsAnalysis(settings, resources, scripts);
}

class SettingsAnalysis implements IndexAnalysis {
  readonly #surroundings: ComponentSurroundings;
  readonly #tokenizers: ComponentGroup<Tokenizer>;
  readonly #tokenFilters: ComponentGroup<TokenFilter>;
  readonly #charFilters: ComponentGroup<CharFilter>;
  readonly #ownAnalyzers: ReadonlyMap<string, ComponentSettings>;
  readonly #ownNormalizers: ReadonlyMap<string, ComponentSettings>;
  readonly #analyzers = new Map<string, Analyzer>();
  readonly #normalizers = new Map<string, Analyzer>();
  readonly defined: IndexAnalysis["defined"];

  constructor(settings: FlatSettings, resources: AnalysisResources, scripts: ScriptReader) {
    const surroundings: ComponentSurroundings = {
      scripts,
      indexSetting: (key) => ownOf(settings, key),
      readFile: (parameter, path) => readText(resources, parameter, path),
      readBytes: (parameter, path) => resources.readBytes(parameter, path),
      fileNames: (folder) => resources.fileNames(folder),
      synonymsSet: (name) => resources.synonymsSet(name),
      tokenFilter: (name) => this.tokenFilter(name),
    };
    this.#surroundings = surroundings;
    this.#tokenizers = new ComponentGroup<Tokenizer>("tokenizer", tokenizers, settings, surroundings);
    this.#tokenFilters = new ComponentGroup<TokenFilter>("filter", tokenFilters, settings, surroundings);
    this.#charFilters = new ComponentGroup<CharFilter>("char_filter", charFilters, settings, surroundings);
    this.#ownAnalyzers = definitionsOf(settings, "analyzer");
    this.#ownNormalizers = definitionsOf(settings, "normalizer");
    this.defined = { analyzers: [...this.#ownAnalyzers.keys()], normalizers: [...this.#ownNormalizers.keys()] };
  }

  /** Builds everything that the settings define, so that errors appear when the index is created. */
  checkAll(): void {
    for (const group of [this.#charFilters, this.#tokenizers, this.#tokenFilters])
      for (const name of group.own.keys()) group.get(name);
    for (const name of this.defined.analyzers) {
      if (name.startsWith("_")) throw illegalArgument(`analyzer name must not start with '_'. got "${name}"`);
      const analyzer = this.analyzer(name);
      if (analyzer && name === "default") refuseUpdateable(analyzer, "all");
    }
    for (const name of this.defined.normalizers) this.normalizer(name);
  }

  analyzer(name: string): Analyzer | undefined {
    return remember(this.#analyzers, name, () => {
      const own = this.#ownAnalyzers.get(name);
      if (!own) {
        // Unless defined in the settings, `default` is the standard analyzer.
        const kind = analyzers.find((candidate) => candidate.name === (name === "default" ? "standard" : name));
        const settings = kind?.byName ?? {};
        return settings === false
          ? undefined
          : kind?.create(name, new ComponentParameters(name, settings, this.#surroundings));
      }
      const parameters = new ComponentParameters(name, own, this.#surroundings);
      const type = parameters.string("type") ?? (own["tokenizer"] === undefined ? undefined : "custom");
      if (type === undefined) throw withoutType("analyzer", name);
      if (type === "custom") return this.#customAnalyzer(name, parameters);
      const kind = analyzers.find((candidate) => candidate.name === type);
      if (!kind) throw unknownType("analyzer", type, name);
      return kind.create(name, parameters);
    });
  }

  normalizer(name: string): Analyzer | undefined {
    return remember(this.#normalizers, name, () => {
      const own = this.#ownNormalizers.get(name);
      if (!own) return name === "lowercase" ? lowercaseNormalizer() : undefined;
      const type = own["type"] ?? "custom";
      if (type !== "custom" && type !== "lowercase") throw unknownType("normalizer", String(type), name);
      if (own["tokenizer"] !== undefined)
        throw illegalArgument(`Custom normalizer [${name}] cannot configure a tokenizer`);
      if (type === "lowercase") return lowercaseNormalizer();
      const parameters = new ComponentParameters(name, own, this.#surroundings);
      const chain = this.#chain(name, parameters, "keyword");
      for (const filter of chain.tokenFilters) {
        if (!normalizes(tokenFilters, this.#tokenFilters.typeOf(filter.name)))
          throw illegalArgument(`Custom normalizer [${name}] may not use filter [${filter.name}]`);
      }
      for (const filter of chain.charFilters) {
        if (!normalizes(charFilters, this.#charFilters.typeOf(filter.name)))
          throw illegalArgument(`Custom normalizer [${name}] may not use char filter [${filter.name}]`);
      }
      return chainAnalyzer(name, chain);
    });
  }

  tokenizer(name: string): Tokenizer | undefined {
    return this.#tokenizers.get(name);
  }

  tokenFilter(name: string): TokenFilter | undefined {
    return this.#tokenFilters.get(name);
  }

  charFilter(name: string): CharFilter | undefined {
    return this.#charFilters.get(name);
  }

  chain(definition: ChainDefinition): Analyzer & { readonly chain: Chain } {
    const indexed = definition.indexed ?? false;
    const inline = <Component>(
      group: ComponentGroup<Component>,
      part: string | ComponentSettings,
    ): Part<Component> => ({
      name: typeof part === "string" ? part : `__anonymous__${String(part["type"])}`,
      component: group.inline(part, indexed),
    });
    const tokenizer = inline(this.#tokenizers, definition.tokenizer);
    const chain = chainOf(
      definition.charFilters.map((part) => inline(this.#charFilters, part)),
      tokenizer,
      definition.tokenFilters.map((part) => inline(this.#tokenFilters, part)),
    );
    return { ...chainAnalyzer("_anonymous", chain), chain };
  }

  #customAnalyzer(name: string, parameters: ComponentParameters): Analyzer {
    const tokenizer = parameters.string("tokenizer");
    if (tokenizer === undefined) throw illegalArgument(`Custom Analyzer [${name}] must be configured with a tokenizer`);
    const gap = parameters.integer("position_increment_gap", DEFAULT_POSITION_INCREMENT_GAP);
    const chain = this.#chain(name, parameters, tokenizer);
    if (!this.#isStandardChain(chain)) return chainAnalyzer(name, chain, gap);
    const fast = new StandardAnalyzer(name, 255, gap);
    return {
      name,
      positionIncrementGap: gap,
      chain,
      analyze: (text) => fast.analyze(text),
      tokens: (text) => fast.tokens(text),
      index: fast.index.bind(fast),
    };
  }

  /** Whether a chain is equivalent to the standard analyzer, which is faster. */
  #isStandardChain({ charFilters: before, tokenizer, tokenFilters: filters }: Chain): boolean {
    if (tokenizer.name !== "standard" || this.#tokenizers.own.has("standard") || before.length > 0) return false;
    return filters.length === 1 && filters[0]!.name === "lowercase" && !this.#tokenFilters.own.has("lowercase");
  }

  #chain(name: string, parameters: ComponentParameters, tokenizer: string): Chain {
    const required = <Component>(group: ComponentGroup<Component>, part: string): Part<Component> => {
      const component = group.get(part);
      if (component === undefined)
        throw illegalArgument(`Custom Analyzer [${name}] failed to find ${group.name} under name [${part}]`);
      return { name: part, component };
    };
    const first = required(this.#tokenizers, tokenizer);
    return chainOf(
      (parameters.list("char_filter") ?? []).map((part) => required(this.#charFilters, part)),
      first,
      (parameters.list("filter") ?? []).map((part) => required(this.#tokenFilters, part)),
    );
  }
}

/** The shared analysis without any settings. */
export const builtInAnalysis: IndexAnalysis = analysisOf({});

/** The built-in normalizer, which is not built from components. */
function lowercaseNormalizer(): Analyzer {
  return textAnalyzer("lowercase", (text) => ({
    tokens: [
      { text: lowerText(text), position: 0, startOffset: 0, endOffset: text.length, positionLength: 1, type: "word" },
    ],
    nextPosition: 1,
    endOffset: text.length,
  }));
}

function normalizes(
  kinds: readonly { readonly name: string; readonly normalizing?: boolean }[],
  type: string,
): boolean {
  return kinds.find((kind) => kind.name === type)?.normalizing === true;
}

function remember<Value>(cache: Map<string, Value>, name: string, make: () => Value | undefined): Value | undefined {
  const found = cache.get(name);
  if (found !== undefined) return found;
  const made = make();
  if (made !== undefined) cache.set(name, made);
  return made;
}
