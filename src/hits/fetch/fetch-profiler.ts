/** Measures where the time goes while the hits of a shard are fetched, phase by phase (`FetchProfiler`). */
import { measureInto, type Measured, newMeasured } from "../../core/measured.ts";
import type { Operation } from "../../store/operation-log.ts";
import type { ShardHit } from "../collect/shard-hit.ts";
import type { DocumentSource } from "./document-source.ts";
import type { AddToHit, FetchPhase, FetchShard } from "./fetch-phase.ts";
import { FetchedDocument } from "./fetched-document.ts";
import { type HitOptions, showsMetadata } from "./hit-options.ts";

/** What was measured, as plain data; times in nanoseconds. */
export interface ProfiledFetch {
  readonly nanos: number;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly storedFields: readonly string[];
  readonly phases: readonly ProfiledPhase[];
}

export interface ProfiledPhase {
  readonly type: string;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly debug: Readonly<Record<string, number>> | undefined;
}

/** One of Elasticsearch's phases; several of ours may be one of those. */
class PhaseMeasure {
  readonly nextReader = newMeasured();
  readonly process = newMeasured();
  /** Hits whose sources were shown as they are; undefined: the phase shows none. */
  fastPath: number | undefined;
}

export class FetchProfiler {
  readonly #phases = new Map<string, PhaseMeasure>();
  readonly #total = newMeasured();
  readonly #records = newMeasured();
  readonly #sources = newMeasured();
  readonly #readers = newMeasured();
  readonly #segments = new Set<number>();
  #storedFields: readonly string[] = [];

  /** As the phase prepares itself. */
  prepare(phase: FetchPhase, request: Readonly<HitOptions>, shard: FetchShard): AddToHit | undefined {
    const { profiledAs: name, showsWhole } = phase;
    const shown = showsMetadata(request) ? ["_id", "_routing"] : [];
    this.#storedFields = [...shown, ...(request.storedFields ?? []).filter((field) => !field.startsWith("_"))];
    const type = name?.(request, shard);
    if (type === undefined) return measureInto(this.#total, () => phase.prepare(request, shard));
    const measure = this.#phases.get(type) ?? new PhaseMeasure();
    const prepared = measureInto(this.#total, () =>
      measureInto(measure.nextReader, () => phase.prepare(request, shard)),
    );
    if (!prepared) return undefined;
    this.#phases.set(type, measure);
    const whole = showsWhole?.(request, shard);
    if (whole !== undefined) measure.fastPath ??= 0;
    return (hit, document) => {
      measureInto(measure.process, () => prepared(hit, document));
      if (whole) measure.fastPath = (measure.fastPath ?? 0) + 1;
    };
  }

  /** The document of a hit, whose record and source are read while that is measured. */
  document(shard: FetchShard, hit: ShardHit): FetchedDocument {
    this.#segments.add(hit.segment);
    return measureInto(this.#readers, () => new ProfiledDocument(shard, hit, this.#records, this.#sources));
  }

  /** What belongs to fetching as a whole. */
  within<Result>(work: () => Result): Result {
    return measureInto(this.#total, work);
  }

  /** Undefined when no hit was fetched. */
  result(): ProfiledFetch | undefined {
    const segments = this.#segments.size;
    if (segments === 0) return undefined;
    const sources = this.#sources.count > 0 ? ["_source"] : [];
    const phases = Array.from(this.#phases, ([type, { nextReader, process, fastPath }]) => ({
      type,
      breakdown: {
        next_reader: nextReader.nanos,
        next_reader_count: segments,
        process: process.nanos,
        process_count: this.#readers.count,
      },
      debug: fastPath === undefined ? undefined : { fast_path: fastPath },
    }));
    return {
      nanos: this.#total.nanos,
      breakdown: {
        load_stored_fields: this.#records.nanos,
        load_stored_fields_count: this.#records.count,
        load_source: this.#sources.nanos,
        load_source_count: this.#sources.count,
        next_reader: this.#readers.nanos,
        next_reader_count: segments,
      },
      storedFields: [...this.#storedFields, ...sources].sort(),
      phases: phases.sort((left, right) => (left.type < right.type ? -1 : 1)),
    };
  }
}

class ProfiledDocument extends FetchedDocument {
  readonly #records: Measured;
  readonly #sources: Measured;
  #known: Operation | undefined;
  #parsed: DocumentSource | undefined;

  constructor(shard: FetchShard, hit: ShardHit, records: Measured, sources: Measured) {
    super(shard, hit);
    this.#records = records;
    this.#sources = sources;
  }

  override record(): Operation {
    return (this.#known ??= measureInto(this.#records, () => super.record()));
  }

  override source(): DocumentSource {
    // The record has been read by then, so that its time counts once.
    this.record();
    return (this.#parsed ??= measureInto(this.#sources, () => super.source()));
  }
}
