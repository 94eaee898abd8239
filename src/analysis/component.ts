/** The interfaces of the documented analysis components: one file each, one line in `components.ts`. */
import type { Analyzer } from "./analyzer.ts";
import type { ComponentParameters, ComponentSettings } from "./component-parameters.ts";
import type { CharFilter, TokenFilter, Tokenizer } from "./token-list.ts";

/** A documented tokenizer. */
export interface TokenizerKind {
  readonly name: string;
  readonly summary: string;
  /** See TokenFilterKind. */
  readonly byName?: ComponentSettings | false;
  create(parameters: ComponentParameters): Tokenizer;
}

/** A documented token filter. */
export interface TokenFilterKind {
  readonly name: string;
  readonly summary: string;
  /** Unimplemented parts, for the generated documentation. */
  readonly incomplete?: string;
  /** Whether normalizers may use it: it handles each character independently. */
  readonly normalizing?: boolean;
  /**
   * Settings of the preconfigured component of this name (absent: no settings); false: there is no preconfigured one.
   */
  readonly byName?: ComponentSettings | false;
  /** It is not a type for settings: only the preconfigured component exists. */
  readonly onlyByName?: true;
  create(parameters: ComponentParameters): TokenFilter;
}

/** A documented char filter. */
export interface CharFilterKind {
  readonly name: string;
  readonly summary: string;
  readonly normalizing?: boolean;
  /** See TokenFilterKind. */
  readonly byName?: ComponentSettings | false;
  create(parameters: ComponentParameters): CharFilter;
}

/** A documented analyzer that is not composed by users. */
export interface AnalyzerKind {
  readonly name: string;
  readonly summary: string;
  /** See TokenFilterKind. */
  readonly byName?: ComponentSettings | false;
  /** `name` is the configured name, which may differ from that of the kind. */
  create(name: string, parameters: ComponentParameters): Analyzer;
}
