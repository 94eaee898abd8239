/** Single records of a resource: create, retrieve, update, delete. */
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { type IdentityRequest, type IdentityResponse, recordEvent } from "./endpoint.ts";
import type { IdentityEvent } from "../event-sink.ts";
import { removedModel } from "../events/removed-model.ts";
import { type FieldErrors, invalid, notFound, permissionDenied } from "./identity-errors.ts";
import { RecordConflict, type StoredRecord } from "../records/record-store.ts";
import type { Draft, Resource } from "./resource.ts";
import { readBody } from "./validate-body.ts";

// Each failed attempt means that another writer of the record got on.
const ATTEMPTS = 200;

export async function createRecord(declared: Resource, request: IdentityRequest): Promise<IdentityResponse> {
  if (!declared.permissions.may(request.principal, "create")) throw permissionDenied();
  const { values, errors } = readBody(declared.fields, await request.body(), false);
  const defaults: Record<string, Json> = {};
  for (const field of declared.fields) if (field.default !== undefined) put(defaults, field.name, field.default);
  const id = await declared.newId(request.store);
  const draft: Draft = { before: undefined, id, values: { ...defaults, ...values } };
  await refuseFaults(declared, draft, request, errors);
  await declared.guard?.(request, { draft });
  const record = await retried(declared, async () => {
    const { fields, claims, further = [] } = await declared.prepare(draft, request);
    await request.store.change([{ kind: "create", id, model: declared.model.name, fields, claims }, ...further]);
    return { id, model: declared.model.name, fields, seqNo: -1, primaryTerm: -1 };
  });
  tell(declared, request, "model_created", record);
  return { status: 201, body: await shown(declared, request, record) };
}

export async function retrieveRecord(
  declared: Resource,
  request: IdentityRequest,
  key: string,
): Promise<IdentityResponse> {
  const record = await seen(declared, request, key);
  return { status: 200, body: await shown(declared, request, record) };
}

/** PUT and PATCH. What a body does not name stays as it is. */
export async function updateRecord(
  declared: Resource,
  request: IdentityRequest,
  { key, partial }: { key: string; partial: boolean },
): Promise<IdentityResponse> {
  if (!declared.permissions.may(request.principal, "change")) throw permissionDenied();
  let before = await seen(declared, request, key);
  if (!(await declared.permissions.mayWith(request, "change", before))) throw permissionDenied();
  const { values, errors } = readBody(declared.fields, await request.body(), partial);
  await refuseFaults(declared, { before, id: before.id, values }, request, errors);
  await declared.guard?.(request, { draft: { before, id: before.id, values }, record: before });
  const record = await retried(declared, async (again) => {
    if (again) {
      const now = await request.store.get(before.id);
      if (!now) throw notFound();
      before = now;
    }
    const { fields, claims, further = [] } = await declared.prepare({ before, id: before.id, values }, request);
    await request.store.change([{ kind: "replace", id: before.id, fields, ifSeqNo: before.seqNo, claims }, ...further]);
    return { ...before, fields };
  });
  tell(declared, request, "model_updated", record);
  return { status: 200, body: await shown(declared, request, record) };
}

export async function deleteRecord(
  declared: Resource,
  request: IdentityRequest,
  key: string,
): Promise<IdentityResponse> {
  if (!declared.permissions.may(request.principal, "delete")) throw permissionDenied();
  let record = await seen(declared, request, key);
  if (!(await declared.permissions.mayWith(request, "delete", record))) throw permissionDenied();
  await declared.guard?.(request, { record });
  let alongWith: readonly (StoredRecord | undefined)[] = [];
  await retried(declared, async (again) => {
    if (again) {
      const now = await request.store.get(record.id);
      if (!now) throw notFound();
      record = now;
    }
    const further = (await declared.removal?.(record, request)) ?? [];
    alongWith = await request.store.getMany(further.flatMap((change) => (change.kind === "delete" ? [change.id] : [])));
    await request.store.change([{ kind: "delete", id: record.id, ifSeqNo: record.seqNo }, ...further]);
    return record;
  });
  tell(declared, request, "model_deleted", record);
  for (const gone of alongWith) {
    const model = gone && removedModel(gone);
    if (model) recordEvent(request, { action: "model_deleted", app: eventApp(declared), context: { model } });
  }
  return { status: 204 };
}

/** The record of a key, if the caller sees it; 404 otherwise. */
export async function seen(declared: Resource, request: IdentityRequest, key: string): Promise<StoredRecord> {
  const record = await declared.find(key, request);
  if (!record || !(await declared.permissions.sees(request, record))) throw notFound();
  return record;
}

/** The four fields by which the audit trail names a record. */
export function eventModel(declared: Resource, record: StoredRecord): JsonObject {
  const pk = record.id.slice(record.id.indexOf(":") + 1);
  return {
    app: declared.label.app,
    model_name: declared.label.model,
    pk: /^\d+$/.test(pk) ? Number(pk) : pk.replaceAll("-", ""),
    name: declared.nameOf(record),
  };
}

/** Name of the part of the product that tells an event. */
export function eventApp(declared: Resource): string {
  return `wardex.identity.${declared.path.replaceAll("/", ".")}`;
}

function tell(
  declared: Resource,
  request: IdentityRequest,
  action: IdentityEvent["action"],
  record: StoredRecord,
): void {
  if (declared.untold === true) return;
  recordEvent(request, { action, app: eventApp(declared), context: { model: eventModel(declared, record) } });
}

async function shown(declared: Resource, request: IdentityRequest, record: StoredRecord): Promise<JsonObject> {
  const [body] = await declared.show([record], request);
  return body ?? {};
}

async function refuseFaults(
  declared: Resource,
  draft: Draft,
  request: IdentityRequest,
  errors: FieldErrors,
): Promise<void> {
  const all = { ...(await declared.check?.(draft, request)), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
}

/** Does it again while another writer was first; a claim that is held by another is what the caller has to hear. */
async function retried<T>(declared: Resource, attempt: (again: boolean) => Promise<T>): Promise<T> {
  for (let number = 0; ; number++) {
    try {
      return await attempt(number > 0);
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
      if (error.claim !== undefined) throw invalid(declared.taken(error.claim));
      if (number >= ATTEMPTS) throw error;
    }
  }
}
