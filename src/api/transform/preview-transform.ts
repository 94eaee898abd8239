/** `transform.preview_transform`: the first documents that a transform would write. */
import { illegalArgument } from "../../compat/errors.ts";
import { systemClock } from "../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { actingClient, actingTargets, searchAs } from "../requests/acting-client.ts";
import { callerOfPipelines } from "../requests/ingest-caller.ts";
import { optionalObject } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { documentOf } from "../requests/transforms/bucket-document.ts";
import { aggregationsOf, bucketsOf, groupsOf, pageSearch } from "../requests/transforms/buckets.ts";
import { namedTransform } from "../requests/transforms/chosen-transforms.ts";
import { deducedTypes, generatedIndex } from "../requests/transforms/destination.ts";
import { readTransform } from "../requests/transforms/transform-config.ts";

const SHOWN = 100;

export const previewTransform: Operation = {
  name: "transform.preview_transform",
  actions: ["cluster:admin/transform/preview"],
  audit: "nothing",
  cancellable: true,

  async handle(request, services) {
    const { parameters, principal } = request;
    checkTimeouts(parameters);
    const config = readTransform(await definitionOf(request, services));
    groupsOf(config);
    const targets = actingTargets(services, principal, config.source.index);
    const types = deducedTypes(services, config, targets);
    const page = { filters: [], after: undefined, aggregations: aggregationsOf(config), size: SHOWN };
    const body = pageSearch(config, page);
    const client = {
      ...actingClient(principal, request.task),
      onGone: (listener: () => void) => request.onGone(listener),
    };
    const { buckets } = bucketsOf(await searchAs(client, services, { targets, body }));
    const made = buckets.map((bucket) => documentOf(config, bucket, types));
    const { pipeline } = config.dest;
    const preview =
      pipeline === undefined
        ? made.map(({ source }) => source)
        : await piped(request, services, { pipeline, made, index: config.dest.index });
    const id = parameters["transform_id"] ?? "transform-preview";
    const generated = generatedIndex(id, config, types, systemClock.now());
    const shown = { preview, generated_dest_index: generated };
    return { status: 200, body: new JsonText(writeJson(shown)) };
  },
};

async function definitionOf(request: OperationRequest, services: Services): Promise<JsonObject> {
  const { transform_id: id } = request.parameters;
  if (id !== undefined) return namedTransform(services, request.parameters).definition;
  const body = await optionalObject(request);
  if (!body) throw illegalArgument("Please provide a transform [id] or the config object but not both and not none");
  return body;
}

/** The documents behind the pipeline of the destination. */
async function piped(
  { principal }: OperationRequest,
  services: Services,
  {
    pipeline,
    made,
    index,
  }: {
    readonly pipeline: string;
    readonly made: readonly { readonly id: string; readonly source: JsonObject }[];
    readonly index: string;
  },
): Promise<JsonObject[]> {
  const documents = made.map(({ id, source }) => ({
    source: writeJson(source),
    metadata: { _index: index === "" ? "unnamed-dest-index" : index, _id: id, _version: -3 },
  }));
  const caller = await callerOfPipelines(principal, services);
  const answer = await services.pipelines.simulatePipeline({ pipeline, documents, verbose: false, caller });
  const docs = parseLossless(answer);
  return (Array.isArray(docs) ? docs : []).flatMap((shown) => {
    const doc = isJsonObject(shown) ? shown["doc"] : undefined;
    const source = isJsonObject(doc) ? doc["_source"] : undefined;
    return isJsonObject(source) ? [source] : [];
  });
}
