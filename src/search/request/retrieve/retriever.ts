/** The interface of a retriever: one documented name, one file, one line in `retrievers.ts`. */
import type { RequestText } from "../../../compat/request-text.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { SortSpec } from "../../../hits/sort/sort-spec.ts";
import type { CollapseSpec } from "../collapse.ts";
import type { SearchRequest } from "../search-request.ts";
import type { HitReference } from "../../shard-result.ts";

/** A documented retriever. */
export interface RetrieverKind {
  readonly name: string;
  /** Whether it combines what others find. */
  readonly compound: boolean;
  /** Reads its body. Throws RequestError 400. */
  parse(body: RequestText, context: RetrieverContext): Retriever;
}

/** What a retriever is read with. */
export interface RetrieverContext {
  /** Reads a retriever within another one. */
  readonly retriever: (request: RequestText, body: JsonObject) => Retriever;
  /** Reads the collapsing of hits. */
  readonly collapse: (request: RequestText, body: JsonObject) => CollapseSpec;
}

export type Retriever = LeafRetriever | CompoundRetriever;

/** What all retrievers have. */
export interface RetrieverHead {
  readonly kind: string;
  readonly filters: readonly Json[];
  readonly minScore: number | undefined;
}

/** A search. */
export interface LeafRetriever extends RetrieverHead {
  readonly query: Json | undefined;
  /** As the section `knn` of a search. */
  readonly section: JsonObject | undefined;
  readonly sort: readonly SortSpec[];
  readonly searchAfter: readonly Json[] | undefined;
  readonly terminateAfter: number;
  readonly collapse: CollapseSpec | undefined;
  /** What of these was said: searches within others cannot have them. */
  readonly onlyAlone: readonly string[];
}

/** Combines what others find. */
export interface CompoundRetriever extends RetrieverHead {
  readonly children: readonly Retriever[];
  /** How many hits of each child are looked at, and are in the result at most. */
  readonly window: number;
  /** What the documentation calls that. */
  readonly windowName: "rank_window_size" | "window_size";
  /** Changes what a child asks for that is a search itself. */
  readonly change?: (request: SearchRequest) => void;
  /** A query around what the child finds: documents that stand before all others, or that are left out. */
  readonly around?: ((organic: Json) => Json) | undefined;
  /** Changes what is asked of the hits of a child that is not a search itself. */
  readonly again?: ((request: SearchRequest) => void) | undefined;
  /** What a model orders the result by. */
  readonly rerank?: Rerank;
  /** Gives the hits of the children, best first, their new scores; the order is made of these. */
  merge(lists: readonly (readonly RankedHit[])[]): readonly RankedHit[];
}

/** Texts of hits, compared with one by a model. */
export interface Rerank {
  readonly endpoint: string;
  readonly text: string;
  readonly field: string;
  /** Whether hits keep their order when the model cannot be asked. */
  readonly allowsFailures: boolean;
}

/** A hit with the score that it has by now. */
export interface RankedHit {
  readonly key: string;
  readonly hit: HitReference;
  readonly score: number;
}

export function isCompound(retriever: Retriever): retriever is CompoundRetriever {
  return "children" in retriever;
}
