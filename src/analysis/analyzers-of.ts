/** The analysis components of one index: what its settings define, and the built-in ones. */
import { illegalArgument } from "../core/errors.ts";
import type { Analyzer } from "./analyzer.ts";
import { StandardAnalyzer } from "./analyzers/standard-analyzer.ts";
import { ComponentParameters, type ComponentSettings } from "./component-parameters.ts";
import { analyzers, charFilters, tokenFilters, tokenizers } from "./components.ts";
import { runChain, type Chain } from "./custom-chain.ts";
import { DEFAULT_POSITION_INCREMENT_GAP, textAnalyzer } from "./text-analyzer.ts";
import type { CharFilter, TokenFilter, Tokenizer } from "./token-list.ts";
import { keyword as keywordTokenizer } from "./tokenizers/keyword.ts";

/** Index settings as flat keys (`index.analysis.analyzer.x.type`) with texts or lists of texts. */
export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;

/** The analysis of one index. Components are looked up by name: those of the settings first, then the built-in ones. */
export interface IndexAnalysis {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Analyzer | undefined;
  tokenizer(name: string): Tokenizer | undefined;
  tokenFilter(name: string): TokenFilter | undefined;
  charFilter(name: string): CharFilter | undefined;
  /** A chain of named or inline components for `_analyze`; definitions are flat settings with `type`. */
  chain(definition: ChainDefinition): Analyzer;
  /** Names that the settings define, by kind. */
  readonly defined: { readonly analyzers: readonly string[]; readonly normalizers: readonly string[] };
}

/** Names or inline definitions. */
export interface ChainDefinition {
  readonly charFilters: readonly (string | ComponentSettings)[];
  readonly tokenizer: string | ComponentSettings;
  readonly tokenFilters: readonly (string | ComponentSettings)[];
}

/** Builds the analysis of an index; throws the original's errors for what is unknown or misconfigured. */
export function analysisOf(settings: FlatSettings): IndexAnalysis {
  const analysis = new SettingsAnalysis(settings);
  analysis.checkAll();
  return analysis;
}

/** Something with a documented name. */
interface Named {
  readonly name: string;
}

class SettingsAnalysis implements IndexAnalysis {
  readonly #settings: Readonly<Record<string, Map<string, Record<string, string | readonly string[]>>>>;
  readonly #analyzers = new Map<string, Analyzer>();
  readonly #normalizers = new Map<string, Analyzer>();
  readonly #tokenizers = new Map<string, Tokenizer>();
  readonly #tokenFilters = new Map<string, TokenFilter>();
  readonly #charFilters = new Map<string, CharFilter>();
  readonly defined: IndexAnalysis["defined"];

  constructor(settings: FlatSettings) {
    this.#settings = {
      analyzer: groupsOf(settings, "analyzer"),
      normalizer: groupsOf(settings, "normalizer"),
      tokenizer: groupsOf(settings, "tokenizer"),
      filter: groupsOf(settings, "filter"),
      char_filter: groupsOf(settings, "char_filter"),
    };
    this.defined = { analyzers: [...this.#group("analyzer").keys()], normalizers: [...this.#group("normalizer").keys()] };
  }

  /** Makes everything that the settings define, so that errors show when the index is made. */
  checkAll(): void {
    for (const name of this.#group("char_filter").keys()) this.charFilter(name);
    for (const name of this.#group("tokenizer").keys()) this.tokenizer(name);
    for (const name of this.#group("filter").keys()) this.tokenFilter(name);
    for (const name of this.defined.analyzers) {
      if (name.startsWith("_")) throw illegalArgument(`analyzer name must not start with '_'. got "${name}"`);
      this.analyzer(name);
    }
    for (const name of this.defined.normalizers) this.normalizer(name);
  }

  analyzer(name: string): Analyzer | undefined {
    return remember(this.#analyzers, name, () => {
      const own = this.#group("analyzer").get(name);
      if (!own) {
        // Without one of its own, `default` is the standard analyzer.
        const kind = analyzers.find((candidate) => candidate.name === (name === "default" ? "standard" : name));
        return kind?.create(name, new ComponentParameters(name, {}));
      }
      const parameters = new ComponentParameters(name, own);
      const type = parameters.string("type") ?? (own["tokenizer"] === undefined ? "standard" : "custom");
      if (type === "custom") return this.#customAnalyzer(name, parameters);
      const kind = analyzers.find((candidate) => candidate.name === type);
      if (!kind) throw unknownType("analyzer", type, name);
      return kind.create(name, parameters);
    });
  }

  normalizer(name: string): Analyzer | undefined {
    return remember(this.#normalizers, name, () => {
      const own = this.#group("normalizer").get(name) ?? (name === "lowercase" ? { type: "custom", filter: ["lowercase"] } : undefined);
      if (!own) return undefined;
      const parameters = new ComponentParameters(name, own);
      const type = parameters.string("type") ?? "custom";
      if (type !== "custom" && type !== "lowercase") throw unknownType("normalizer", type, name);
      if (own["tokenizer"] !== undefined) throw illegalArgument(`Custom normalizer [${name}] cannot configure a tokenizer`);
      for (const filter of parameters.list("filter") ?? []) {
        this.#require(name, "filter", filter, this.tokenFilter(filter));
        if (!this.#normalizes("filter", tokenFilters, filter)) throw illegalArgument(`Custom normalizer [${name}] may not use filter [${filter}]`);
      }
      for (const charFilter of parameters.list("char_filter") ?? []) {
        this.#require(name, "char_filter", charFilter, this.charFilter(charFilter));
        if (!this.#normalizes("char_filter", charFilters, charFilter))
          throw illegalArgument(`Custom normalizer [${name}] may not use char filter [${charFilter}]`);
      }
      const chain = this.#chain(
        name,
        type === "lowercase" ? new ComponentParameters(name, { filter: ["lowercase"] }) : parameters,
        keywordTokenizer.create(parameters),
      );
      return textAnalyzer(name, (text) => runChain(chain, text));
    });
  }

  tokenizer(name: string): Tokenizer | undefined {
    return remember(this.#tokenizers, name, () => this.#component("tokenizer", tokenizers, name));
  }

  tokenFilter(name: string): TokenFilter | undefined {
    return remember(this.#tokenFilters, name, () => this.#component("filter", tokenFilters, name));
  }

  charFilter(name: string): CharFilter | undefined {
    return remember(this.#charFilters, name, () => this.#component("char_filter", charFilters, name));
  }

  chain(definition: ChainDefinition): Analyzer {
    const chain: Chain = {
      charFilters: definition.charFilters.map((part) => this.#inline("char_filter", charFilters, part, (name) => this.charFilter(name))),
      tokenizer: this.#inline("tokenizer", tokenizers, definition.tokenizer, (name) => this.tokenizer(name)),
      tokenFilters: definition.tokenFilters.map((part) => this.#inline("filter", tokenFilters, part, (name) => this.tokenFilter(name))),
    };
    return textAnalyzer("_anonymous", (text) => runChain(chain, text));
  }

  #group(kind: string): Map<string, Record<string, string | readonly string[]>> {
    return this.#settings[kind]!;
  }

  #component<Kind extends Named & { create(parameters: ComponentParameters): unknown }>(
    group: string,
    kinds: readonly Kind[],
    name: string,
  ): ReturnType<Kind["create"]> | undefined {
    const own = this.#group(group).get(name);
    const type = own ? own["type"] : name;
    // A definition without a type is accepted and cannot be used, as in the original.
    if (typeof type !== "string") return undefined;
    const kind = kinds.find((candidate) => candidate.name === type);
    if (!kind) {
      if (own) throw unknownType(group, type, name);
      return undefined;
    }
    return kind.create(new ComponentParameters(name, own ?? {})) as ReturnType<Kind["create"]>;
  }

  #inline<Component>(
    group: string,
    kinds: readonly (Named & { create(parameters: ComponentParameters): Component })[],
    part: string | ComponentSettings,
    byName: (name: string) => Component | undefined,
  ): Component {
    if (typeof part === "string") {
      const found = byName(part);
      if (found === undefined) throw illegalArgument(`failed to find global ${group} under [${part}]`);
      return found;
    }
    const type = part["type"];
    const kind = kinds.find((candidate) => candidate.name === type);
    if (typeof type !== "string") throw illegalArgument(`Missing [type] setting for anonymous ${group}: ${JSON.stringify(part)}`);
    if (!kind) throw illegalArgument(`failed to find global ${group} under [${type}]`);
    return kind.create(new ComponentParameters(`_anonymous_${group}`, part));
  }

  #customAnalyzer(name: string, parameters: ComponentParameters): Analyzer {
    const tokenizerName = parameters.string("tokenizer");
    if (tokenizerName === undefined) throw illegalArgument(`Custom Analyzer [${name}] must be configured with a tokenizer`);
    const tokenizer = this.tokenizer(tokenizerName);
    if (!tokenizer) throw illegalArgument(`Custom Analyzer [${name}] failed to find tokenizer under name [${tokenizerName}]`);
    const gap = parameters.integer("position_increment_gap", DEFAULT_POSITION_INCREMENT_GAP);
    const chain = this.#chain(name, parameters, tokenizer);
    if (this.#isStandardChain(tokenizerName, parameters)) return new StandardAnalyzer(name, 255, gap);
    return textAnalyzer(name, (text) => runChain(chain, text), gap);
  }

  /** Whether a chain is just what the standard analyzer does faster. */
  #isStandardChain(tokenizerName: string, parameters: ComponentParameters): boolean {
    const filters = parameters.list("filter") ?? [];
    if (tokenizerName !== "standard" || this.#group("tokenizer").has("standard")) return false;
    if ((parameters.list("char_filter") ?? []).length > 0) return false;
    return filters.length === 1 && filters[0] === "lowercase" && !this.#group("filter").has("lowercase");
  }

  #chain(name: string, parameters: ComponentParameters, tokenizer: Tokenizer): Chain {
    return {
      charFilters: (parameters.list("char_filter") ?? []).map((part) => this.#require(name, "char_filter", part, this.charFilter(part))),
      tokenizer,
      tokenFilters: (parameters.list("filter") ?? []).map((part) => this.#require(name, "filter", part, this.tokenFilter(part))),
    };
  }

  #require<Component>(analyzer: string, group: string, name: string, component: Component | undefined): Component {
    if (component === undefined) throw illegalArgument(`Custom Analyzer [${analyzer}] failed to find ${group} under name [${name}]`);
    return component;
  }

  #normalizes(group: string, kinds: readonly (Named & { readonly normalizing?: boolean })[], name: string): boolean {
    const type = this.#group(group).get(name)?.["type"] ?? name;
    return kinds.find((kind) => kind.name === type)?.normalizing === true;
  }
}

/** The analysis without any settings, shared. */
export const builtInAnalysis: IndexAnalysis = analysisOf({});

function unknownType(group: string, type: string, name: string): Error {
  return illegalArgument(`Unknown ${group} type [${type}] for [${name}]`);
}

function remember<Value>(cache: Map<string, Value>, name: string, make: () => Value | undefined): Value | undefined {
  const found = cache.get(name);
  if (found !== undefined) return found;
  const made = make();
  if (made !== undefined) cache.set(name, made);
  return made;
}

/** `index.analysis.<kind>.<name>.<key>` grouped by name. */
function groupsOf(settings: FlatSettings, kind: string): Map<string, Record<string, string | readonly string[]>> {
  const prefix = `index.analysis.${kind}.`;
  const groups = new Map<string, Record<string, string | readonly string[]>>();
  for (const [key, value] of Object.entries(settings)) {
    if (!key.startsWith(prefix)) continue;
    const rest = key.slice(prefix.length);
    const dot = rest.lastIndexOf(".");
    if (dot <= 0) continue;
    const name = rest.slice(0, dot);
    const group = groups.get(name) ?? {};
    group[rest.slice(dot + 1)] = value;
    groups.set(name, group);
  }
  return groups;
}
