/** What a write comes to on its shard: the checks, in Elasticsearch's order, and the operation that is appended. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Clock } from "../../core/clock.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { type MaybeLater, whenThere } from "../../core/maybe-later.ts";
import type { DocumentInput } from "../../mapping/document-parser.ts";
import { inferenceFieldsText, withInferenceFields } from "../../mapping/semantic/inference-fields.ts";
import { pointName } from "../../mapping/time-series/series-id.ts";
import { lookupsMember, STORED_LOOKUPS } from "../../mapping/stored-query.ts";
import { UnknownReferences } from "../../query/percolation/stored-lookups.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { Operation, OperationLog } from "../../store/operation-log.ts";
import type { DocumentsEvents, SourceFilter, WriteItem, WriteOptions } from "../documents.ts";
import type { IndexState } from "../index-state.ts";
import { documentInput } from "../write/document-input.ts";
import { filterSourceFields, planUpdate, sourceMissing, type UpdatePlan } from "../write/update-plan.ts";
import { nextVersion, type ShardName, versionConflict, writeConflict } from "../write/version-check.ts";
import type { CurrentDocument, IndexingBuffer } from "./indexing-buffer.ts";
import type { MappingExtension } from "./mapping-extension.ts";
import type { ShardOutcome } from "./shard-outcome.ts";

/** What accepting works with. */
export interface AcceptDependencies {
  readonly where: ShardName;
  readonly index: IndexState;
  readonly scripts: ScriptReader;
  readonly clock: Clock;
  readonly log: OperationLog;
  readonly buffer: IndexingBuffer;
  readonly mapping: MappingExtension;
  /** See `DocumentsEvents`. */
  readonly lookUp: DocumentsEvents["lookUp"];
  /** Sequence number of the next operation. */
  nextSeqNo(): number;
  /** Takes an operation into the batch under way. `document`: its number in the builder; -1 for a delete. */
  take(operation: Operation, document: number, supersedes: CurrentDocument | undefined): void;
}

/** A document on its way. */
interface Put {
  readonly caller: JsonObject | undefined;
  readonly id: string;
  readonly source: Uint8Array;
  readonly parsed?: WriteItem["parsed"];
  readonly options: WriteOptions;
  readonly routing: string | undefined;
  readonly dynamicTemplates?: WriteItem["dynamicTemplates"];
  /** `[tsid@timestamp]`, which conflicts of points of time series tell. */
  readonly pointName?: string | undefined;
}

/** How a document is put. */
interface Putting {
  readonly create: boolean;
  /** Undefined: no document can have the id yet. */
  readonly find: (() => CurrentDocument | undefined) | undefined;
}

/** What an update comes to, and what it begins with. */
interface Planning {
  readonly plan: UpdatePlan;
  readonly present: CurrentDocument | undefined;
  readonly routing: string | undefined;
  readonly filter: SourceFilter | undefined;
}

/** The document that an update would write. */
export interface PlannedUpdate {
  readonly source: Uint8Array;
  readonly routing: string | undefined;
  /** The document that it replaces, as it was looked at. */
  readonly present: Pick<CurrentDocument, "seqNo" | "primaryTerm"> | undefined;
  /** What the answer is to show of it; undefined where nobody asked. */
  readonly shown: string | undefined;
}

// Bytes of a record beside the id and the source, generously.
const RECORD_OVERHEAD_BYTES = 1024;
const NOTHING = new Uint8Array(0);
const NO_OPTIONS: WriteOptions = {};

export class WriteAcceptor {
  readonly #parts: AcceptDependencies;

  constructor(parts: AcceptDependencies) {
    this.#parts = parts;
  }

  /**
   * Throws what is to be the outcome. Answers at once, unless the cluster state is to have more of the mapping first.
   */
  accept(item: WriteItem, caller: JsonObject | undefined): MaybeLater<ShardOutcome> {
    const { kind, id = "", source = NOTHING, parsed, options, dynamicTemplates } = item;
    if (this.#parts.index.settings.isFollower) throw followsAnother();
    if (kind === "delete") return this.#delete(id, options);
    if (kind === "update") return this.#update(item, id, caller);
    const put = { caller, id, source, parsed, options, routing: options.routing, dynamicTemplates };
    const { pointOf } = this.#parts.index.parser;
    if (pointOf) return this.#putPoint(put, kind === "create", item.isGenerated === true);
    return this.#put(put, kind === "create", item.isGenerated === true ? undefined : () => this.#current(id));
  }

  /** Indexes a point of a time series, whose id is made of what it says. */
  #putPoint(write: Put, create: boolean, isGenerated: boolean): MaybeLater<ShardOutcome> {
    this.#checkSize(write.id, write.source);
    const read = documentInput(write, write.dynamicTemplates);
    return whenThere(this.#parts.mapping.extend(read), () => this.#indexPoint(write, read, { create, isGenerated }));
  }

  #indexPoint(
    write: Put,
    read: DocumentInput,
    { create, isGenerated }: { readonly create: boolean; readonly isGenerated: boolean },
  ): ShardOutcome {
    const point = this.#parts.index.parser.pointOf?.(read);
    const id = isGenerated ? (point?.id ?? "") : write.id;
    const put = { ...write, id, pointName: point && pointName(point) };
    try {
      const outcome = this.#index(put, { ...read, id, isWritten: true }, { create, find: () => this.#current(id) });
      return isGenerated ? { ...outcome, id } : outcome;
    } catch (error) {
      if (!(error instanceof RequestError) || !isGenerated || id === "") throw error;
      return { ok: false, error, id };
    }
  }

  /**
   * Takes an operation as it was made elsewhere, whose mapping is known here by then. Throws what a document cannot be
   * indexed for.
   */
  async replicate(operation: Operation): Promise<void> {
    const { id, seqNo, primaryTerm, kind } = operation;
    let document = -1;
    if (kind === "index") {
      const input = documentInput(operation);
      await this.#parts.mapping.extend(input);
      document = this.#parts.buffer.index(input, seqNo, primaryTerm);
    }
    const current = this.#current(id);
    this.#parts.take({ ...operation, previousSeqNo: current?.seqNo ?? -1 }, document, current);
  }

  /** Indexes a document. The order of the checks is Elasticsearch's: what the document says first, then its version. */
  #put(write: Put, create: Putting["create"], find: Putting["find"]): MaybeLater<ShardOutcome> {
    this.#checkSize(write.id, write.source);
    const input = documentInput(write, write.dynamicTemplates);
    if (!this.#parts.index.parser.hasStoredQueries) return this.#putInput(write, input, { create, find });
    if (Object.hasOwn(input.source, STORED_LOOKUPS)) throw metadataField(STORED_LOOKUPS);
    try {
      const put = this.#putInput(write, input, { create, find });
      return put instanceof Promise
        ? put.catch((error: unknown) => this.#putLookingUp(write, error, { create, find }))
        : put;
    } catch (error) {
      return this.#putLookingUp(write, error, { create, find });
    }
  }

  /** Puts a document with what its queries take from documents elsewhere, which is why it could not be put before. */
  async #putLookingUp(write: Put, error: unknown, putting: Putting): Promise<ShardOutcome> {
    if (!(error instanceof UnknownReferences)) throw error;
    const found = await this.#parts.lookUp(error.references, write.caller);
    const lookups = found as unknown as Json[];
    const source = lookupsMember.addTo(write.source, writeJson(lookups));
    this.#checkSize(write.id, source);
    // Why something is not there is told of the document as it came.
    const isThere = found.every((one) => "value" in one);
    const input = documentInput(isThere ? { ...write, source, parsed: undefined } : write, write.dynamicTemplates);
    return this.#putInput({ ...write, source }, { ...input, lookups }, putting);
  }

  #putInput(write: Put, input: DocumentInput, putting: Putting): MaybeLater<ShardOutcome> {
    const extended = this.#parts.mapping.extend(input);
    if (extended instanceof Promise) return extended.then(() => this.#index(write, input, putting));
    return this.#index(write, input, putting);
  }

  #index(write: Put, input: DocumentInput, { create, find }: Putting): ShardOutcome {
    const { where, buffer } = this.#parts;
    const { routing } = write;
    const seqNo = this.#parts.nextSeqNo();
    const primaryTerm = this.#term();
    const current = find?.();
    let conflict: string | undefined;
    const document = buffer.index(input, seqNo, primaryTerm, () => {
      conflict = writeConflict(current, write.options, create);
      return conflict === undefined;
    });
    if (conflict !== undefined) {
      const name = write.options.ifSeqNo === undefined ? write.pointName : undefined;
      throw versionConflict(where, write.id, conflict, name);
    }
    const version = nextVersion(current, write.options);
    this.#parts.take(
      {
        kind: "index",
        seqNo,
        primaryTerm,
        version,
        id: write.id,
        routing,
        previousSeqNo: current?.seqNo ?? -1,
        source: write.source,
      },
      document,
      current,
    );
    return {
      ok: true,
      version,
      seqNo,
      primaryTerm,
      result: current === undefined || current.deleted ? "created" : "updated",
    };
  }

  #delete(id: string, options: WriteOptions): ShardOutcome {
    const current = this.#current(id);
    const conflict = writeConflict(current, options, false);
    if (conflict !== undefined) throw versionConflict(this.#parts.where, id, conflict);
    const seqNo = this.#parts.nextSeqNo();
    const primaryTerm = this.#term();
    const version = nextVersion(current, options);
    this.#parts.take(
      {
        kind: "delete",
        seqNo,
        primaryTerm,
        version,
        id,
        routing: options.routing,
        previousSeqNo: current?.seqNo ?? -1,
        source: NOTHING,
      },
      -1,
      current,
    );
    return {
      ok: true,
      version,
      seqNo,
      primaryTerm,
      result: current === undefined || current.deleted ? "not_found" : "deleted",
    };
  }

  /** What an update would write now; undefined where it would write nothing, or remove the document. */
  planUpdate(item: WriteItem): PlannedUpdate | undefined {
    const { plan, present, routing, filter } = this.#plan(item, item.id ?? "");
    if (plan.write === undefined) return undefined;
    return {
      source: plan.write,
      routing,
      present: present && { seqNo: present.seqNo, primaryTerm: present.primaryTerm },
      shown: filter?.fetch ? filterSourceFields(plan.document, filter) : undefined,
    };
  }

  #plan(write: WriteItem, id: string): Planning {
    const spec = write.update;
    if (!spec) throw new RequestError(500, "illegal_state_exception", "an update was not read");
    const current = this.#current(id);
    const present = current === undefined || current.deleted ? undefined : current;
    const conditions = {
      ifSeqNo: spec.ifSeqNo ?? write.options.ifSeqNo,
      ifPrimaryTerm: spec.ifPrimaryTerm ?? write.options.ifPrimaryTerm,
    };
    if (present) {
      const conflict = writeConflict(present, conditions, false);
      if (conflict !== undefined) throw versionConflict(this.#parts.where, id, conflict);
    }
    const { where, scripts, clock } = this.#parts;
    const plan = planUpdate(spec, present && this.#filterSourceFields(id, present), {
      where,
      scripts,
      document: { index: where.index, id, nowMs: clock.now(), present },
    });
    return {
      plan,
      present,
      routing: present?.routing ?? write.options.routing,
      filter: spec.sourceFilter ?? write.sourceFilter,
    };
  }

  #update(write: WriteItem, id: string, caller: JsonObject | undefined): MaybeLater<ShardOutcome> {
    const { plan, present, routing, filter } = this.#plan(write, id);
    return whenThere(this.#change(plan, { caller, id, options: NO_OPTIONS, routing }, present), (outcome) => {
      if (!outcome.ok || !filter?.fetch || (!present && outcome.result === "noop")) return outcome;
      const get = {
        found: true,
        seqNo: outcome.seqNo,
        primaryTerm: outcome.primaryTerm,
        source: filterSourceFields(plan.document, filter),
        ...(routing === undefined ? {} : { routing }),
      };
      return { ...outcome, get };
    });
  }

  /** Does what an update comes to. */
  #change(
    { write, deletes }: UpdatePlan,
    put: Omit<Put, "source">,
    present: CurrentDocument | undefined,
  ): MaybeLater<ShardOutcome> {
    if (deletes) return this.#delete(put.id, { routing: put.routing });
    if (write !== undefined) {
      const current = present ?? this.#current(put.id);
      return this.#put({ ...put, source: write }, false, () => current);
    }
    if (!present) return { ok: true, version: -1, seqNo: -2, primaryTerm: 0, result: "noop" };
    const { version, seqNo, primaryTerm } = present;
    return { ok: true, version, seqNo, primaryTerm, result: "noop" };
  }

  /** The source that an update begins with. Throws 400 where the mapping shows none. */
  #filterSourceFields(id: string, document: CurrentDocument): Uint8Array {
    const source = this.#parts.buffer.sourceOf(document);
    const { sourceLoader } = this.#parts.index.parser;
    if (!sourceLoader) return source;
    const shown = sourceLoader({ id, routing: document.routing, source });
    if (shown.length === 0) throw sourceMissing(this.#parts.where, id);
    // What models made of texts that stay as they are stays too.
    const kept = this.#parts.index.parser.semanticTexts.length > 0 ? inferenceFieldsText(source) : undefined;
    return kept === undefined ? shown : withInferenceFields(shown, kept);
  }

  #current(id: string): CurrentDocument | undefined {
    return this.#parts.buffer.current(id);
  }

  #term(): number {
    return this.#parts.index.metadata.primaryTerms[this.#parts.where.shard] ?? 1;
  }

  #checkSize(id: string, source: Uint8Array): void {
    const bytes = source.length + id.length * 3 + RECORD_OVERHEAD_BYTES;
    const { maximumRecordBytes } = this.#parts.log;
    if (bytes <= maximumRecordBytes) return;
    throw new RequestError(
      413,
      "content_too_long_exception",
      `the document [${id}] of [${source.length}] bytes is too large, the limit is [${maximumRecordBytes}] bytes`,
    );
  }
}

/** Names of members that the server adds itself are not given by others. */
function metadataField(name: string): RequestError {
  return illegalArgument(`Field [${name}] is a metadata field and cannot be added inside a document.`);
}

/** A follower takes what its leader was written, and nothing else. */
function followsAnother(): RequestError {
  return new RequestError(
    403,
    "status_exception",
    "a following engine does not accept operations without an assigned sequence number",
  );
}
