/** How far a transform is: one document of a system index for each, written when a page is done. */
import { createIndex } from "../../../cluster/changes/create-index.ts";
import { fromPortableError } from "../../../compat/errors.ts";
import { parseJsonBytes } from "../../../compat/json/parse-json.ts";
import { assert } from "../../../core/assert.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { writeJson } from "../../../compat/json/write-json.ts";
import type { WriteItem } from "../../../documents/documents.ts";
import type { Services } from "../../operation.ts";

/** Name of the index. */
export const TRANSFORMS_INDEX = ".wardex-transforms";

const SETTINGS: JsonObject = {
  index: { number_of_shards: 1, auto_expand_replicas: "0-1", hidden: true, refresh_interval: "-1" },
};

/** What was done until now. */
export interface TransformCounts {
  pages: number;
  read: number;
  indexed: number;
  deleted: number;
  triggers: number;
  indexMs: number;
  indexTotal: number;
  indexFailures: number;
  searchMs: number;
  searchTotal: number;
  searchFailures: number;
  processMs: number;
  deleteMs: number;
  meanCheckpointMs: number;
  meanIndexed: number;
  meanRead: number;
}

export type SourceOperations = Readonly<Record<string, number>>;

/** The checkpoint under way. */
export interface NextCheckpoint {
  readonly startedMs: number;
  /** Documents are read up to this time; undefined without a sync. */
  readonly upperMs: number | undefined;
  /** Behind which changed group the present ones stand. */
  changedAfter?: JsonObject | undefined;
  /** The last bucket that was written. */
  after?: JsonObject | undefined;
  readBefore: number;
  indexedBefore: number;
  /** Operations that each source had seen, by its name. */
  readonly operations?: SourceOperations | undefined;
}

/** A transform's progress. */
export interface TransformRecord {
  state: "started" | "stopped" | "failed";
  reason?: string | undefined;
  checkpoint: number;
  checkpointMs: number;
  upperMs?: number | undefined;
  operations?: SourceOperations | undefined;
  next?: NextCheckpoint | undefined;
  changesMs?: number | undefined;
  searchedMs?: number | undefined;
  counts: TransformCounts;
}

export function newRecord(): TransformRecord {
  const counts = {
    pages: 0,
    read: 0,
    indexed: 0,
    deleted: 0,
    triggers: 0,
    indexMs: 0,
    indexTotal: 0,
    indexFailures: 0,
    searchMs: 0,
    searchTotal: 0,
    searchFailures: 0,
    processMs: 0,
    deleteMs: 0,
    meanCheckpointMs: 0,
    meanIndexed: 0,
    meanRead: 0,
  };
  return { state: "stopped", checkpoint: 0, checkpointMs: 0, counts };
}

/** The index (uuid) that a record is of. */
const indexOf = new WeakMap<TransformRecord, string>();

/** Undefined: there is none. */
export async function readRecord(services: Services, id: string): Promise<TransformRecord | undefined> {
  const metadata = services.cluster.state.indices[TRANSFORMS_INDEX];
  if (!metadata) return undefined;
  const [found] = await services.get([
    { metadata, access: undefined, get: { index: TRANSFORMS_INDEX, id, realtime: true } },
  ]);
  if (!found || !("found" in found)) throw found ? fromPortableError(found) : new Error("the get was not answered");
  if (!found.found) return undefined;
  const source = parseJsonBytes(found.source);
  assert(isJsonObject(source), "a record is an object");
  const record = source as unknown as TransformRecord;
  indexOf.set(record, metadata.uuid);
  return record;
}

/**
 * Keeps a record; it is durable when this resolves. Nothing is kept of one whose index was replaced by that of a
 * snapshot meanwhile.
 */
export async function writeRecord(services: Services, id: string, record: TransformRecord): Promise<void> {
  const { cluster } = services;
  if (!cluster.state.indices[TRANSFORMS_INDEX]) {
    const mappings = { dynamic: "false" };
    const creation = { name: TRANSFORMS_INDEX, settings: SETTINGS, mappings, aliases: {}, system: true };
    await cluster.apply("server", createIndex(creation));
  }
  const { uuid = "" } = cluster.state.indices[TRANSFORMS_INDEX] ?? {};
  if ((indexOf.get(record) ?? uuid) !== uuid) return;
  indexOf.set(record, uuid);
  const source = Buffer.from(writeJson(record as unknown as JsonObject));
  await send(services, { kind: "index", index: TRANSFORMS_INDEX, id, source, options: {}, pipeline: "_none" });
}

export async function deleteRecord(services: Services, id: string): Promise<void> {
  if (!services.cluster.state.indices[TRANSFORMS_INDEX]) return;
  await send(services, { kind: "delete", index: TRANSFORMS_INDEX, id, options: {} });
}

async function send({ documents }: Services, item: WriteItem): Promise<void> {
  const [result] = await documents.write([item], { refresh: "false" });
  if (result?.ok === false) throw fromPortableError(result.error);
}
