import { type ResizeRequest, resizeIndex } from "../../cluster/changes/resize-index.ts";
import { createdIndex } from "../../cluster/changes/create-index.ts";
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { parseBytes } from "../../compat/time-value.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { goesOnAs, takesThePlace } from "../replacing-steps.ts";
import { beforeReading, changedSettings, waits } from "../shared-steps.ts";
import { done, type LifecycleAction, passing, type Step, type StepContext, type StepResult } from "../step.ts";

/** Letters and digits of the part that makes the name of a shrunken index one of its own. */
const UNIQUE_CHARACTERS = 4;
const LONGEST_NAME_BYTES = 255;

/** Replaces an index by one of fewer shards, which goes on in the lifecycle under the names of the first. */
export const shrink: LifecycleAction = {
  name: "shrink",
  steps(options) {
    const writable: Step = {
      name: "update-settings",
      run: ({ index }) => done(changedSettings(index, { "index.blocks.write": null })),
    };
    return [
      {
        name: "branch-check-prerequisites",
        run: ({ index }) => ({ kind: "done", endsAction: isSmall(index, options) }),
      },
      ...beforeReading.slice(0, 1),
      ...passing("wait-for-shard-history-leases"),
      ...beforeReading.slice(1),
      { name: "check-target-shards-count", run: (context) => checkCount(context, options) },
      { name: "cleanup-shrink-index", run: cleanedUp },
      { name: "generate-index-name", run: named },
      ...passing("set-single-node-allocation", "check-shrink-allocation"),
      { name: "shrink", isLong: true, run: (context) => shrunken(context, options) },
      ...passing("shrunk-shards-allocated"),
      {
        name: "copy-execution-state",
        run: ({ index, record }) => done(goesOnAs(index, record.shrinkIndexName ?? "", "is-shrunken-index")),
      },
      ...passing("branch-on-datastream-check"),
      { name: "aliases", run: ({ index, record }) => takesThePlace(index, record.shrinkIndexName ?? "") },
      ...passing("is-shrunken-index", "replace-datastream-backing-index", "delete"),
      ...(ownOf(options, "allow_write_after_shrink") === true ? [writable] : []),
    ];
  },
};

/** Whether an index has as many shards as it is to have. */
function isSmall({ numberOfShards }: IndexMetadata, options: JsonObject): boolean {
  const shards = ownOf(options, "number_of_shards");
  return shards !== undefined && Number(shards) === numberOfShards;
}

function checkCount({ index, policyName }: StepContext, options: JsonObject): StepResult {
  const shards = ownOf(options, "number_of_shards");
  if (shards === undefined || index.numberOfShards % Number(shards) === 0) return done();
  return waits(
    `lifecycle action of policy [${policyName}] for index [${index.name}] cannot make progress because the target shards count [${Number(shards)}] must be a factor of the source index's shards count [${index.numberOfShards}]`,
  );
}

/** What an attempt before this one has left. */
function cleanedUp({ state, record }: StepContext): StepResult {
  const { shrinkIndexName: name } = record;
  return name !== undefined && ownOf(state.indices, name) ? done(deleteIndices([name])) : done();
}

function named({ index, node }: StepContext): StepResult {
  const unique = node
    .newUuid()
    .replace(/[^a-z0-9]/gi, "")
    .toLowerCase()
    .slice(0, UNIQUE_CHARACTERS);
  const name = Buffer.from(`shrink-${unique}-${index.name}`).subarray(0, LONGEST_NAME_BYTES).toString();
  return { kind: "done", record: { shrinkIndexName: name } };
}

async function shrunken(context: StepContext, options: JsonObject): Promise<StepResult> {
  const { index: source, state, record, node, policyName } = context;
  const target = record.shrinkIndexName ?? "";
  if (ownOf(state.indices, target)) return done();
  const shards = ownOf(options, "number_of_shards");
  const request: ResizeRequest = {
    kind: "shrink",
    uuid: node.newUuid(),
    source: source.name,
    target,
    settings: {
      "index.number_of_replicas": String(source.numberOfReplicas),
      "index.lifecycle.name": policyName,
      ...(shards === undefined ? {} : { "index.number_of_shards": shards }),
    },
    aliases: {},
    ...(await largestShard(context, options)),
  };
  const made = createdIndex(await node.preview(resizeIndex(request)));
  await node.documents.resize({ source: source.uuid, sourceShards: source.numberOfShards, target: made });
  return {
    kind: "done",
    changes: [resizeIndex(request, source)],
    refused: () => node.documents.removeIndex(made.uuid),
  };
}

async function largestShard(
  { index, node }: StepContext,
  options: JsonObject,
): Promise<Pick<ResizeRequest, "largestShard">> {
  const most = ownOf(options, "max_primary_shard_size");
  if (typeof most !== "string") return {};
  const { bytes } = await node.measures(index);
  return { largestShard: { maximumBytes: parseBytes(most, "max_primary_shard_size"), sourceBytes: bytes } };
}
