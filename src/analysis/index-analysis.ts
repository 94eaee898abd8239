/**
 * The analysis of an open index: built from the resources read when it was opened, and from those read later for
 * reloaded analyzers.
 */
import type { PortableError } from "../compat/errors.ts";
import { RequestError, toPortableError } from "../compat/errors.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import type { Analyzer } from "./analyzer.ts";
import { analysisOf, type IndexAnalysis, openAnalysis } from "./analyzers-of.ts";
import { brokenAnalyzer } from "./broken-analyzer.ts";
import type { FlatSettings } from "./component-groups.ts";
import { updateableFilters } from "./custom-chain.ts";
import { type IndexResources, resourcesOf } from "./read-resources.ts";

/** Built on each thread separately. An analyzer that cannot be built fails only when used: the index already exists. */
export function indexAnalysis(
  settings: FlatSettings,
  resources: IndexResources | undefined,
  scripts?: ScriptReader,
): IndexAnalysis {
  if (!resources) return partedAnalysis(analysisOf(settings, undefined, scripts), new Map());
  const reloaded = Object.entries(resources.reloaded).map(
    ([name, read]) => [name, openAnalysis(settings, resourcesOf(read), scripts)] as const,
  );
  return partedAnalysis(openAnalysis(settings, resourcesOf(resources.opened), scripts), new Map(reloaded));
}

/** The analysis as of opening the index, except for analyzers that were reloaded since. */
export function partedAnalysis(opened: IndexAnalysis, reloaded: ReadonlyMap<string, IndexAnalysis>): IndexAnalysis {
  return {
    defined: opened.defined,
    analyzer: (name) => usable(name, () => (reloaded.get(name) ?? opened).analyzer(name)),
    normalizer: (name) => usable(name, () => opened.normalizer(name)),
    tokenizer: (name) => opened.tokenizer(name),
    tokenFilter: (name) => opened.tokenFilter(name),
    charFilter: (name) => opened.charFilter(name),
    chain: (definition) => opened.chain(definition),
  };
}

function usable(name: string, make: () => Analyzer | undefined): Analyzer | undefined {
  try {
    return make();
  } catch (error) {
    return brokenAnalyzer(name, error);
  }
}

/** The error that prevents building something the settings define; undefined when everything can be built. */
export function faultOf(analysis: IndexAnalysis): PortableError | undefined {
  try {
    for (const name of analysis.defined.analyzers) analysis.analyzer(name);
    for (const name of analysis.defined.normalizers) analysis.normalizer(name);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return toPortableError(error);
    throw error;
  }
}

/** An analyzer whose rules change while the index is open. */
export interface ReloadableAnalyzer {
  readonly name: string;
  /** The synonyms sets that it uses. */
  readonly sets: readonly string[];
}

/** The reloadable analyzers defined in the settings, in order. */
export function reloadableAnalyzers(analysis: IndexAnalysis): ReloadableAnalyzer[] {
  return analysis.defined.analyzers.flatMap((name) => {
    const chain = analysis.analyzer(name)?.chain;
    if (!chain || updateableFilters(chain).length === 0) return [];
    return [{ name, sets: chain.tokenFilters.flatMap(({ component }) => component.synonymsSet ?? []) }];
  });
}

/** The synonyms sets named by filters in the settings. */
export function namedSets(settings: FlatSettings): string[] {
  const names = Object.entries(settings).flatMap(([key, value]) =>
    /^index\.analysis\.filter\..+\.synonyms_set$/.test(key) ? [String(value)] : [],
  );
  return [...new Set(names)];
}
