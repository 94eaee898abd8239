/**
 * One checkpoint of a transform: the groups of its sources, or those that changed, page by page. Documents are made for
 * whole groups and named by their keys, so that a page which is done once more after a crash changes nothing.
 */
import { fromPortableError } from "../../../compat/errors.ts";
import { writeJson } from "../../../compat/json/write-json.ts";
import { systemClock } from "../../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { WriteItem } from "../../../documents/documents.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import type { Principal } from "../../../security/principal.ts";
import type { Task } from "../../../tasks/task.ts";
import type { Services } from "../../operation.ts";
import { actingClient, actingTargets, searchAs } from "../acting-client.ts";
import { holdShards } from "../by-query/scrolled-hits.ts";
import { callerOfWrite } from "../ingest-caller.ts";
import { alignedBound } from "./aligned-bound.ts";
import { documentOf } from "./bucket-document.ts";
import { aggregationsOf, bucketsOf, filtersOf, type GroupBucket, pageSearch } from "./buckets.ts";
import { deducedTypes, ensureDestination } from "./destination.ts";
import type { TransformConfig } from "./transform-config.ts";
import { sourceOperations } from "./source-operations.ts";
import { type NextCheckpoint, type TransformRecord, writeRecord } from "./transform-record.ts";

/** What runs. */
export interface CheckpointRun {
  readonly services: Services;
  readonly id: string;
  readonly config: TransformConfig;
  /** In whose name, with the rights that it had then. */
  readonly principal: Principal;
  readonly record: TransformRecord;
  readonly task: Task;
  /** Whether to stop behind the present page. */
  readonly stops: () => boolean;
  /** Waits, unless it is to stop. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** What is held for a checkpoint is not let go while it is made. */
const KEEP_ALIVE_MS = 5 * 60_000;
/** Documents that retention removes at a time. */
const REMOVED_AT_ONCE = 1000;
/** How much the last checkpoint counts in means (`TransformIndexerStats`). */
const SMOOTHING = 2 / 11;

/** Whether the checkpoint is whole; false: there was nothing to do, or it was told to stop. */
export async function runCheckpoint(run: CheckpointRun): Promise<boolean> {
  const { services, config, principal, record, id } = run;
  const targets = actingTargets(services, principal, config.source.index);
  record.counts.triggers++;
  record.next ??= await nextCheckpoint(run, targets);
  const { next } = record;
  if (!next) return false;
  await writeRecord(services, id, record);
  const types = deducedTypes(services, config, targets);
  const made = { id, config, principal, types, nowMs: systemClock.now(), source: "server" } as const;
  await ensureDestination(services, made);
  const held = config.usesPointInTime ? await holdShards({ services, targets }, KEEP_ALIVE_MS) : undefined;
  try {
    const pages = { run, targets: held?.targets ?? targets, types, next };
    const isWhole = config.sync && record.checkpoint > 0 ? await changedGroups(pages) : await allPages(pages, []);
    if (!isWhole) return false;
  } finally {
    held?.release();
  }
  await finish(run, next);
  return true;
}

/** Undefined: nothing came since the last one. */
async function nextCheckpoint(
  run: CheckpointRun,
  targets: readonly SearchTarget[],
): Promise<NextCheckpoint | undefined> {
  const { config, record } = run;
  const startedMs = systemClock.now();
  const { read: readBefore, indexed: indexedBefore } = record.counts;
  const operations = await sourceOperations(run.services, targets);
  const began = { startedMs, readBefore, indexedBefore, operations };
  if (!config.sync) return { ...began, upperMs: undefined };
  const upperMs = alignedBound(config, startedMs - config.sync.delayMs);
  if (record.checkpoint > 0) {
    if (upperMs <= (record.upperMs ?? 0)) return undefined;
    const query = { bool: { filter: [config.source.query, timeRange(config, record.upperMs, upperMs)] } };
    const { runtime } = config.source;
    const body = {
      size: 0,
      terminate_after: 1,
      query,
      ...(Object.keys(runtime).length > 0 ? { runtime_mappings: runtime } : {}),
    };
    const { hits } = await search(run, targets, body);
    const total = isJsonObject(hits) && isJsonObject(hits["total"]) ? Number(hits["total"]["value"]) : 0;
    if (total === 0) return undefined;
  }
  record.changesMs = startedMs;
  return { ...began, upperMs };
}

interface Pages {
  readonly run: CheckpointRun;
  readonly targets: readonly SearchTarget[];
  readonly types: Readonly<Record<string, string>>;
  readonly next: NextCheckpoint;
}

/** The groups of documents that came since the last checkpoint, each as a whole. */
async function changedGroups(pages: Pages): Promise<boolean> {
  const { run, targets, next } = pages;
  const { config, record } = run;
  for (;;) {
    if (run.stops()) return false;
    const filters = [timeRange(config, record.upperMs, next.upperMs)];
    const body = pageSearch(config, { filters, after: next.changedAfter, aggregations: {} });
    const { buckets, after } = bucketsOf(await search(run, targets, body));
    if (buckets.length === 0) return true;
    if (!(await allPages(pages, filtersOf(config, buckets)))) return false;
    next.after = undefined;
    next.changedAfter = after;
    await writeRecord(run.services, run.id, record);
    if (!after || buckets.length < config.pageSize) return true;
  }
}

async function allPages({ run, targets, types, next }: Pages, changed: readonly JsonObject[]): Promise<boolean> {
  const { config, record, services, id } = run;
  const filters = config.sync ? [timeRange(config, undefined, next.upperMs), ...changed] : changed;
  const aggregations = aggregationsOf(config);
  for (;;) {
    if (run.stops()) return false;
    const body = pageSearch(config, { filters, after: next.after, aggregations });
    const { buckets, after } = bucketsOf(await search(run, targets, body));
    const read = buckets.reduce((sum, { docCount }) => sum + docCount, 0);
    if (buckets.length > 0) await write(run, buckets, types);
    record.counts.pages++;
    record.counts.read += read;
    next.after = after;
    if (!after) return true;
    await writeRecord(services, id, record);
    if (Number.isFinite(config.docsPerSecond)) await run.pause((read / config.docsPerSecond) * 1000);
  }
}

async function search(
  { services, principal, task, record }: CheckpointRun,
  targets: readonly SearchTarget[],
  body: JsonObject,
): Promise<JsonObject> {
  const { counts } = record;
  const began = systemClock.monotonicMs();
  record.searchedMs = systemClock.now();
  try {
    return await searchAs(actingClient(principal, task), services, { targets, body });
  } catch (error) {
    counts.searchFailures++;
    throw error;
  } finally {
    counts.searchTotal++;
    counts.searchMs += Math.round(systemClock.monotonicMs() - began);
  }
}

async function write(
  run: CheckpointRun,
  buckets: readonly GroupBucket[],
  types: Readonly<Record<string, string>>,
): Promise<void> {
  const { config } = run;
  const { index, pipeline } = config.dest;
  const items = buckets.map((bucket): WriteItem => {
    const { id, source } = documentOf(config, bucket, types);
    return { kind: "index", index, id, source: Buffer.from(writeJson(source)), options: {}, pipeline };
  });
  const began = systemClock.monotonicMs();
  await send(run, items);
  const { counts } = run.record;
  counts.indexTotal++;
  counts.indexMs += Math.round(systemClock.monotonicMs() - began);
  counts.indexed += items.length;
}

/** Throws the first failure. */
async function send({ services, principal, record }: CheckpointRun, items: readonly WriteItem[]): Promise<void> {
  const caller = await callerOfWrite(principal, services);
  const results = await services.documents.write(items, { refresh: "false", grant: principal.indices, caller });
  for (const result of results) {
    if (result.ok) continue;
    record.counts.indexFailures++;
    throw fromPortableError(result.error);
  }
}

async function finish(run: CheckpointRun, next: NextCheckpoint): Promise<void> {
  const { record, services, id, config } = run;
  const index = ownOf(services.cluster.state.indices, config.dest.index);
  if (index) await services.documents.refresh([index.uuid]);
  if (config.retention) await retain(run, config.retention);
  const { counts } = record;
  const nowMs = systemClock.now();
  const isFirst = record.checkpoint === 0;
  const mean = (before: number, value: number): number => (isFirst ? value : before + SMOOTHING * (value - before));
  counts.meanCheckpointMs = mean(counts.meanCheckpointMs, nowMs - next.startedMs);
  counts.meanRead = mean(counts.meanRead, counts.read - next.readBefore);
  counts.meanIndexed = mean(counts.meanIndexed, counts.indexed - next.indexedBefore);
  record.checkpoint++;
  record.checkpointMs = next.startedMs;
  record.upperMs = next.upperMs;
  record.operations = next.operations;
  record.next = undefined;
  await writeRecord(services, id, record);
}

/** Removes what is older than it may become. */
async function retain(
  run: CheckpointRun,
  { field, maxAgeMs }: { readonly field: string; readonly maxAgeMs: number },
): Promise<void> {
  const { services, config, principal, record } = run;
  const { index } = config.dest;
  const began = systemClock.monotonicMs();
  const range = { [field]: { lt: systemClock.now() - maxAgeMs, format: "epoch_millis" } };
  for (;;) {
    const targets = actingTargets(services, principal, [index]);
    const body = { size: REMOVED_AT_ONCE, _source: false, sort: ["_doc"], query: { range } };
    const { hits } = await search(run, targets, body);
    const found = isJsonObject(hits) && Array.isArray(hits["hits"]) ? hits["hits"] : [];
    const items = found.flatMap((hit): WriteItem[] =>
      isJsonObject(hit) && typeof hit["_id"] === "string"
        ? [{ kind: "delete", index, id: hit["_id"], options: {} }]
        : [],
    );
    if (items.length === 0) break;
    await send(run, items);
    record.counts.deleted += items.length;
    await services.documents.refresh(targets.map(({ uuid }) => uuid));
  }
  record.counts.deleteMs += Math.round(systemClock.monotonicMs() - began);
}

function timeRange({ sync }: TransformConfig, from: number | undefined, to: number | undefined): JsonObject {
  const bounds = {
    ...(from === undefined ? {} : { gte: from }),
    ...(to === undefined ? {} : { lt: to }),
    format: "epoch_millis",
  };
  return { range: { [sync?.field ?? ""]: bounds } };
}
