/** Blobs in memory. */
import { assert } from "../../core/assert.ts";
import {
  type BlobContent,
  type BlobEntry,
  BlobMissing,
  type BlobStore,
  isBlobName,
} from "../../store/blobs/blob-store.ts";

let stores = 0;

export class MemoryBlobs implements BlobStore {
  readonly key = `memory:${++stores}`;
  readonly #blobs = new Map<string, Uint8Array>();

  async write(name: string, content: BlobContent): Promise<void> {
    assert(isBlobName(name), `[${name}] names no blob`);
    this.#blobs.set(name, await wholeOf(content));
  }

  async create(name: string, bytes: Uint8Array): Promise<boolean> {
    assert(isBlobName(name), `[${name}] names no blob`);
    if (this.#blobs.has(name)) return false;
    this.#blobs.set(name, bytes.slice());
    return true;
  }

  async read(name: string): Promise<Uint8Array> {
    const blob = this.#blobs.get(name);
    if (!blob) throw new BlobMissing(name);
    return blob.slice();
  }

  async *stream(name: string): AsyncIterable<Uint8Array> {
    yield await this.read(name);
  }

  async list(prefix: string): Promise<BlobEntry[]> {
    return [...this.#blobs]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { length }]) => ({ name, bytes: length }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) this.#blobs.delete(name);
  }
}

async function wholeOf(content: BlobContent): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content.slice();
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece.slice());
  return new Uint8Array(Buffer.concat(pieces));
}
