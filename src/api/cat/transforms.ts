/** `cat.transforms`: the transforms of the cluster, with what they did. */
import type { JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Operation, Services } from "../operation.ts";
import { chosenTransforms } from "../requests/transforms/chosen-transforms.ts";
import { DEFAULT_PAGE, readTransform } from "../requests/transforms/transform-config.ts";
import type { KeptTransform } from "../requests/transforms/transforms.ts";
import { type CatRow, catTable, columnNames } from "../stats/columns.ts";

export const catTransforms: Operation = {
  name: "cat.transforms",
  actions: ["cluster:monitor/transform/get", "cluster:monitor/transform/stats/get"],

  async handle({ parameters }, services) {
    const { page } = chosenTransforms(services, parameters);
    const rows = await Promise.all(page.map((kept) => rowOf(kept, services)));
    return { status: 200, table: catTable("cat.transforms", columnNames("cat.transforms"), rows) };
  },
};

async function rowOf({ id, definition, createdMs }: KeptTransform, { transforms }: Services): Promise<CatRow> {
  const { record, state } = await transforms.view(id);
  const { counts, next } = record;
  const config = readTransform(definition);
  const { settings } = definition;
  const given: JsonObject = isJsonObject(settings) ? settings : {};
  const date = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    id,
    state,
    checkpoint: record.checkpoint,
    documents_processed: counts.read,
    checkpoint_progress: next && counts.read > next.readBefore ? "0.00" : null,
    last_search_time: date(record.searchedMs),
    changes_last_detection_time: date(record.changesMs),
    create_time: date(createdMs),
    version: "10.0.0",
    source_index: config.source.index.join(","),
    dest_index: config.dest.index,
    pipeline: config.dest.pipeline ?? null,
    description: text(definition["description"]),
    transform_type: config.sync ? "continuous" : "batch",
    frequency: text(definition["frequency"]) ?? "1m",
    max_page_search_size: Number(given["max_page_search_size"] ?? DEFAULT_PAGE),
    docs_per_second: typeof given["docs_per_second"] === "number" ? given["docs_per_second"] : "-",
    reason: record.reason ?? null,
    search_total: counts.searchTotal,
    search_failure: counts.searchFailures,
    search_time: `${counts.searchMs}ms`,
    index_total: counts.indexTotal,
    index_failure: counts.indexFailures,
    index_time: `${counts.indexMs}ms`,
    documents_indexed: counts.indexed,
    delete_time: `${counts.deleteMs}ms`,
    documents_deleted: counts.deleted,
    trigger_count: counts.triggers,
    pages_processed: counts.pages,
    processing_time: `${counts.processMs}ms`,
    checkpoint_duration_time_exp_avg: counts.meanCheckpointMs,
    indexed_documents_exp_avg: counts.meanIndexed,
    processed_documents_exp_avg: counts.meanRead,
  };
}
