/** What a shard answers to a write. */
import type { WriteResult } from "../documents.ts";

type Written = Extract<WriteResult, { ok: true }>;

/** The error is a RequestError, or anything else for our bug. */
export type ShardOutcome =
  | (Pick<Written, "version" | "seqNo" | "primaryTerm" | "result" | "get"> & {
      readonly ok: true;
      /** Set where the id was made here: that of a point of a time series. */
      readonly id?: string;
      /** How long it took, where the index tells of slow writes. */
      readonly tookMs?: number;
    })
  | { readonly ok: false; readonly error: unknown; readonly id?: string };
