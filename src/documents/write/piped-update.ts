/**
 * A single update of an index that has pipelines: they run on the document that the update makes, as it is written like
 * any other (`TransportUpdateAction`). Updates of a bulk request differ: there pipelines run on what would be inserted.
 */
import { ownOf } from "../../core/names.ts";
import { withoutInferenceFields } from "../../mapping/semantic/inference-fields.ts";
import type { WriteItem, WriteResult } from "../documents.ts";
import type { PlannedUpdate } from "../shard/accept-write.ts";
import type { IndexSettings } from "./ingest.ts";
import { type Placing, placeItems, type ShardShare } from "./place-items.ts";
import { failedItem } from "./write-results.ts";

/** How the parts of it are written. */
export interface UpdateWriting extends Placing {
  /** Writes a document through the pipelines of its index. */
  write(item: WriteItem): Promise<WriteResult | undefined>;
  /** Writes what is placed, and answers it. */
  apply(shares: readonly ShardShare[], results: WriteResult[]): Promise<void>;
  /** Has it done by the node that has the shard. */
  askNode(node: string): Promise<WriteResult | undefined>;
}

/** Whether an index has pipelines, for all that is written to it. */
export function hasPipelines(settings: IndexSettings | undefined): boolean {
  return ["index.default_pipeline", "index.final_pipeline"].some((name) => {
    const value = settings && ownOf(settings, name);
    return value !== undefined && value !== "_none";
  });
}

/** Begins again, as often as the update says, when the document was changed meanwhile. */
export async function updateThroughPipelines(item: WriteItem, writing: UpdateWriting): Promise<WriteResult> {
  for (let left = item.options.retryOnConflict ?? 0; ; left--) {
    const result = await attempt(item, writing);
    if (left <= 0 || result.ok || result.error.type !== "version_conflict_engine_exception") return result;
  }
}

async function attempt(item: WriteItem, writing: UpdateWriting): Promise<WriteResult> {
  const results: WriteResult[] = [];
  const {
    shares,
    elsewhere: [other],
  } = await placeItems([item], results, writing);
  const [share] = shares;
  const [placed] = share?.items ?? [];
  const missing = failedItem(item.index, item.id, new Error("the update was not answered"));
  if (other) return (await writing.askNode(other.node)) ?? missing;
  if (!share || !placed) return results[0] ?? missing;
  const { name } = share.entry.state.metadata;
  let planned: PlannedUpdate | undefined;
  try {
    planned = await share.engine.planUpdate(placed);
  } catch (error) {
    return failedItem(name, item.id, error);
  }
  if (!planned) {
    await writing.apply(shares, results);
    return results[0] ?? missing;
  }
  const written = (await writing.write(documentOf(item, planned))) ?? missing;
  const { shown, routing } = planned;
  if (!written.ok || shown === undefined || written.result === "noop") return written;
  const { seqNo, primaryTerm } = written;
  const get = { found: true, seqNo, primaryTerm, source: shown, ...(routing === undefined ? {} : { routing }) };
  return { ...written, get };
}

function documentOf({ index, id, dynamicTemplates }: WriteItem, planned: PlannedUpdate): WriteItem {
  const { routing, present } = planned;
  // Pipelines may change any text: what was made of texts before is made once more.
  const source = withoutInferenceFields(planned.source);
  const options = present ? { routing, ifSeqNo: present.seqNo, ifPrimaryTerm: present.primaryTerm } : { routing };
  return { kind: present ? "index" : "create", index, id, source, options, dynamicTemplates };
}
