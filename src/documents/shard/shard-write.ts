/** A write as a shard takes it, and what came of it. */
import type { WriteOptions, WriteResult } from "../documents.ts";
import type { SourceFilter } from "../documents.ts";
import type { UpdateSpec } from "../write/update-request.ts";

/** One write, valid in itself, placed on its shard. */
export type ShardWrite =
  | {
      readonly kind: "index" | "create";
      readonly id: string;
      /** The id was made here, so that no document can have it yet. */
      readonly generated: boolean;
      readonly source: Uint8Array;
      readonly options: WriteOptions;
      readonly dynamicTemplates?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly kind: "delete"; readonly id: string; readonly options: WriteOptions }
  | {
      readonly kind: "update";
      readonly id: string;
      readonly spec: UpdateSpec;
      readonly options: WriteOptions;
      readonly sourceFilter: SourceFilter | undefined;
    };

/** What the shard answers; the error is a RequestError, or anything else for our bug. */
export type ShardOutcome =
  | {
      readonly ok: true;
      readonly version: number | bigint;
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly result: Extract<WriteResult, { ok: true }>["result"];
      readonly get?: Extract<WriteResult, { ok: true }>["get"];
    }
  | { readonly ok: false; readonly error: unknown };
