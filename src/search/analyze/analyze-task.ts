/** What `_analyze` asks of a search thread. Plain data. */
import type { ComponentSettings } from "../../analysis/component-parameters.ts";
import type { FlatSettings } from "../../analysis/component-groups.ts";
import type { ReadResources } from "../../analysis/read-resources.ts";

/** The body of the call, as JSON. */
export interface AnalyzeTask {
  readonly texts: readonly string[];
  readonly analyzer: NamedAnalyzer | InlineChain;
  readonly explain: boolean;
  /** Names of the attributes to show; none: all. */
  readonly attributes: readonly string[];
  /** The most tokens that any stage may have. */
  readonly limit: number;
}

/** An analyzer of the index, or a built-in one where none is named. */
export interface NamedAnalyzer {
  readonly form: "analyzer" | "normalizer";
  readonly name: string;
  /** As the answer names it. */
  readonly shown: string;
  readonly gap: number;
}

/** A chain that the request puts together. */
export interface InlineChain {
  readonly form: "chain";
  readonly charFilters: readonly (string | ComponentSettings)[];
  readonly tokenizer: string | ComponentSettings;
  readonly tokenFilters: readonly (string | ComponentSettings)[];
  readonly indexed: boolean;
}

/** What analysis without an index of the thread's own is made of. */
export interface CallAnalysis {
  /** What is made of equal keys is the same; undefined: it is made for this call. */
  readonly key: string | undefined;
  readonly settings: FlatSettings;
  readonly read: ReadResources;
}
