/** Gets of one shard: realtime from what was written last, or as of the last refresh. */
import type { Operation } from "../../store/operation-log.ts";
import { isLive } from "../../segment/live-docs.ts";
import type { GetRequest, GetResult } from "../documents.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { ShardStorage } from "./shard-storage.ts";
import type { ShardWriter } from "./shard-writer.ts";
import { readConflict, versionConflict } from "../write/version-check.ts";

type Found = Extract<GetResult, { found: true }>;

export class ShardReads {
  readonly #parts: EngineDependencies;
  readonly #segments: ShardSegments;
  readonly #storage: ShardStorage;
  readonly #writer: ShardWriter;

  constructor(parts: EngineDependencies, segments: ShardSegments, storage: ShardStorage, writer: ShardWriter) {
    this.#parts = parts;
    this.#segments = segments;
    this.#storage = storage;
    this.#writer = writer;
  }

  /** Whether an operation on the document is under way and not in the log yet. */
  inFlight(request: GetRequest): boolean {
    const recent = this.#writer.buffer.recent.get(request.id);
    return recent !== undefined && recent.position === undefined;
  }

  /** Throws RequestError 409 when the document's version is not the one asked for. */
  get(request: GetRequest): GetResult {
    const found = request.realtime ? this.#latest(request.id) : this.#refreshed(request.id);
    if (!found) return { found: false, index: this.#parts.where.index, id: request.id };
    const conflict = readConflict(found.version, request);
    if (conflict !== undefined) throw versionConflict(this.#parts.where, request.id, conflict);
    return this.#shown(found, request.whole === true);
  }

  /** The document, its source as it came. */
  #latest(id: string): Found | undefined {
    const current = this.#writer.buffer.current(id);
    if (!current || current.deleted) return undefined;
    const { version, seqNo, primaryTerm, routing } = current;
    return {
      found: true,
      index: this.#parts.where.index,
      id,
      version,
      seqNo,
      primaryTerm,
      routing,
      source: this.#writer.buffer.sourceOf(current),
    };
  }

  /** The document as the published searcher has it: newest segment first, as each holds an id alive at most once. */
  #refreshed(id: string): Found | undefined {
    const { all } = this.#segments;
    for (let at = all.length - 1; at >= 0; at--) {
      const segment = all[at];
      if (!segment?.published) continue;
      const doc = segment.reader.docOfId(id);
      if (doc < 0 || !isLive(segment.live, doc)) continue;
      const operation = this.#record(segment.reader.seqNo(doc), segment.reader.location(doc));
      if (!operation) continue;
      const { version, seqNo, primaryTerm, routing, source } = operation;
      return { found: true, index: this.#parts.where.index, id, version, seqNo, primaryTerm, routing, source };
    }
    return undefined;
  }

  /** With the source as the mapping shows it. */
  #shown(found: Found, whole: boolean): Found {
    const { sourceLoader } = this.#parts.index.parser;
    if (!sourceLoader) return found;
    return { ...found, source: sourceLoader(found), ...(whole ? { whole: found.source } : {}) };
  }

  /** The record of a document that may be superseded by now: sealed, or still in the log. */
  #record(seqNo: number, location: { file: number; offset: number } | undefined): Operation | undefined {
    return this.#storage.read(seqNo) ?? (location && this.#parts.log.read(location).operation);
  }
}
