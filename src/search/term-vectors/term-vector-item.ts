/** What the search side is told of one document whose term vectors are wanted; travels as the JSON body of the call. */
import type { ErrorBody } from "../../compat/errors.ts";

/** `filter`: which terms of a field are shown. */
export interface TermFilter {
  readonly maxNumTerms: number;
  readonly minTermFreq: number;
  readonly maxTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  /** 0: no limit. */
  readonly maxWordLength: number;
}

/** What is to be shown. */
export interface TermVectorOptions {
  /** Names and patterns; absent: the fields that are mapped with `term_vector`. */
  readonly fields?: readonly string[] | undefined;
  readonly positions: boolean;
  readonly offsets: boolean;
  readonly payloads: boolean;
  readonly fieldStatistics: boolean;
  readonly termStatistics: boolean;
  readonly filter?: TermFilter | undefined;
  /** Names of analyzers by field. */
  readonly perFieldAnalyzer?: Readonly<Record<string, string>> | undefined;
}

/** A document as it was found or given. */
export interface TermVectorDocument {
  /** The id of a document of the index; absent: it is one of the request's own. */
  readonly id?: string | undefined;
  readonly version: number | bigint;
  /** Absent for a document of the request. */
  readonly seqNo?: number | undefined;
  readonly routing?: string | undefined;
  /** The source as text. */
  readonly source: string;
  readonly options: TermVectorOptions;
}

/** A document, or the answer that is known already: one that is not there, or an error. */
export type TermVectorItem =
  | {
      readonly document: TermVectorDocument;
      /** What an error names: also a document of the request has one, for its shard. */ readonly id: string;
    }
  | { readonly missing: { readonly index: string; readonly id: string } }
  | { readonly failed: { readonly index: string; readonly id: string; readonly error: ErrorBody } };
