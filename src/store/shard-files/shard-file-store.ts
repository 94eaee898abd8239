/**
 * The files of shards in a `BlobStore`, where they outlive the node that made them.
 *
 *     shards/<uuid>/<number>/manifest-<term>-<generation>   names every file with length and checksum; sealed
 *     shards/<uuid>/<number>/<id>                           files, whole or in parts, each written once
 *
 * The manifest with the highest name counts: who had the shard before, and wakes up, writes under a lower term. Names
 * of files are random, so that no two writers ever mean the same one.
 */
import { assert } from "../../core/assert.ts";
import { isJsonObject } from "../../core/json.ts";
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { StoredFile } from "../blobs/copied-file.ts";
import type { ChunkPlace } from "../chunks/log-starts.ts";
import type { ShardManifest } from "../manifest/shard-manifest.ts";
import { seal, unseal } from "../sealed-file.ts";

/** A state of a shard in the store. */
export interface StoredShard {
  readonly term: number;
  readonly generation: number;
  /** Paths are within the folder of the shard. */
  readonly manifest: ShardManifest;
  readonly files: readonly StoredFile[];
  /** Operations that are not in the files stand in this log, from this chunk on. */
  readonly log: ChunkPlace;
}

/** What the store has of a shard. */
export interface FoundShard {
  readonly stored: StoredShard | undefined;
  /** All of its blobs. */
  readonly names: readonly string[];
}

const ROOT = "shards/";
const FORMAT = 1;
const TERM_DIGITS = 10;
const GENERATION_DIGITS = 12;

export class ShardFileStore {
  readonly blobs: BlobStore;

  constructor(blobs: BlobStore) {
    this.blobs = blobs;
  }

  /** What stands in front of the names of a shard's blobs. */
  folder(uuid: string, shard: number): string {
    return `${ROOT}${uuid}/${shard}/`;
  }

  /** The state that counts. Rejects with SealBroken when it is damaged. */
  async find(uuid: string, shard: number): Promise<FoundShard> {
    const folder = this.folder(uuid, shard);
    const names = (await this.blobs.list(folder)).map(({ name }) => name);
    const newest = names.findLast((name) => name.startsWith(`${folder}manifest-`));
    if (newest === undefined) return { stored: undefined, names };
    const { body } = unseal(await this.blobs.read(newest), newest);
    const value = parseJsonBytes(body);
    assert(isJsonObject(value) && value["format"] === FORMAT, `[${newest}] has a format that this version reads`);
    return { stored: value as unknown as StoredShard, names };
  }

  /** Writes a state, whose files are there; answers its name. */
  async write(uuid: string, shard: number, stored: StoredShard): Promise<string> {
    const { term, generation } = stored;
    const numbers = `${digits(term, TERM_DIGITS)}-${digits(generation, GENERATION_DIGITS)}`;
    const name = `${this.folder(uuid, shard)}manifest-${numbers}`;
    const text = writeJson({ format: FORMAT, ...stored });
    await this.blobs.write(name, seal(Buffer.from(text), generation));
    return name;
  }

  /** Removes all of an index. */
  async removeIndex(uuid: string): Promise<void> {
    const entries = await this.blobs.list(`${ROOT}${uuid}/`);
    await this.blobs.remove(entries.map(({ name }) => name));
  }

  /** The indices of which there is something. */
  async indices(): Promise<string[]> {
    const entries = await this.blobs.list(ROOT);
    return [...new Set(entries.map(({ name }) => name.split("/")[1] ?? ""))];
  }
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, "0");
}
