/** `simulate.ingest`: what writing documents would come to, with other pipelines, templates or mappings perhaps. */
import { listText } from "../../cluster/templates/matching-templates.ts";
import { internalIndex, isSystemName } from "../../cluster/system-indices.ts";
import {
  errorBody,
  fromPortableError,
  illegalArgument,
  type PortableError,
  RequestError,
} from "../../compat/errors.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { WriteItem } from "../../documents/documents.ts";
import type { Ingested } from "../../documents/write/ingest.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { type FitsMapping, fitsMapping } from "../requests/fits-mapping.ts";
import { callerOfPipelines } from "../requests/ingest-caller.ts";
import { type SimulateIngestBody, simulateIngestBody } from "../requests/simulate-ingest-body.ts";
import { type SimulatedIndex, simulatedIndices } from "../requests/simulated-indices.ts";

const NOTHING = new Uint8Array(0);
const ACTION = "indices:data/write/simulate/bulk";
/** Documents that a write would give an id, as they are shown. */
const NO_ID = "<n/a>";
const GENERATED_ID = "auto-generated";
/** The version of a document whose write names none. */
const ANY_VERSION = -3;
/** How often pipelines may send documents to indices that were not known before. */
const MOST_ROUNDS = 20;
/** Documents that are looked at before others have a turn. */
const DOCUMENTS_AT_ONCE = 100;

export const simulateIngest: Operation = {
  name: "simulate.ingest",
  actions: [ACTION],
  indexNames: [],
  audit: "nothing",
  cancellable: true,

  async handle(request, services) {
    const body = await simulateIngestBody(request);
    const named = [...new Set(body.items.map(({ index }) => index))];
    services.authorizeIndices(request.principal, ACTION, named);
    const { ingested, indices } = await run(named, body, { request, services });
    const failures = new Map(ingested.failed.map((failed) => [failed.at, failed.error]));
    const shown: JsonObject[] = [];
    const checks = new Map<SimulatedIndex, FitsMapping | RequestError>();
    for (let at = 0; at < body.items.length; at++) {
      if (at % DOCUMENTS_AT_ONCE === DOCUMENTS_AT_ONCE - 1) await otherTurns(request);
      const item = body.items[at]!;
      const failure = failures.get(at);
      const made = ingested.items[at];
      const executed = ingested.executed?.get(at) ?? [];
      const doc = made
        ? written(made, executed, () => ignoredFields(made, { request, services, indices, checks }))
        : notWritten(item, failure);
      shown.push({ doc });
    }
    return { status: 200, body: { docs: shown } };
  },
};

interface Asked {
  readonly request: OperationRequest;
  readonly services: Services;
}

/** Runs the pipelines; again, as long as they send documents to indices that nobody has looked at. */
async function run(
  named: readonly string[],
  body: SimulateIngestBody,
  { request, services }: Asked,
): Promise<{ readonly ingested: Ingested; readonly indices: ReadonlyMap<string, SimulatedIndex> }> {
  const caller = await callerOfPipelines(request.principal, services);
  const indices = await simulatedIndices(named, body, services);
  for (let round = 0; ; round++) {
    const settings = Object.fromEntries([...indices].map(([name, index]) => [name, index.settings]));
    const { ingested, missing } = await services.pipelines.simulateWrites({
      items: body.items,
      substitutions: body.pipelines,
      settings,
      caller,
    });
    if (missing.length === 0) return { ingested, indices };
    if (round === MOST_ROUNDS)
      throw illegalArgument(`pipelines send documents to more and more indices: ${listText(missing)}`);
    for (const [name, index] of await simulatedIndices(missing, body, services)) indices.set(name, index);
  }
}

async function otherTurns({ task }: OperationRequest): Promise<void> {
  await new Promise((turn) => setImmediate(turn));
  if (task.cancelled)
    throw new RequestError(400, "task_cancelled_exception", `task cancelled [${task.cancelReason ?? ""}]`);
}

/** A document that failed, or was dropped. */
function notWritten({ index, id = GENERATED_ID }: WriteItem, failure: PortableError | undefined): JsonObject {
  if (failure) return { _id: id, _index: index, error: shownError(fromPortableError(failure)) };
  const shards = { total: 0, successful: 0, failed: 0 };
  return { _index: index, _id: id, _version: ANY_VERSION, result: "noop", _shards: shards };
}

function written(
  { index, id = NO_ID, options, source = NOTHING }: WriteItem,
  executed: readonly string[],
  check: () => readonly string[],
): JsonObject {
  const shown: JsonObject = {
    _id: id,
    _index: index,
    _version: options.version ?? ANY_VERSION,
    _source: new JsonText(Buffer.from(source).toString()) as unknown as Json,
    executed_pipelines: [...executed],
  };
  try {
    const ignored = check();
    return ignored.length === 0 ? shown : { ...shown, ignored_fields: ignored.map((field) => ({ field })) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { ...shown, error: shownError(error) };
  }
}

function shownError(error: RequestError): JsonObject {
  return { ...errorBody(error) } as unknown as JsonObject;
}

interface Checking extends Asked {
  readonly indices: ReadonlyMap<string, SimulatedIndex>;
  readonly checks: Map<SimulatedIndex, FitsMapping | RequestError>;
}

/** The fields that would be ignored. Throws RequestError for a document that would not be taken. */
function ignoredFields(made: WriteItem, { request, services, indices, checks }: Checking): readonly string[] {
  const { index: name, id = NO_ID, options, source = NOTHING, dynamicTemplates } = made;
  if (isSystemName(name)) throw internalIndex(name);
  // A pipeline may have sent it where its writer may not write.
  services.authorizeIndices(request.principal, ACTION, [name]);
  const index = indices.get(name);
  if (!index?.metadata) return [];
  let check = checks.get(index);
  if (!check) checks.set(index, (check = checkOf(index.metadata, services)));
  if (check instanceof RequestError) throw check;
  return check({ id, routing: options.routing, source, dynamicTemplates });
}

function checkOf(metadata: NonNullable<SimulatedIndex["metadata"]>, { scripts }: Services): FitsMapping | RequestError {
  if (metadata instanceof RequestError) return metadata;
  return fitsMapping(metadata, scripts);
}
