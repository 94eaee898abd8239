/**
 * The place of ingest: between the reading of items and their placement, so that a pipeline may change index, id and
 * routing of a document, or drop it.
 */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { PortableError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import type { WriteItem } from "../documents.ts";

export type IndexSettings = IndexMetadata["settings"];

/** What became of items, by their places among what was given. */
export interface Ingested {
  /** What goes on, changed or as it was; undefined where an item was dropped or failed. */
  readonly items: readonly (WriteItem | undefined)[];
  readonly dropped: readonly number[];
  readonly failed: readonly { readonly at: number; readonly error: PortableError }[];
  /** The pipelines that ran, for items that ask for them. */
  readonly executed: ReadonlyMap<number, readonly string[]> | undefined;
  /** Undefined: no item has a pipeline. */
  readonly tookMs: number | undefined;
}

/** What is known beside the items. */
export interface IngestRequest {
  /** Settings of the index behind a name, or of the one that would be made; undefined when it is to be none. */
  readonly settingsOf: (name: string) => MaybeLater<IndexSettings | undefined>;
  /** Who writes, where pipelines may ask for it. */
  readonly caller: JsonObject | undefined;
}

/** Runs the pipelines of items. */
export type Ingest = (items: readonly WriteItem[], request: IngestRequest) => Promise<Ingested>;
