/**
 * The place of ingest: between the reading of items and their placement, so that a pipeline may change index, id and
 * routing of a document, or drop it. Plain data in and out, so that it need not run on the indexing thread.
 */
import { illegalArgument, type RequestError } from "../../compat/errors.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { WriteItem } from "../documents.ts";

export type IndexSettings = IndexMetadata["settings"];

/** What became of items, by their places among what was given. */
export interface Ingested {
  /** What goes on, changed or as it was; undefined where an item was dropped or failed. */
  readonly items: readonly (WriteItem | undefined)[];
  readonly dropped: readonly number[];
  readonly failed: readonly { readonly at: number; readonly error: RequestError }[];
}

/** Runs the pipelines of items. `settingsOf`: settings of the index behind a name; undefined when there is none yet. */
export type Ingest = (
  items: readonly WriteItem[],
  settingsOf: (name: string) => IndexSettings | undefined,
) => Promise<Ingested>;

const NONE: readonly never[] = [];

/** There are no pipelines: items stay as they are, and fail where one is asked for or set on their index. */
export async function withoutPipelines(
  items: readonly WriteItem[],
  settingsOf: (name: string) => IndexSettings | undefined,
): Promise<Ingested> {
  const failed: { at: number; error: RequestError }[] = [];
  let name: string | undefined;
  let settings: IndexSettings | undefined;
  items.forEach((item, at) => {
    // Most items stand behind one of the same index.
    if (item.index !== name) settings = settingsOf((name = item.index));
    const error = missingPipeline(item, settings);
    if (error) failed.push({ at, error });
  });
  if (failed.length === 0) return { items, dropped: NONE, failed: NONE };
  const without: (WriteItem | undefined)[] = [...items];
  for (const { at } of failed) without[at] = undefined;
  return { items: without, dropped: NONE, failed };
}

/**
 * A 400 for a document that would run through a pipeline: the one asked for, or else the default one of the index, and
 * its final one. `_none` is no pipeline.
 */
export function missingPipeline(
  item: Pick<WriteItem, "kind" | "pipeline">,
  settings: IndexSettings | undefined,
): RequestError | undefined {
  if (item.kind === "delete" || item.kind === "update") return undefined;
  const first = unknown(item.pipeline ?? settings?.["index.default_pipeline"]);
  return first ?? unknown(settings?.["index.final_pipeline"]);
}

function unknown(name: string | readonly string[] | undefined): RequestError | undefined {
  return name === undefined || name === "_none"
    ? undefined
    : illegalArgument(`pipeline with id [${String(name)}] does not exist`);
}
