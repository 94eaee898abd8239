/** Single records of a resource: create, retrieve, update, delete. */
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { changeTold, type IdentityRequest, type IdentityResponse, type ToldEvent } from "./endpoint.ts";
import type { IdentityEvent } from "../event-sink.ts";
import { removedModel } from "./removed-model.ts";
import { type FieldErrors, invalid, notFound, permissionDenied } from "./identity-errors.ts";
import { type RecordChange, RecordConflict, type StoredRecord } from "../records/record-store.ts";
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
    const made = { id, model: declared.model.name, fields, seqNo: -1, primaryTerm: -1 };
    const changes: RecordChange[] = [{ kind: "create", id, model: made.model, fields, claims }, ...further];
    await changeTold(request, changes, toldOf(declared, "model_created", made));
    return made;
  });
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
    const { id, seqNo: ifSeqNo } = before;
    const changed = { ...before, fields };
    const changes: RecordChange[] = [{ kind: "replace", id, fields, ifSeqNo, claims }, ...further];
    await changeTold(request, changes, toldOf(declared, "model_updated", changed));
    return changed;
  });
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
  await retried(declared, async (again) => {
    if (again) {
      const now = await request.store.get(record.id);
      if (!now) throw notFound();
      record = now;
    }
    const further = (await declared.removal?.(record, request)) ?? [];
    const alongWith = await request.store.getMany(
      further.flatMap((change) => (change.kind === "delete" ? [change.id] : [])),
    );
    await changeTold(
      request,
      [{ kind: "delete", id: record.id, ifSeqNo: record.seqNo }, ...further],
      [...toldOf(declared, "model_deleted", record), ...toldOfRemoved(declared, alongWith)],
    );
  });
  return { status: 204 };
}

/** The record of a key, if the caller sees it; 404 otherwise. */
export async function seen(declared: Resource, request: IdentityRequest, key: string): Promise<StoredRecord> {
  const record = await declared.find(key, request);
  if (!record || !(await declared.permissions.sees(request, record))) throw notFound();
  return record;
}

/** The four fields by which the audit trail names a record. */
export function eventModel(declared: Resource, record: Pick<StoredRecord, "id" | "fields">): JsonObject {
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

/** What the audit trail is told of a change. */
function toldOf(declared: Resource, action: IdentityEvent["action"], record: StoredRecord): ToldEvent[] {
  if (declared.untold === true) return [];
  return [{ action, app: eventApp(declared), context: { model: eventModel(declared, record) } }];
}

/** What it is told of records that go along with another. */
function toldOfRemoved(declared: Resource, records: readonly (StoredRecord | undefined)[]): ToldEvent[] {
  return records.flatMap((record): ToldEvent[] => {
    const model = record && removedModel(record);
    return model ? [{ action: "model_deleted", app: eventApp(declared), context: { model } }] : [];
  });
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
