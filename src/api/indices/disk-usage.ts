/**
 * `indices.disk_usage`: how many bytes each field takes. Points and term vectors take none here: columns serve both.
 */
import { illegalArgument } from "../../compat/errors.ts";
import { put } from "../../core/names.ts";
import type { FieldBytes, ShardDiskUsage } from "../../documents/documents.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { humanized } from "../requests/humanize.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const diskUsage: Operation = {
  name: "indices.disk_usage",
  actions: ["indices:admin/analyze_disk_usage"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters, principal } = request;
    const flush = booleanParameter(parameters, "flush", true);
    if (!booleanParameter(parameters, "run_expensive_tasks", false))
      throw illegalArgument(
        "analyzing the disk usage of an index is expensive and resource-intensive, the parameter [run_expensive_tasks] must be set to [true] in order for the task to be performed.",
      );
    const options = indexOptions(parameters, { ...SEARCHED_INDICES, allowNoIndices: false });
    const indices = visibleIndices(services, principal, parameters["index"], options, "manage");
    const uuids = indices.map(({ metadata }) => metadata.uuid);
    if (flush) await services.documents.flush(uuids, { force: true });
    const shards = await services.documents.diskUsage(uuids);
    const body: Record<string, unknown> = { _shards: shardsAnswer(indices) };
    indices.forEach(({ metadata }, at) => put(body, metadata.name, shownIndex(shards[at] ?? [])));
    // Texts are shown unless they are not wanted.
    return { status: 200, body: humanized(body, parameters["human"] !== "false") };
  },
};

function shownIndex(shards: readonly ShardDiskUsage[]): object {
  const fields = new Map<string, FieldBytes>();
  for (const shard of shards)
    for (const [name, bytes] of shard.fields) fields.set(name, added(fields.get(name) ?? NOTHING, bytes));
  const shown: Record<string, unknown> = {};
  for (const name of [...fields.keys()].sort()) put(shown, name, shownField(fields.get(name)!));
  return {
    store_size_in_bytes: shards.reduce((sum, { storeBytes }) => sum + storeBytes, 0),
    all_fields: shownField([...fields.values()].reduce(added, NOTHING)),
    fields: shown,
  };
}

const NOTHING: FieldBytes = { invertedIndex: 0, storedFields: 0, docValues: 0, norms: 0, knnVectors: 0 };

function added(one: FieldBytes, other: FieldBytes): FieldBytes {
  return {
    invertedIndex: one.invertedIndex + other.invertedIndex,
    storedFields: one.storedFields + other.storedFields,
    docValues: one.docValues + other.docValues,
    norms: one.norms + other.norms,
    knnVectors: one.knnVectors + other.knnVectors,
  };
}

function shownField({ invertedIndex, storedFields, docValues, norms, knnVectors }: FieldBytes): object {
  return {
    total_in_bytes: invertedIndex + storedFields + docValues + norms + knnVectors,
    inverted_index: { total_in_bytes: invertedIndex },
    stored_fields_in_bytes: storedFields,
    doc_values_in_bytes: docValues,
    points_in_bytes: 0,
    norms_in_bytes: norms,
    term_vectors_in_bytes: 0,
    knn_vectors_in_bytes: knnVectors,
  };
}
