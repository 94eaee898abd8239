/**
 * Downsampling: an index of time series becomes another one with one point for each series and interval. It may be
 * begun again after a crash: documents that were written have the same ids, and the index says of itself when it is
 * done.
 */
import { createDownsampled } from "../cluster/changes/create-downsampled.ts";
import { putSettings } from "../cluster/changes/put-settings.ts";
import type { ChangeSource } from "../cluster/cluster-change.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { intervalFault, intervalMs } from "../cluster/downsample-interval.ts";
import { indexNotFound } from "../cluster/index-expressions.ts";
import { dateFormat } from "../compat/dates/date-format.ts";
import { fromPortableError, RequestError } from "../compat/errors.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { valueText } from "../compat/value-text.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { assert } from "../core/assert.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { Documents, WriteItem } from "../documents/documents.ts";
import { downsampledInterval, seriesFields } from "../mapping/time-series/downsampled-mapping.ts";
import { isTimeSeries } from "../mapping/time-series/index-mode.ts";
import { timeBounds } from "../mapping/time-series/time-bounds.ts";
import type { SearchService } from "../search/search-service.ts";
import { searchSystem } from "../search/system-search.ts";
import { type FoundPoint, SummarisedPoints } from "./summarised-points.ts";

/** Points of a page, and documents of a batch. */
const PAGE = 1000;

export interface DownsamplingDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "refresh" | "write" | "forceMerge">;
  readonly searches: Pick<SearchService, "search">;
}

/** What is asked for. */
export interface DownsampleRequest {
  readonly source: string;
  readonly target: string;
  readonly interval: string;
}

/** For whom it is done. */
export interface DownsampleRun {
  readonly changes: ChangeSource;
  /** Throws when nobody waits any more. */
  goOn?(): void;
}

export class Downsampling {
  readonly #parts: DownsamplingDependencies;
  /** By target: who asks for the same waits for the same. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(parts: DownsamplingDependencies) {
    this.#parts = parts;
  }

  /** Resolves when the target is there as a whole. Throws what is wrong with the request before anything is made. */
  async run(request: DownsampleRequest, run: DownsampleRun): Promise<void> {
    const { cluster } = this.#parts;
    const source = checkedSource(ownOf(cluster.state.indices, request.source), request);
    if (isDownsampled(ownOf(cluster.state.indices, request.target), source)) return;
    let running = this.#running.get(request.target);
    if (!running) {
      running = this.#run(source, request, run).finally(() => this.#running.delete(request.target));
      this.#running.set(request.target, running);
    }
    await running;
  }

  async #run(source: IndexMetadata, { target, interval }: DownsampleRequest, run: DownsampleRun): Promise<void> {
    const { cluster, documents } = this.#parts;
    const { state } = await cluster.apply(run.changes, createDownsampled({ source, target, interval }));
    const made = ownOf(state.indices, target);
    assert(made !== undefined, "an index that was made is there");
    await documents.refresh([source.uuid]);
    await this.#writePoints(source, made, run);
    await documents.refresh([made.uuid]);
    const { "index.hidden": hidden } = source.settings;
    const settings = {
      "index.blocks.write": "true",
      "index.number_of_replicas": String(source.numberOfReplicas),
      "index.hidden": hidden === undefined ? null : String(hidden),
      "index.downsample.status": "success",
    };
    await cluster.apply(run.changes, putSettings([target], settings, { preserveExisting: false }));
    await documents.forceMerge([made.uuid], { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
  }

  async #writePoints(source: IndexMetadata, target: IndexMetadata, run: DownsampleRun): Promise<void> {
    const fields = seriesFields(source.mapping);
    const format = dateFormat(fields.timestampFormat);
    const points = new SummarisedPoints({
      fields,
      intervalMs: intervalMs(String(target.settings["index.downsample.interval"])),
      startMs: timeBounds(source.settings).startMs,
      timestamp: (ms) => format.print(ms),
    });
    let batch: JsonObject[] = [];
    for await (const point of this.#points(source)) {
      const document = points.add(point);
      if (document) batch.push(document);
      if (batch.length < PAGE) continue;
      await this.#write(target, batch);
      batch = [];
      run.goOn?.();
    }
    const last = points.end();
    await this.#write(target, last ? [...batch, last] : batch);
  }

  /** By series, and the newest of one first, which is the order of the index. */
  async *#points(source: IndexMetadata): AsyncGenerator<FoundPoint> {
    const { dimensions, metrics, labels } = seriesFields(source.mapping);
    const all = [...dimensions, ...metrics, ...labels];
    const body = {
      size: PAGE,
      track_total_hits: false,
      sort: [{ _tsid: "asc" }, { "@timestamp": { order: "desc", format: "strict_date_optional_time_nanos" } }],
      docvalue_fields: all.filter(({ from }) => from === "columns").map(({ path }) => path),
      _source: { includes: ["_doc_count", ...all.filter(({ from }) => from === "source").map(({ path }) => path)] },
    };
    let after: Json | undefined;
    for (;;) {
      const asked: JsonObject = after === undefined ? body : { ...body, search_after: after };
      const { hits } = await searchSystem(this.#parts, [source], asked);
      for (const { sort, fields, _source: found } of hits) {
        assert(Array.isArray(sort), "a hit of a sorted search says where it stands");
        after = sort;
        yield {
          series: valueText(sort[0] ?? null),
          timestampMs: Date.parse(valueText(sort[1] ?? null)),
          fields: isJsonObject(fields) ? fields : {},
          source: isJsonObject(found) ? found : {},
        };
      }
      if (hits.length < PAGE) return;
    }
  }

  async #write({ name: index }: IndexMetadata, batch: readonly JsonObject[]): Promise<void> {
    if (batch.length === 0) return;
    const items = batch.map((document): WriteItem => ({
      kind: "index",
      index,
      id: undefined,
      source: Buffer.from(writeJson(document)),
      options: {},
      pipeline: "_none",
    }));
    for (const result of await this.#parts.documents.write(items, { refresh: "false" }))
      if (!result.ok) throw fromPortableError(result.error);
  }
}

/** The index, if it can be downsampled as is asked. */
function checkedSource(source: IndexMetadata | undefined, request: DownsampleRequest): IndexMetadata {
  if (!source) throw indexNotFound(request.source, "", false);
  if (!isTimeSeries(source.settings))
    throw failed(`Rollup requires setting [index.mode=time_series] for index [${source.name}]`);
  if (source.settings["index.blocks.write"] !== "true")
    throw failed(`Downsample requires setting [index.blocks.write = true] for index [${source.name}]`);
  const before = downsampledInterval(source.mapping);
  const fault = before === undefined ? undefined : intervalFault(before, request.interval);
  if (fault !== undefined) throw validationFailed([`Source index is a downsampled index. ${fault}`]);
  if (seriesFields(source.mapping).dimensions.length === 0)
    throw validationFailed([`Index [${source.name}] does not contain any dimension fields`]);
  return source;
}

/** Whether the target is there as a whole. Throws 400 where it is something else. */
function isDownsampled(target: IndexMetadata | undefined, source: IndexMetadata): boolean {
  if (!target) return false;
  const { "index.downsample.status": status, "index.downsample.source.uuid": from } = target.settings;
  if (from === source.uuid) return status === "success";
  const details = { index_uuid: target.uuid, index: target.name };
  const reason = `index [${target.name}/${target.uuid}] already exists`;
  throw new RequestError(400, "resource_already_exists_exception", reason, { details });
}

function failed(reason: string): RequestError {
  return new RequestError(500, "exception", reason);
}
