/** The interface of an operation: one documented operation, one file (`cat.count` → `cat/count.ts`), one line in `operations.ts`. */
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { Json } from "../core/json.ts";
import type { Documents } from "../documents/documents.ts";
import type { RenderOptions, SearchAnswer, SearchCall } from "../search/search-service.ts";
import type { Principal } from "../security/principal.ts";
import type { NodeInfo } from "./node-info.ts";

/** A request to `/` whose operation is known, whose caller is verified and whose parameters are all known ones. */
export interface OperationRequest {
  readonly method: string;
  /** Path parameters and query string parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly principal: Principal;
  readonly render: RenderOptions;
  /** Media type of the body: `json`, `yaml`, `cbor`, `smile`, `ndjson`; undefined without a body. */
  readonly contentType: string | undefined;
  /** Whole body as bytes (inflated); empty when none. Not to be used together with `chunks`. */
  body(): Promise<Uint8Array>;
  /** Body parsed (of any content type), undefined when empty; a broken one is a 400 in the original's words. */
  json(): Promise<Json | undefined>;
  /** Body as a stream of pieces, for bulk. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Bytes that the client announced; 0 when unknown. */
  readonly contentLength: number;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
  readonly startedMs: number;
  /** Adds a deprecation warning (header `Warning: 299`). */
  warn(message: string): void;
}

/** An answer: an object to be rendered, bytes that are rendered already, a cat table or plain text. */
export type OperationResponse =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly bytes: Uint8Array; readonly contentType?: string; readonly warnings?: readonly string[]; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly table: CatTable }
  | { readonly status: number; readonly text: string };

/** A cat table's rows; `http` renders text, JSON, YAML …, with `v`, `h`, `s`, `help`, `bytes`, `time`. */
export interface CatTable {
  readonly columns: readonly CatColumn[];
  readonly rows: readonly (readonly CatValue[])[];
}

/** A column as `?help` shows it. */
export interface CatColumn {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly help: string;
  readonly right?: boolean;
  /** Shown without `h`. */
  readonly shown: boolean;
}

/** A cell: text, a number, a size in bytes, a time in milliseconds, or nothing. */
export type CatValue = string | number | bigint | boolean | null | { readonly bytes: number } | { readonly ms: number };

/** What operations may use. Built once in `server`, passed down. */
export interface Node {
  readonly cluster: ClusterService;
  readonly documents: Documents;
  /** Sends a call to a search thread. */
  search(call: SearchCall): Promise<SearchAnswer>;
  readonly info: NodeInfo;
}

/** A documented operation. Paths, methods and parameters stand in `spec/search-operations.json` under the same name. */
export interface Operation {
  /** Documented name: `search`, `indices.create`, `cat.count`. */
  readonly name: string;
  /** What the caller needs: one cluster privilege, or an index privilege on every index that the request names. */
  readonly privilege: { readonly cluster: string } | { readonly index: string } | "authenticated";
  handle(request: OperationRequest, node: Node): Promise<OperationResponse>;
}
