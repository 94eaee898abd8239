/** The interface of a suggester: one documented name, one file, one line in `suggesters.ts`. */
import type { Analyzer } from "../../analysis/analyzer.ts";
import type { RequestText } from "../../compat/request-text.ts";
import type { JsonPath } from "../../compat/json/locate-json.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView } from "../../query/query.ts";

/** One suggestion of a request. Plain data. */
export interface Suggestion<Options = unknown> extends ParsedSuggestion<Options> {
  /** As the response calls it. */
  readonly name: string;
  /** Name of the suggester. */
  readonly kind: string;
  /** What is analysed; undefined: nothing was given. */
  readonly text: string | undefined;
  readonly prefix: string | undefined;
  readonly regex: string | undefined;
}

/** What the object of a suggester says. */
export interface ParsedSuggestion<Options = unknown> {
  readonly field: string;
  readonly analyzer: string | undefined;
  readonly size: number;
  /** undefined: as many as `size`, or at least five. */
  readonly shardSize: number | undefined;
  /** What is special about the suggester. */
  readonly options: Options;
}

/** What a shard suggests for one piece of the text. Plain data. */
export interface SuggestedEntry {
  readonly text: string;
  /** In UTF-16 units of the text that was given. */
  readonly offset: number;
  readonly length: number;
  readonly options: readonly SuggestedOption[];
  /** For phrases: the score that options must exceed. */
  readonly cutoff?: number;
}

/** One suggested text. */
export interface SuggestedOption {
  readonly text: string;
  /** A float32. */
  readonly score: number;
  /** The text with what was replaced marked. */
  readonly highlighted?: string;
  /** Whether documents match it, where that is to be shown. */
  readonly collateMatch?: boolean;
  /** Documents with the term. */
  readonly freq?: number;
  /** The document that it was found in, which is shown with it. */
  readonly found?: SuggestedHit;
}

/** A document with a suggested text. Plain data. */
export interface SuggestedHit {
  readonly segment: number;
  readonly doc: number;
  /** Number of the shard among those that answered; it is given where shards are joined. */
  readonly shard: number;
  /** By name, the values of contexts in which the text was found; absent: the field has none. */
  readonly contexts?: Readonly<Record<string, readonly string[]>>;
}

/** The shard that is asked. */
export interface SuggestShard {
  readonly view: SearcherView;
  /** As the caller sees it. */
  readonly field: MappedField;
  readonly analyzer: Analyzer | undefined;
  readonly text: string;
  readonly shardSize: number;
  /** Whether the shard has no live documents: it suggests nothing. */
  readonly isEmpty: boolean;
  /** Throws when the request was cancelled; otherwise tells whether others should have their turn. */
  readonly poll: () => boolean;
  /** Whether documents match a query. Throws RequestError for one that cannot be read. */
  readonly matches: (query: JsonObject) => boolean;
}

/** How a suggester is declared. */
export interface SuggesterDefinition<Options> {
  readonly name: string;
  /** Reads its object, which stands at `path` of the request. Throws RequestError 400. */
  readonly parse: (request: RequestText, body: JsonObject, path: JsonPath) => ParsedSuggestion<Options>;
  /** What a shard suggests. Throws RequestError. */
  readonly suggest: (suggestion: Suggestion<Options>, shard: SuggestShard) => Generator<void, SuggestedEntry[]>;
  /** Joins the entries of several shards for the same piece of the text. */
  readonly merge: (suggestion: Suggestion<Options>, entries: readonly SuggestedEntry[]) => SuggestedEntry;
  /** An option as responses show it; `hit`: the document of an option that has one. */
  readonly render: (
    option: SuggestedOption,
    hit: Readonly<Record<string, unknown>> | undefined,
  ) => Record<string, unknown>;
}

/** A documented suggester. */
export type SuggesterKind = SuggesterDefinition<unknown>;

/** The suggester of a definition; its suggestions come back to it with the options that it has read. */
export function defineSuggester<Options>(definition: SuggesterDefinition<Options>): SuggesterKind {
  const { name, parse, suggest, merge, render } = definition;
  const own = (suggestion: Suggestion): Suggestion<Options> => suggestion as Suggestion<Options>;
  return {
    name,
    parse,
    render,
    suggest: (suggestion, shard) => suggest(own(suggestion), shard),
    merge: (suggestion, entries) => merge(own(suggestion), entries),
  };
}
