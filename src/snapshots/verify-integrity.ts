/**
 * Whether a repository still holds what its snapshots need: every blob that is named, as long as it was, or bit by bit.
 */
import { type Clock, type MonotonicClock } from "../core/clock.ts";
import { crc32c } from "../core/crc32c.ts";
import { RequestError } from "../compat/errors.ts";
import { BlobMissing } from "../store/blobs/blob-store.ts";
import type { StoredFile } from "../store/blobs/copied-file.ts";
import type { Repository } from "./repositories.ts";
import { RateLimit } from "./repository/rate-limit.ts";
import { indicesOf, type RepositoryRoot, type RootIndex, type RootSnapshot } from "./repository/repository-root.ts";

export interface IntegrityOptions {
  /** Whether data are read and compared with their checksums, which costs what a restore does. */
  readonly readsData: boolean;
  readonly bytesPerSecond: number;
}

/** What is wrong with a blob, or with what it holds. */
export interface Anomaly {
  readonly anomaly: string;
  readonly timestampMs: number;
  readonly snapshot?: RootSnapshot;
  readonly index?: RootIndex;
  readonly metadataBlob?: string;
  readonly shard?: number;
  readonly blob?: string;
  readonly file?: string;
  readonly part?: number;
  readonly parts?: number;
  readonly fileBytes?: number;
  readonly blobBytes?: number;
  readonly error?: unknown;
}

/** An index, and how many of its snapshots could be restored. */
export interface Restorability {
  readonly timestampMs: number;
  readonly index: RootIndex;
  readonly snapshots: number;
  readonly restorable: number;
}

/** How far a verification is. */
export interface IntegrityProgress {
  generation: number;
  uuid: string;
  snapshots: { verified: number; total: number };
  indices: { verified: number; total: number };
  indexSnapshots: { verified: number; total: number };
  blobs: number;
  bytes: number;
}

export interface IntegrityReport {
  readonly snapshots: readonly { readonly snapshot: RootSnapshot; readonly timestampMs: number }[];
  readonly anomalies: readonly Anomaly[];
  readonly indices: readonly Restorability[];
  readonly finalGeneration: number;
}

export function noProgress(): IntegrityProgress {
  const none = (): { verified: number; total: number } => ({ verified: 0, total: 0 });
  return { generation: 0, uuid: "", snapshots: none(), indices: none(), indexSnapshots: none(), blobs: 0, bytes: 0 };
}

/** Throws for a root that cannot be read. `check` throws where it is to stop. */
export async function verifyIntegrity(
  repository: Repository,
  options: IntegrityOptions,
  {
    clock,
    check,
    progress,
  }: { readonly clock: Clock & MonotonicClock; readonly check: () => void; readonly progress: IntegrityProgress },
): Promise<IntegrityReport> {
  const verification = new Verification(repository, options, { clock, check, progress });
  return verification.run();
}

interface Surroundings {
  readonly clock: Clock & MonotonicClock;
  readonly check: () => void;
  readonly progress: IntegrityProgress;
}

/** An index as a snapshot names it. */
interface NamedIndex {
  readonly snapshot: RootSnapshot;
  readonly index: RootIndex;
  readonly blob: string;
}

/** None of the lists is empty. */
function indicesBySnapshot(root: RepositoryRoot): Map<string, NamedIndex[]> {
  const indices = new Map<string, NamedIndex[]>();
  for (const snapshot of root.snapshots)
    for (const { blob, ...index } of indicesOf(root, snapshot)) {
      const key = `${index.name}/${index.uuid}`;
      const named = indices.get(key) ?? [];
      named.push({ snapshot, index, blob });
      indices.set(key, named);
    }
  return indices;
}

class Verification {
  readonly #repository: Repository;
  readonly #readsData: boolean;
  readonly #parts: Surroundings;
  readonly #rate: RateLimit;
  readonly #anomalies: Anomaly[] = [];
  /** Whether a blob of an index, with all that it names, is whole. */
  readonly #wholeIndices = new Map<string, boolean>();
  /** By their first blob: several snapshots name the same files. */
  readonly #wholeFiles = new Map<string, boolean>();
  readonly #sizes = new Map<string, ReadonlyMap<string, number>>();

  constructor(repository: Repository, { readsData, bytesPerSecond }: IntegrityOptions, parts: Surroundings) {
    this.#repository = repository;
    this.#readsData = readsData;
    this.#parts = parts;
    this.#rate = new RateLimit(readsData ? bytesPerSecond : Number.POSITIVE_INFINITY, parts.clock);
  }

  async run(): Promise<IntegrityReport> {
    const { progress, check } = this.#parts;
    const { data } = this.#repository;
    const { generation, root } = await data.read();
    const indices = indicesBySnapshot(root);
    Object.assign(progress, { generation, uuid: root.uuid });
    progress.snapshots.total = root.snapshots.length;
    progress.indices.total = indices.size;
    progress.indexSnapshots.total = [...indices.values()].reduce((sum, { length }) => sum + length, 0);
    const snapshots: { snapshot: RootSnapshot; timestampMs: number }[] = [];
    for (const snapshot of root.snapshots) {
      check();
      await this.#snapshot(snapshot);
      snapshots.push({ snapshot, timestampMs: this.#now() });
      progress.snapshots.verified++;
    }
    const found: Restorability[] = [];
    for (const named of indices.values()) {
      const { index } = named[0]!;
      let restorable = 0;
      for (const one of named) {
        check();
        if (await this.#index(one)) restorable++;
        progress.indexSnapshots.verified++;
      }
      found.push({ timestampMs: this.#now(), index, snapshots: named.length, restorable });
      progress.indices.verified++;
    }
    const finalGeneration = (await data.read()).generation;
    return { snapshots, anomalies: this.#anomalies, indices: found, finalGeneration };
  }

  async #snapshot(snapshot: RootSnapshot): Promise<void> {
    try {
      await this.#repository.data.readSnapshot(snapshot.uuid);
    } catch (error) {
      this.#note({ anomaly: "failed to load global metadata", snapshot, error });
    }
  }

  /** Whether all of an index in a snapshot could be restored. What is wrong is told once. */
  async #index(what: NamedIndex): Promise<boolean> {
    const known = this.#wholeIndices.get(what.blob);
    if (known !== undefined) return known;
    const isWhole = await this.#readIndex(what);
    this.#wholeIndices.set(what.blob, isWhole);
    return isWhole;
  }

  async #readIndex({ snapshot, index, blob }: NamedIndex): Promise<boolean> {
    const place = { snapshot, index, metadataBlob: blob };
    try {
      const { shards } = await this.#repository.data.readIndex(blob);
      const sizes = await this.#sizesOf(index.uuid);
      let isWhole = true;
      for (const [shard, stored] of shards.entries()) {
        // One that failed when the snapshot was made is no anomaly, and nothing that comes back.
        if (!stored) isWhole = false;
        for (const file of stored?.files ?? []) {
          this.#parts.check();
          if (!(await this.#file(file, sizes, { ...place, shard }))) isWhole = false;
        }
      }
      return isWhole;
    } catch (error) {
      if (error instanceof RequestError && error.type === "task_cancelled_exception") throw error;
      this.#note({ anomaly: "failed to load index metadata", ...place, error });
      return false;
    }
  }

  async #sizesOf(uuid: string): Promise<ReadonlyMap<string, number>> {
    const known = this.#sizes.get(uuid);
    if (known) return known;
    const entries = await this.#repository.blobs.list(`data/${uuid}/`);
    const sizes = new Map(entries.map(({ name, bytes }) => [name, bytes]));
    this.#sizes.set(uuid, sizes);
    return sizes;
  }

  async #file(file: StoredFile, sizes: ReadonlyMap<string, number>, place: Partial<Anomaly>): Promise<boolean> {
    const key = file.parts[0] ?? file.path;
    const known = this.#wholeFiles.get(key);
    if (known !== undefined) return known;
    const here = { ...place, file: file.path, fileBytes: file.bytes };
    const isWhole = this.#lengths(file, sizes, here) && (!this.#readsData || (await this.#contents(file, here)));
    this.#wholeFiles.set(key, isWhole);
    return isWhole;
  }

  #lengths({ parts, bytes }: StoredFile, sizes: ReadonlyMap<string, number>, place: Partial<Anomaly>): boolean {
    let found = 0;
    for (const [part, blob] of parts.entries()) {
      this.#parts.progress.blobs++;
      const size = sizes.get(blob);
      if (size === undefined) {
        this.#note({ anomaly: "missing blob", ...place, blob, part, parts: parts.length });
        return false;
      }
      found += size;
    }
    if (found === bytes) return true;
    const blob = parts.at(-1) ?? "";
    this.#note({ anomaly: "mismatched blob length", ...place, blob, parts: parts.length, blobBytes: found });
    return false;
  }

  async #contents({ parts, crc }: StoredFile, place: Partial<Anomaly>): Promise<boolean> {
    const { progress, check } = this.#parts;
    let found = 0;
    for (const [part, blob] of parts.entries()) {
      try {
        for await (const piece of this.#repository.blobs.stream(blob)) {
          check();
          found = crc32c(piece, 0, piece.length, found);
          progress.bytes += piece.length;
          await this.#rate.passed(piece.length);
        }
      } catch (error) {
        if (!(error instanceof BlobMissing)) throw error;
        this.#note({ anomaly: "missing blob", ...place, blob, part, parts: parts.length });
        return false;
      }
    }
    if (found === crc) return true;
    this.#note({ anomaly: "corrupt data blob", ...place, blob: parts[0] ?? "", parts: parts.length });
    return false;
  }

  #note(anomaly: Omit<Anomaly, "timestampMs">): void {
    this.#anomalies.push({ ...anomaly, timestampMs: this.#now() });
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}
