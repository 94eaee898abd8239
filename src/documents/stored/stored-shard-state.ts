/** What is known of one shard in the file store, and how it gets there and back. */
import { assert } from "../../core/assert.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { copyFile, markOf, openFile, type StoredFile } from "../../store/blobs/copied-file.ts";
import type { Files } from "../../store/files.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { EMPTY_SHARD, manifestFiles, movedManifest, type ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { ShardFileStore, StoredShard } from "../../store/shard-files/shard-file-store.ts";
import type { FileHolds } from "../shard/file-holds.ts";
import type { ShardEngine } from "../shard/shard-engine.ts";
import { fetchShard } from "./fetch-shard.ts";
import type { StoredLog } from "./stored-shards.ts";

export interface StoredShardParts {
  readonly uuid: string;
  readonly shard: number;
  readonly key: string;
  readonly store: ShardFileStore;
  readonly log: Pick<StoredLog, "placeOf" | "prove" | "currentFile" | "isOwn">;
  readonly files: Files;
  readonly holds: FileHolds;
  /** What the last flush committed; undefined while nobody knows. */
  manifest(): ShardManifest | undefined;
  /** Files are held no more. */
  released(): void;
}

/** A blob holds at most so many bytes. */
const PART_BYTES = 1024 ** 3;
const RATE = { passed: (): Promise<void> => Promise.resolve() };

export class StoredShardState {
  readonly #parts: StoredShardParts;
  readonly folder: string;
  /**
   * The primary term in which the shard was opened here; 0 for one that the cluster state does not know yet. A later
   * one is that of another node, or life.
   */
  term = 0;
  /** There may be something to store. */
  isDue = false;
  /** Somebody sees to that. */
  isWaiting = false;
  /** Not before then. */
  retryMs = 0;
  /** The state in the store; null for none, undefined as long as nobody has looked. */
  #stored: StoredShard | null | undefined;
  /** Blobs that no state names any more, to be removed with proof. */
  #unnamed: string[] = [];
  /** The file of this node's log from which on what is stored needs it. */
  #replayFrom = 0;
  /** Manifests that were written here; the last one counts. */
  #manifests: string[] = [];
  /** Files that are known to be in the store as they are on the disk, by path. */
  #same = new Map<string, StoredFile>();
  #storing: Promise<void> = Promise.resolve();
  #isGivenUp = false;

  constructor(parts: StoredShardParts) {
    this.#parts = parts;
    this.folder = `indices/${parts.key}`;
  }

  get uuid(): string {
    return this.#parts.uuid;
  }

  get key(): string {
    return this.#parts.key;
  }

  /** The state in the store, as it was when somebody looked last. */
  get stored(): StoredShard | undefined {
    return this.#stored ?? undefined;
  }

  /** Somebody has looked what is in the store. */
  get isKnown(): boolean {
    return this.#stored !== undefined;
  }

  /** Settles when nothing is being stored; never rejects. */
  get idle(): Promise<void> {
    return this.#storing.catch(() => undefined);
  }

  /** Nothing is stored any more. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.isDue = false;
  }

  /** Lowest log file that is needed by whoever takes the shard from the store; `engine`: when it is open. */
  lowestLog(engine: ShardEngine | undefined): number {
    if (this.#stored === undefined) return 0;
    const unsealed = engine?.firstUnsealedLog ?? Number.POSITIVE_INFINITY;
    if (!this.isDue && !this.isWaiting && engine?.failure === undefined) return unsealed;
    return Math.min(unsealed, this.#replayFrom);
  }

  /** Brings the state in the store to the disk, unless there is a later one. */
  async fetch(): Promise<void> {
    const { store, files, log } = this.#parts;
    // What another node stored counts its own files; in this log everything of the shard comes later than now.
    const { currentFile } = log;
    const found = await this.#look();
    this.isDue = true;
    if (!found) return;
    const isOwn = log.isOwn(found.log.writer);
    if (!isOwn) this.#replayFrom = currentFile;
    const local = hasManifest(files, this.folder) ? new ManifestStore(files, this.folder).read().manifest : undefined;
    if (local && local.sealedSeqNo >= found.manifest.sealedSeqNo) return;
    try {
      const replayFromFile = isOwn ? found.manifest.replayFromFile : currentFile;
      await fetchShard(files, store.blobs, this.folder, {
        ...found,
        manifest: { ...found.manifest, replayFromFile },
      });
    } catch (error) {
      // The next attempt begins anew: a shard is never opened with less.
      this.#stored = undefined;
      throw error;
    }
    for (const file of found.files) this.#same.set(file.path, file);
  }

  /** Puts what was committed last into the store. */
  store(): Promise<void> {
    const before = this.idle;
    const stored = before.then(() => this.#store());
    this.#storing = stored;
    return stored;
  }

  async #store(): Promise<void> {
    const { log, holds, store, uuid, shard } = this.#parts;
    if (this.#stored === undefined) await this.#look();
    if (this.#isGivenUp) return;
    // From here to the hold nothing is awaited: the files are those of what was committed last.
    const committed = this.#parts.manifest();
    const manifest = committed && movedManifest(committed, (path) => path.slice(this.folder.length + 1));
    const isNews = manifest && this.#isNews(manifest);
    this.isDue = false;
    if (!isNews) return;
    const place = log.placeOf(manifest.replayFromFile);
    const hold = holds.begin();
    holds.add(hold, manifestFiles(committed));
    try {
      const files = await this.#copied(manifestFiles(manifest));
      const [term, generation] = [this.term, (this.#stored?.generation ?? 0) + 1];
      assert(term >= (this.#stored?.term ?? 0), "the primary term of a shard only rises");
      const stored: StoredShard = { term, generation, manifest, files, log: place };
      if (this.#isGivenUp) return;
      // What was committed is what the log holds: nobody had sealed it until after that.
      await log.prove();
      const name = await store.write(uuid, shard, stored);
      this.#use(stored, name);
    } catch (error) {
      this.isDue = !this.#isGivenUp;
      throw error;
    } finally {
      holds.release(hold);
      this.#parts.released();
    }
    await this.#removeUnnamed();
  }

  async #look(): Promise<StoredShard | undefined> {
    const { store, uuid, shard } = this.#parts;
    const { stored, names } = await store.find(uuid, shard);
    const named = new Set(stored?.files.flatMap(({ parts }) => parts));
    this.#unnamed = names.filter((name) => !named.has(name));
    this.#stored = stored ?? null;
    this.#replayFrom = stored && this.#parts.log.isOwn(stored.log.writer) ? stored.manifest.replayFromFile : 0;
    return stored;
  }

  /** Whether a state differs from the one in the store. */
  #isNews(manifest: ShardManifest): boolean {
    const stored = this.#stored;
    if (!stored) return manifest.maximumSeqNo >= 0 || manifestFiles(manifest).length > 0;
    assert(
      manifest.sealedSeqNo >= stored.manifest.sealedSeqNo,
      `the file store holds operations up to ${stored.manifest.sealedSeqNo} of the shard, the disk up to ${manifest.sealedSeqNo} only`,
    );
    return textOf(manifest) !== textOf(stored.manifest);
  }

  async #copied(paths: readonly string[]): Promise<StoredFile[]> {
    const { store, files, uuid, shard } = this.#parts;
    const known = new Map(this.#stored?.files.map((file) => [file.path, file]));
    const copied: StoredFile[] = [];
    for (const path of paths) {
      let same = this.#same.get(path);
      if (!same) {
        const file = await openFile(files.reference(`${this.folder}/${path}`));
        try {
          const mark = await markOf(file);
          const there = known.get(path);
          const check = (): void => assert(!this.#isGivenUp, "the shard is still to be stored");
          const copying = {
            blobs: store.blobs,
            folder: store.folder(uuid, shard),
            partBytes: PART_BYTES,
            rate: RATE,
            check,
          };
          same =
            there?.mark === mark && there.bytes === file.bytes ? there : await copyFile(file, { path, mark }, copying);
        } finally {
          await file.close();
        }
        this.#same.set(path, same);
      }
      copied.push(same);
    }
    return copied;
  }

  /** A state counts from now on. */
  #use(stored: StoredShard, name: string): void {
    const named = new Set(stored.files.flatMap(({ parts }) => parts));
    const before = this.#stored?.files.flatMap(({ parts }) => parts) ?? [];
    this.#unnamed = [...this.#unnamed, ...before].filter((blob) => !named.has(blob));
    this.#manifests.push(name);
    this.#stored = stored;
    this.#replayFrom = stored.manifest.replayFromFile;
    const paths = new Set(stored.files.map(({ path }) => path));
    for (const path of this.#same.keys()) if (!paths.has(path)) this.#same.delete(path);
  }

  async #removeUnnamed(): Promise<void> {
    const [newest] = this.#manifests.slice(-1);
    const old = [...this.#unnamed, ...this.#manifests].filter((name) => name !== newest);
    if (old.length === 0) return;
    await this.#parts.log.prove();
    await this.#parts.store.blobs.remove(old);
    this.#unnamed = [];
    this.#manifests = newest === undefined ? [] : [newest];
  }
}

/** Whether a folder holds the manifest of a shard. */
export function hasManifest(files: Files, folder: string): boolean {
  return files.list(folder).some((name) => name.startsWith("manifest-"));
}

/** What a shard that is not open left. Throws the damage of its newest manifest: the one before is not all. */
export function wholeManifest(files: Files, folder: string): ShardManifest {
  const { manifest, damages } = new ManifestStore(files, folder).read();
  const [damage] = damages;
  if (damage) throw damage;
  return manifest ?? EMPTY_SHARD;
}

function textOf(manifest: ShardManifest): string {
  return writeJson(manifest);
}
