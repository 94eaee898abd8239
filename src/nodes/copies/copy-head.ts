/** What a primary tells of a searcher, and how what it consists of is named. Plain data. */

/** The calls by which copies follow their primary. */
export const FOLLOW = "copies/follow";
export const READ = "copies/read";

/** A searcher without its bytes. */
export interface CopyHead {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
  /** Of the primary's process. */
  readonly generation: number;
  readonly segments: readonly {
    readonly id: number;
    readonly live: Uint32Array | undefined;
    readonly deleted: number;
  }[];
  readonly sources: readonly {
    readonly name: string;
    readonly minimumSeqNo: number;
    readonly maximumSeqNo: number;
  }[];
  /** Of all documents; -1: there are none. */
  readonly maximumSeqNo: number;
}

/** A piece of a file of a searcher that a copy asks for. */
export interface PieceRequest {
  readonly uuid: string;
  readonly shard: number;
  readonly generation: number;
  readonly file: CopyFile;
  readonly offset: number;
}

/**
 * A file: a segment by its number, a file of sealed sources by its name, or one that is made of the sources that are
 * not sealed yet, behind a sequence number: places in the log of a node mean nothing to others.
 */
export type CopyFile =
  | { readonly kind: "segment"; readonly id: number }
  | { readonly kind: "sources"; readonly name: string }
  | { readonly kind: "unsealed"; readonly after: number };

/** A piece, and the bytes of the whole file. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly total: number;
}

export const PIECE_BYTES = 4 * 1024 * 1024;
