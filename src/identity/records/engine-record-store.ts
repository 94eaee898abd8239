/**
 * Records as documents of the engine's own system index. A group of changes is one batch of the log, with whatever is
 * written along with it, and with the numbers of sequences that were given since the change before.
 */
import { assert } from "../../core/assert.ts";
import { isJsonObject } from "../../core/json.ts";
import type { IdentityDocument, IdentityIndex, IdentityWrite } from "./identity-index.ts";
import type { WriteItem } from "../../documents/documents.ts";
import { listSearch } from "./list-search.ts";
import { checkQuery } from "./memory-record-store.ts";
import { claimId, recordDocument } from "./record-documents.ts";
import { completeJournal } from "./old-journal.ts";
import { stringOf } from "./stored-values.ts";
import {
  type RecordChange,
  RecordConflict,
  type RecordModel,
  type RecordQuery,
  type RecordStore,
  type StoredRecord,
} from "./record-store.ts";

// Each failed attempt means that another change wrote a higher number.
const SEQUENCE_ATTEMPTS = 1000;

/** A sequence of numbers: the last that was given, and the last that a change has written down. */
interface Sequence {
  given: number;
  written: number;
}

const SEQUENCE = "sequence:";

/** Pages that begin behind this many rows are worth a count first. */
const DEEP = 1000;

export class EngineRecordStore implements RecordStore {
  readonly #index: IdentityIndex;
  readonly #models: ReadonlyMap<string, RecordModel>;
  /** Whether searches may not show all writes; true at first, as what was before is not known. */
  #unrefreshed = true;
  #refresh: Promise<void> | undefined;
  /** Those that were asked for, as they are read. */
  readonly #sequences = new Map<string, Promise<Sequence>>();
  /** Those that are read. */
  readonly #known = new Map<string, Sequence>();
  #uuid: string;

  private constructor(index: IdentityIndex, models: readonly RecordModel[]) {
    this.#index = index;
    this.#uuid = index.uuid;
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  /** Completes what a version before this one left. Rejects when the index cannot be read. */
  static async open(index: IdentityIndex, models: readonly RecordModel[]): Promise<EngineRecordStore> {
    await completeJournal(index);
    return new EngineRecordStore(index, models);
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    return (await this.getMany([id]))[0];
  }

  async getMany(ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    if (ids.length === 0) return [];
    const documents = await this.#index.get(ids);
    return documents.map((document) => document && toRecord(document));
  }

  async claimed(claim: string): Promise<string | undefined> {
    const [document] = await this.#index.get([claimId(claim)]);
    const holder = document?.source["holder"];
    return typeof holder === "string" ? holder : undefined;
  }

  async change(changes: readonly RecordChange[], along: readonly WriteItem[] = []): Promise<void> {
    const writes = await this.#writes(changes);
    for (let attempt = 0; attempt < SEQUENCE_ATTEMPTS; attempt++) {
      const conflict = await this.#write(writes, along);
      if (conflict === undefined) return;
      if (conflict.startsWith(SEQUENCE)) continue;
      const claims = changes.flatMap((change) => (change.kind === "delete" ? [] : change.claims));
      throw new RecordConflict(claims.find((claim) => claimId(claim) === conflict));
    }
    throw new RecordConflict(undefined);
  }

  async list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    checkQuery(this.#model(query.model), query);
    this.#follow();
    // What other processes wrote is not known here.
    if (this.#index.isShared) this.#unrefreshed = true;
    await this.#refreshed();
    if (query.from >= DEEP) {
      const page = await this.#fromTheEnd(query);
      if (page) return page;
    }
    const { total, documents } = await this.#index.search(listSearch(query));
    return { count: total, records: documents.map(toRecord) };
  }

  /**
   * A page of the second half, read from the other end, as all rows before a page are looked at. Undefined where that
   * does not help.
   */
  async #fromTheEnd(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] } | undefined> {
    const { total } = await this.#index.search(listSearch({ ...query, from: 0, size: 0 }));
    const behind = total - query.from - query.size;
    if (query.from >= total) return { count: total, records: [] };
    if (behind >= query.from) return undefined;
    const size = Math.min(query.size, total - query.from);
    const page = await this.#index.search(listSearch({ ...query, from: Math.max(0, behind), size }, true));
    // Somebody wrote between the two: the places are not the same any more.
    if (page.total !== total) return undefined;
    return { count: total, records: page.documents.map(toRecord).reverse() };
  }

  async nextNumber(sequence: string): Promise<number> {
    this.#follow();
    if (this.#index.isShared) return this.#takeNumber(sequence);
    let read = this.#sequences.get(sequence);
    if (!read) {
      read = this.#readSequence(sequence);
      this.#sequences.set(sequence, read);
      // Whoever asks next reads it anew.
      read.catch(() => this.#sequences.delete(sequence));
    }
    return ++(await read).given;
  }

  /** Written down at once: other processes give numbers as well. */
  async #takeNumber(sequence: string): Promise<number> {
    const id = `${SEQUENCE}${sequence}`;
    for (let attempt = 0; attempt < SEQUENCE_ATTEMPTS; attempt++) {
      const [document] = await this.#index.get([id]);
      const last = 1 + Math.max(Number(document?.source["last"] ?? 0), this.#known.get(sequence)?.given ?? 0);
      const source = { model: "sequence", last };
      const write: IdentityWrite = document
        ? { kind: "index", id, source, onlyIf: document }
        : { kind: "create", id, source };
      if ((await this.#index.writeGroup([write], [])) === undefined) return last;
    }
    throw new RecordConflict(undefined);
  }

  /** Notices that the index is another one. Numbers that were given before are not given again. */
  #follow(): void {
    if (this.#uuid === this.#index.uuid) return;
    this.#uuid = this.#index.uuid;
    this.#unrefreshed = true;
    this.#sequences.clear();
  }

  async #readSequence(sequence: string): Promise<Sequence> {
    const [document] = await this.#index.get([`${SEQUENCE}${sequence}`]);
    const last = Number(document?.source["last"] ?? 0);
    const known = { given: Math.max(last, this.#known.get(sequence)?.given ?? 0), written: last };
    this.#known.set(sequence, known);
    return known;
  }

  /** Marks the write when it has ended, so that a list that begins then refreshes what was written. */
  async #write(writes: readonly IdentityWrite[], along: readonly WriteItem[]): Promise<string | undefined> {
    const numbers = [...this.#known].filter(([, { given, written }]) => given > written);
    const given = numbers.map(([name, sequence]) => ({ name, sequence, last: sequence.given }));
    try {
      const conflict = await this.#index.writeGroup([...writes, ...given.map(sequenceWrite)], along);
      if (conflict === undefined)
        for (const { sequence, last } of given) sequence.written = Math.max(sequence.written, last);
      return conflict;
    } finally {
      this.#unrefreshed = true;
    }
  }

  /** The writes of a group: claims first, since a name that is taken is what callers want to hear of. */
  async #writes(changes: readonly RecordChange[]): Promise<IdentityWrite[]> {
    assert(
      new Set(changes.map((change) => change.id)).size === changes.length,
      "an id stands once in a group of changes",
    );
    const current = await this.#index.get(changes.map((change) => change.id));
    const records: IdentityWrite[] = [];
    const given = new Map<string, string>();
    const taken = new Map<string, string>();
    changes.forEach((change, at) => {
      const document = current[at];
      records.push(this.#recordWrite(change, document));
      for (const claim of document ? claimsOf(document) : []) given.set(claim, change.id);
      for (const claim of change.kind === "delete" ? [] : change.claims) {
        if (taken.has(claim)) throw new RecordConflict(claim);
        taken.set(claim, change.id);
      }
    });
    // Who gives a claim up is at the version that was read, so the claim is still its own: no condition needed.
    const claims: IdentityWrite[] = [];
    for (const [claim, holder] of taken) {
      if (given.get(claim) === holder) continue;
      const source = { model: "claim", holder };
      claims.push(
        given.has(claim)
          ? { kind: "index", id: claimId(claim), source, onlyIf: undefined }
          : { kind: "create", id: claimId(claim), source },
      );
    }
    for (const claim of given.keys())
      if (!taken.has(claim)) claims.push({ kind: "delete", id: claimId(claim), onlyIf: undefined });
    return [...claims, ...records];
  }

  #recordWrite(change: RecordChange, current: IdentityDocument | undefined): IdentityWrite {
    if (change.kind === "create")
      return {
        kind: "create",
        id: change.id,
        source: recordDocument(this.#model(change.model), change.id, change.fields, change.claims),
      };
    if (current?.seqNo !== change.ifSeqNo) throw new RecordConflict(undefined);
    if (change.kind === "delete") return { kind: "delete", id: change.id, onlyIf: current };
    const model = this.#model(stringOf(current.source, "model"));
    return {
      kind: "index",
      id: change.id,
      source: recordDocument(model, change.id, change.fields, change.claims),
      onlyIf: current,
    };
  }

  #model(name: string): RecordModel {
    const model = this.#models.get(name);
    assert(model, `${name} is a model`);
    return model;
  }

  /** Refreshes when there are writes that searches do not show; lists that come together share one refresh. */
  async #refreshed(): Promise<void> {
    while (this.#unrefreshed || this.#refresh) {
      if (this.#refresh) {
        await this.#refresh;
        continue;
      }
      this.#unrefreshed = false;
      this.#refresh = this.#index.refresh().finally(() => {
        this.#refresh = undefined;
      });
      this.#refresh.catch(() => {
        this.#unrefreshed = true;
      });
      await this.#refresh;
    }
  }
}

/** Writes down the last number that was given. Of two that come in the wrong order the lower one is refused. */
function sequenceWrite({ name, last }: { name: string; last: number }): IdentityWrite {
  const source = { model: "sequence", last };
  return { kind: "index", id: `${SEQUENCE}${name}`, source, onlyIf: undefined, version: last };
}

function toRecord({ id, source, seqNo, primaryTerm }: IdentityDocument): StoredRecord {
  const { model, fields } = source;
  assert(typeof model === "string" && isJsonObject(fields), `document ${id} is a record`);
  return { id, model, fields, seqNo, primaryTerm };
}

function claimsOf({ source }: IdentityDocument): string[] {
  const { claims } = source;
  return Array.isArray(claims) ? claims.filter((claim) => typeof claim === "string") : [];
}
