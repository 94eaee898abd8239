/** The interfaces of the documented analysis components: one file each, one line in `components.ts`. */
import type { Analyzer } from "./analyzer.ts";
import type { ComponentParameters, ComponentSettings } from "./component-parameters.ts";
import type { CharFilter, TokenFilter, Tokenizer } from "./token-list.ts";

/** A documented tokenizer. */
export interface TokenizerKind {
  readonly name: string;
  readonly summary: string;
  /** As for token filters. */
  readonly byName?: ComponentSettings | false;
  create(parameters: ComponentParameters): Tokenizer;
}

/** A documented token filter. */
export interface TokenFilterKind {
  readonly name: string;
  readonly summary: string;
  /** What of it waits for later work, for the generated documentation. */
  readonly incomplete?: string;
  /** Whether a normalizer may use it: it works on each character by itself. */
  readonly normalizing?: boolean;
  /**
   * Settings that the name alone stands for (none when absent); false: it can only be used with settings of its own.
   */
  readonly byName?: ComponentSettings | false;
  /** It is no type of settings: there is only the one of the name. */
  readonly onlyByName?: true;
  create(parameters: ComponentParameters): TokenFilter;
}

/** A documented char filter. */
export interface CharFilterKind {
  readonly name: string;
  readonly summary: string;
  readonly normalizing?: boolean;
  /** As for token filters. */
  readonly byName?: ComponentSettings | false;
  create(parameters: ComponentParameters): CharFilter;
}

/** A documented analyzer that is not composed by the user. */
export interface AnalyzerKind {
  readonly name: string;
  readonly summary: string;
  /** As for token filters. */
  readonly byName?: ComponentSettings | false;
  /** `name` is the configured name, which may differ from the kind's. */
  create(name: string, parameters: ComponentParameters): Analyzer;
}
