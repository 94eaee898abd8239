/** Records in a map, for tests and for the contract that the engine's form must keep as well. */
import { assert } from "../../core/assert.ts";
import type { JsonObject } from "../../core/json.ts";
import type { WriteItem } from "../../documents/documents.ts";
import { ownOf } from "../../core/names.ts";
import { filterKey, filterKeys, orderKey, searchKeys, searchTerms } from "./list-keys.ts";
import {
  NotWrittenAlong,
  type FilterValue,
  type RecordChange,
  RecordConflict,
  type RecordModel,
  type RecordQuery,
  type RecordStore,
  type StoredRecord,
} from "./record-store.ts";

interface Held {
  readonly record: StoredRecord;
  readonly claims: readonly string[];
}

export class MemoryRecordStore implements RecordStore {
  readonly #models: ReadonlyMap<string, RecordModel>;
  readonly #records = new Map<string, Held>();
  readonly #claims = new Map<string, string>();
  readonly #sequences = new Map<string, number>();
  #nextSeqNo = 0;

  constructor(models: readonly RecordModel[]) {
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  /** Another store with the same records. */
  copy(): MemoryRecordStore {
    const copy = new MemoryRecordStore([...this.#models.values()]);
    for (const [id, held] of this.#records) copy.#records.set(id, held);
    for (const [claim, id] of this.#claims) copy.#claims.set(claim, id);
    for (const [name, number] of this.#sequences) copy.#sequences.set(name, number);
    copy.#nextSeqNo = this.#nextSeqNo;
    return copy;
  }

  get(id: string): Promise<StoredRecord | undefined> {
    return Promise.resolve(copied(this.#records.get(id)?.record));
  }

  getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    return Promise.all(ids.map((id) => this.get(id)));
  }

  claimed(claim: string): Promise<string | undefined> {
    return Promise.resolve(this.#claims.get(claim));
  }

  change(changes: readonly RecordChange[], along: readonly WriteItem[] = []): Promise<void> {
    if (along.length > 0) return Promise.reject(new NotWrittenAlong("there are records only"));
    try {
      this.#check(changes);
    } catch (error) {
      return Promise.reject(error);
    }
    for (const change of changes) if (change.kind !== "create") this.#release(change.id);
    for (const change of changes) {
      if (change.kind === "delete") this.#records.delete(change.id);
      else this.#put(change);
    }
    return Promise.resolve();
  }

  list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    const model = this.#models.get(query.model);
    assert(model, `${query.model} is a model`);
    checkQuery(model, query);
    const found = [...this.#records.values()]
      .map((held) => held.record)
      .filter((record) => record.model === query.model && matches(record, query));
    found.sort((one, other) => compareRecords(one, other, query.ordering));
    const records = found.slice(query.from, query.from + query.size).flatMap((record) => copied(record) ?? []);
    return Promise.resolve({ count: found.length, records });
  }

  nextNumber(sequence: string): Promise<number> {
    const next = (this.#sequences.get(sequence) ?? 0) + 1;
    this.#sequences.set(sequence, next);
    return Promise.resolve(next);
  }

  #check(changes: readonly RecordChange[]): void {
    assert(
      new Set(changes.map((change) => change.id)).size === changes.length,
      "an id stands once in a group of changes",
    );
    const given = new Set(
      changes.flatMap((change) => (change.kind === "create" ? [] : (this.#records.get(change.id)?.claims ?? []))),
    );
    const taken = new Set<string>();
    for (const change of changes) {
      const held = this.#records.get(change.id);
      if (change.kind === "create" ? held !== undefined : held?.record.seqNo !== change.ifSeqNo)
        throw new RecordConflict(undefined);
      for (const claim of change.kind === "delete" ? [] : change.claims) {
        if (taken.has(claim) || (this.#claims.has(claim) && !given.has(claim))) throw new RecordConflict(claim);
        taken.add(claim);
      }
    }
  }

  #release(id: string): void {
    for (const claim of this.#records.get(id)?.claims ?? []) this.#claims.delete(claim);
  }

  #put(change: Exclude<RecordChange, { kind: "delete" }>): void {
    const model = change.kind === "create" ? change.model : this.#records.get(change.id)?.record.model;
    assert(model !== undefined, "a record that is replaced is there");
    const record = {
      id: change.id,
      model,
      fields: structuredClone(change.fields),
      seqNo: this.#nextSeqNo++,
      primaryTerm: 1,
    };
    this.#records.set(change.id, { record, claims: change.claims });
    for (const claim of change.claims) this.#claims.set(claim, change.id);
  }
}

/** A query may only use what its model has indexed. */
export function checkQuery(model: RecordModel, query: RecordQuery): void {
  const used = {
    filters: Object.keys(query.filters),
    searchFields: query.searchFields,
    ordering: [...query.ordering.map((name) => name.replace(/^-/, "")), ...Object.keys(query.atLeast ?? {})],
  };
  for (const kind of ["filters", "searchFields", "ordering"] as const) {
    const missing = used[kind].find((name) => !model[kind].includes(name));
    assert(missing === undefined, `${model.name} has ${missing} in its ${kind}`);
  }
}

function matches({ fields }: StoredRecord, query: RecordQuery): boolean {
  for (const [field, wanted] of Object.entries(query.filters)) {
    const values: readonly FilterValue[] = Array.isArray(wanted) ? wanted : [wanted as FilterValue];
    const keys = filterKeys(field, ownOf(fields, field));
    if (!values.some((value) => keys.includes(filterKey(field, value)))) return false;
  }
  for (const [field, least] of Object.entries(query.atLeast ?? {})) {
    const key = orderKey(ownOf(fields, field));
    if (key === undefined || compareText(key, orderKey(least) ?? "") < 0) return false;
  }
  return searchTerms(query.search).every((term) => query.searchFields.some((field) => foundIn(fields, field, term)));
}

function foundIn(fields: JsonObject, field: string, term: string): boolean {
  return searchKeys(field, ownOf(fields, field)).some((key) => key.includes(term, field.length + 1));
}

function compareRecords(one: StoredRecord, other: StoredRecord, ordering: readonly string[]): number {
  for (const name of ordering) {
    const field = name.replace(/^-/, "");
    const compared = compareKeys(orderKey(ownOf(one.fields, field)), orderKey(ownOf(other.fields, field)));
    if (compared !== 0) return name.startsWith("-") ? -compared : compared;
  }
  return compareText(orderKey(one.id) ?? "", orderKey(other.id) ?? "");
}

function compareKeys(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareText(one, other);
}

/** By code points, as the index does. */
function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function copied(record: StoredRecord | undefined): StoredRecord | undefined {
  return record && { ...record, fields: structuredClone(record.fields) };
}
