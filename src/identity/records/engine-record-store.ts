/**
 * Records as documents of the engine's own system index.
 *
 * A group of changes is one record of the log: its first document, the journal, holds the whole group, and the changes
 * follow in the same append. A crash leaves a beginning of what was appended, so either nothing of the group is there,
 * or the journal is, and the next start does what is missing. Only the last group can be incomplete, since the log has
 * no gaps.
 */
import { randomUUID } from "node:crypto";
import { assert } from "../../core/assert.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { IdentityDocument, IdentityIndex, IdentityWrite } from "./identity-index.ts";
import { listSearch } from "./list-search.ts";
import { checkQuery } from "./memory-record-store.ts";
import { claimId, recordDocument } from "./record-documents.ts";
import { stringOf } from "./stored-values.ts";
import {
  type RecordChange,
  RecordConflict,
  type RecordModel,
  type RecordQuery,
  type RecordStore,
  type StoredRecord,
} from "./record-store.ts";

const JOURNAL_BEGUN = "journal:begun";
const JOURNAL_DONE = "journal:done";
// Another process may be writing too; each failed attempt means that one of the others got on.
const SEQUENCE_ATTEMPTS = 1000;

/** Pages that begin behind this many rows are worth a count first. */
const DEEP = 1000;

export class EngineRecordStore implements RecordStore {
  readonly #index: IdentityIndex;
  readonly #models: ReadonlyMap<string, RecordModel>;
  /** Whether searches may not show all writes; true at first, as what was before is not known. */
  #unrefreshed = true;
  #refresh: Promise<void> | undefined;
  /** Who waits for a number of a sequence while others of it are written down. */
  readonly #waiting = new Map<string, { resolve: (number: number) => void; reject: (error: unknown) => void }[]>();

  private constructor(index: IdentityIndex, models: readonly RecordModel[]) {
    this.#index = index;
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  /** Completes a group of changes that a crash cut short. Rejects when the index cannot be read. */
  static async open(index: IdentityIndex, models: readonly RecordModel[]): Promise<EngineRecordStore> {
    const [begun, done] = await index.get([JOURNAL_BEGUN, JOURNAL_DONE]);
    if (begun && begun.source["group"] !== done?.source["group"])
      await index.writeGroup([...journalWrites(begun.source), doneMark(begun.source["group"] ?? null)]);
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

  async change(changes: readonly RecordChange[]): Promise<void> {
    const writes = await this.#writes(changes);
    const conflict = await this.#write(writes.length > 1 ? journaled(writes) : writes);
    if (conflict === undefined) return;
    const claims = changes.flatMap((change) => (change.kind === "delete" ? [] : change.claims));
    throw new RecordConflict(claims.find((claim) => claimId(claim) === conflict));
  }

  async list(query: RecordQuery): Promise<{ count: number; records: StoredRecord[] }> {
    checkQuery(this.#model(query.model), query);
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

  nextNumber(sequence: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(sequence);
      if (waiting) {
        waiting.push({ resolve, reject });
        return;
      }
      this.#waiting.set(sequence, [{ resolve, reject }]);
      void this.#giveNumbers(sequence);
    });
  }

  /** Whoever waits while numbers are written down gets theirs together in the next write. */
  async #giveNumbers(sequence: string): Promise<void> {
    for (
      let waiting = this.#waiting.get(sequence);
      waiting && waiting.length > 0;
      waiting = this.#waiting.get(sequence)
    ) {
      this.#waiting.set(sequence, []);
      try {
        const last = await this.#takeNumbers(sequence, waiting.length);
        waiting.forEach(({ resolve }, at) => resolve(last - waiting.length + 1 + at));
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#waiting.delete(sequence);
  }

  /** Marks the write when it has ended, so that a list that begins then refreshes what was written. */
  async #write(writes: readonly IdentityWrite[]): Promise<string | undefined> {
    try {
      return await this.#index.writeGroup(writes);
    } finally {
      this.#unrefreshed = true;
    }
  }

  /** The last of `count` numbers that are written down as given. */
  async #takeNumbers(sequence: string, count: number): Promise<number> {
    const id = `sequence:${sequence}`;
    for (let attempt = 0; attempt < SEQUENCE_ATTEMPTS; attempt++) {
      const [document] = await this.#index.get([id]);
      const last = Number(document?.source["last"] ?? 0) + count;
      const source = { model: "sequence", last };
      const write: IdentityWrite = document
        ? { kind: "index", id, source, onlyIf: document }
        : { kind: "create", id, source };
      if ((await this.#index.writeGroup([write])) === undefined) return last;
    }
    throw new RecordConflict(undefined);
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

/** The group with its journal in front and the mark of its completion at the end. */
function journaled(writes: readonly IdentityWrite[]): IdentityWrite[] {
  const group = randomUUID();
  const shown: Json[] = writes.map((write) =>
    write.kind === "delete" ? { id: write.id } : { id: write.id, source: write.source },
  );
  const journal: IdentityWrite = {
    kind: "index",
    id: JOURNAL_BEGUN,
    source: { model: "journal", group, fields: { writes: shown } },
    onlyIf: undefined,
  };
  return [journal, ...writes, doneMark(group)];
}

function doneMark(group: Json): IdentityWrite {
  return { kind: "index", id: JOURNAL_DONE, source: { model: "journal", group }, onlyIf: undefined };
}

/** The writes of a journal, without conditions: they held when the group was appended. */
function journalWrites(source: JsonObject): IdentityWrite[] {
  const fields = source["fields"];
  const writes = isJsonObject(fields) ? fields["writes"] : undefined;
  assert(Array.isArray(writes), "a journal holds writes");
  return writes.map((write): IdentityWrite => {
    assert(isJsonObject(write) && typeof write["id"] === "string", "a write of a journal has an id");
    const { id, source: written } = write;
    return isJsonObject(written)
      ? { kind: "index", id, source: written, onlyIf: undefined }
      : { kind: "delete", id, onlyIf: undefined };
  });
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
