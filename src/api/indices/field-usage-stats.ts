/**
 * `indices.field_usage_stats`: how many searches read which structures of which fields, since the shard is in this
 * process. A column is what queries compare in the place of points, and is counted as these for them.
 */
import { simpleMatch } from "../../compat/wildcard.ts";
import { put } from "../../core/names.ts";
import { type FieldReadCounts, noReads } from "../../search/shard/read-counts.ts";
import type { Operation, Services } from "../operation.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { allocationId } from "../stats/shard-copies.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

type ByField = Map<string, number[]>;

export const fieldUsageStats: Operation = {
  name: "indices.field_usage_stats",
  actions: ["indices:monitor/field_usage_stats"],

  async handle(request, services) {
    const { parameters, principal } = request;
    const options = indexOptions(parameters, SEARCHED_INDICES);
    const indices = visibleIndices(services, principal, parameters["index"], options, "monitor");
    const patterns = (parameters["fields"] ?? "*").split(",");
    const counted = await countsByShard(services, (field) => patterns.some((pattern) => simpleMatch(pattern, field)));
    const body: Record<string, unknown> = { _shards: shardsAnswer(indices) };
    for (const { metadata } of indices) {
      const shards = Array.from({ length: metadata.numberOfShards }, (_, shard) => ({
        tracking_id: allocationId(metadata, shard),
        tracking_started_at_millis: Math.max(metadata.creationDateMs, services.info.startedMs),
        routing: { state: "STARTED", primary: true, node: services.info.id, relocating_node: null },
        stats: shownShard(counted.get(`${metadata.uuid}/${shard}`) ?? new Map()),
      }));
      put(body, metadata.name, { shards });
    }
    return { status: 200, body };
  },
};

/** What all threads counted. */
async function countsByShard(services: Services, isAsked: (field: string) => boolean): Promise<Map<string, ByField>> {
  const byShard = new Map<string, ByField>();
  for (const { uuid, shard, fields } of await services.readCounts()) {
    const key = `${uuid}/${shard}`;
    let sums = byShard.get(key);
    if (!sums) byShard.set(key, (sums = new Map()));
    for (const [field, counts] of fields) {
      if (!isAsked(field)) continue;
      let sum = sums.get(field);
      if (!sum) sums.set(field, (sum = noReads()));
      add(sum, counts);
    }
  }
  return byShard;
}

function add(sum: number[], counts: FieldReadCounts): void {
  counts.forEach((count, at) => (sum[at]! += count));
}

function shownShard(fields: ByField): object {
  const all = noReads();
  const shown: Record<string, unknown> = {};
  for (const [field, counts] of [...fields].sort(([one], [other]) => (one < other ? -1 : 1))) {
    add(all, counts);
    put(shown, field, shownCounts(counts));
  }
  return { all_fields: shownCounts(all), fields: shown };
}

function shownCounts(counts: FieldReadCounts): object {
  const [any, terms, postings, frequencies, positions, offsets, payloads, ...others] = counts;
  const [storedFields, docValues, points, norms, termVectors, vectors] = others;
  return {
    any,
    inverted_index: {
      terms,
      postings,
      term_frequencies: frequencies,
      positions,
      offsets,
      payloads,
      // Whatever tells where words stand is read together here.
      proximity: Math.max(positions!, offsets!, payloads!),
    },
    stored_fields: storedFields,
    doc_values: docValues,
    points,
    norms,
    term_vectors: termVectors,
    knn_vectors: vectors,
  };
}
