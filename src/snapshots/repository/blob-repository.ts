/** The blobs of one repository: its root, which changes as a whole or not at all, and what the root names. */
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { RequestError } from "../../compat/errors.ts";
import { randomUuid } from "../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { BlobMissing, type BlobStore } from "../../store/blobs/blob-store.ts";
import { seal, SealBroken, unseal } from "../../store/sealed-file.ts";
import { repositoryChanged, repositoryError } from "./repository-errors.ts";
import type { RepositoryRoot, StoredIndex, StoredSnapshot } from "./repository-root.ts";

const FORMAT = 1;
const ROOT = "index-";
const MIRROR = "mirror-";
/** A reader that is slower than a writer looks again so many times. */
const ATTEMPTS = 5;

/** A root with its number; 0: nothing was ever written. */
export interface ReadRoot {
  readonly generation: number;
  readonly root: RepositoryRoot;
}

export class BlobRepository {
  readonly name: string;
  readonly blobs: BlobStore;
  #known: ReadRoot | undefined;

  constructor(name: string, blobs: BlobStore) {
    this.name = name;
    this.blobs = blobs;
  }

  /** The newest root. Throws `repository_exception` with the name of what is damaged. */
  async read(): Promise<ReadRoot> {
    for (let attempt = 1; ; attempt++) {
      const generation = await this.#newest();
      if (generation === 0) return { generation, root: EMPTY };
      if (this.#known?.generation === generation) return this.#known;
      try {
        const root = await this.#readRoot(generation);
        this.#known = { generation, root };
        return this.#known;
      } catch (error) {
        // Whoever wrote the next one removed this one.
        if (error instanceof BlobMissing && attempt < ATTEMPTS) continue;
        throw this.#unreadable(error);
      }
    }
  }

  /**
   * Writes the root behind `generation`; rejects with `repository_exception` when somebody else did. Then, and when
   * anything else goes wrong, what the root was to name may be named all the same: `read` says so.
   */
  async commit(generation: number, root: RepositoryRoot): Promise<ReadRoot> {
    const next = generation + 1;
    const bytes = sealed({ ...root, uuid: root.uuid === "" ? randomUuid() : root.uuid }, next);
    if (!(await this.blobs.create(ROOT + next, bytes))) {
      const newer = await this.read().catch(() => undefined); // the conflict is the error to report
      throw repositoryChanged(this.name, generation, newer?.root.cluster);
    }
    await this.blobs.write(MIRROR + next, bytes);
    await this.#removeOld(next);
    return this.read();
  }

  async readIndex(blob: string): Promise<StoredIndex> {
    return (await this.#readSealed(blob)) as unknown as StoredIndex;
  }

  async readSnapshot(uuid: string): Promise<StoredSnapshot> {
    return (await this.#readSealed(snapshotBlob(uuid))) as unknown as StoredSnapshot;
  }

  /** Writes the blob of an index under a new name, which it answers. */
  async writeIndex(value: StoredIndex): Promise<string> {
    const blob = `indices/${value.metadata.uuid}/${randomUuid()}`;
    await this.blobs.write(blob, sealed(value, 1));
    return blob;
  }

  async writeSnapshot(uuid: string, value: StoredSnapshot): Promise<void> {
    await this.blobs.write(snapshotBlob(uuid), sealed(value, 1));
  }

  /** Whether the name is of a root, and which. */
  static generationOf(blob: string): number | undefined {
    const number = /^(?:index|mirror)-([1-9]\d{0,14})$/.exec(blob)?.[1];
    return number === undefined ? undefined : Number(number);
  }

  async #newest(): Promise<number> {
    const entries = await this.blobs.list(ROOT);
    return Math.max(0, ...entries.map(({ name }) => BlobRepository.generationOf(name) ?? 0));
  }

  /**
   * A root that is damaged and has no mirror was never told to anybody: its writer did not end, or is still writing
   * where files cannot be created as a whole. Nothing was removed for it, so the one before holds.
   */
  async #readRoot(generation: number): Promise<RepositoryRoot> {
    try {
      return await this.#readOne(ROOT, generation);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      try {
        return await this.#readOne(MIRROR, generation);
      } catch (second) {
        const before = generation - 1;
        if (!(second instanceof BlobMissing)) throw error; // Both are lost: the first says it.
        if (before === 0) return EMPTY;
        return await this.#readOne(ROOT, before).catch(() => Promise.reject(error));
      }
    }
  }

  async #readOne(kind: typeof ROOT | typeof MIRROR, generation: number): Promise<RepositoryRoot> {
    const blob = kind + generation;
    return rootOf(opened(await this.blobs.read(blob), blob, generation));
  }

  async #readSealed(blob: string): Promise<JsonObject> {
    try {
      return opened(await this.blobs.read(blob), blob, 1);
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  #unreadable(error: unknown): unknown {
    if (error instanceof SealBroken) return repositoryError(this.name, `blob is damaged: ${error.message}`);
    if (error instanceof BlobMissing) return repositoryError(this.name, error.message);
    if (error instanceof RequestError) return repositoryError(this.name, "could not read repository data", error);
    return error;
  }

  /** The root before stays for those who are reading it. */
  async #removeOld(newest: number): Promise<void> {
    const roots = [...(await this.blobs.list(ROOT)), ...(await this.blobs.list(MIRROR))];
    const old = roots
      .map(({ name }) => name)
      .filter((name) => (BlobRepository.generationOf(name) ?? newest) < newest - 1);
    if (old.length > 0) await this.blobs.remove(old);
  }
}

/** The blob of a snapshot. */
export function snapshotBlob(uuid: string): string {
  return `snap-${uuid}`;
}

function rootOf(value: JsonObject): RepositoryRoot {
  return value as unknown as RepositoryRoot;
}

const EMPTY: RepositoryRoot = { uuid: "", cluster: "", snapshots: [], indices: {} };

function sealed(value: object, generation: number): Uint8Array {
  return seal(Buffer.from(writeJson({ format: FORMAT, ...value })), generation);
}

/** What a sealed blob holds. Its checksum was right, so that it has the shape in which it was written. */
function opened(bytes: Uint8Array, blob: string, expected: number): JsonObject {
  const { body, generation } = unseal(bytes, blob);
  if (generation !== expected) throw new SealBroken(blob, `it holds generation ${generation}`);
  const value = parseJsonBytes(body);
  if (!isJsonObject(value) || value["format"] !== FORMAT) throw new SealBroken(blob, "it has another format");
  const { format: _known, ...rest }: JsonObject = value;
  return rest;
}
