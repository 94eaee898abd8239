/**
 * Blobs as objects of a bucket in an S3-compatible store, addressed by path. Objects appear as a whole; `create` needs
 * a store that honours `If-None-Match`, which `verifyRepository` looks at.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { S3mini } from "s3mini";
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import { type BlobContent, type BlobEntry, BlobMissing, type BlobStore, isBlobName } from "./blob-store.ts";

export interface S3Place {
  /** `https://host:port`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** In front of all names; empty or ending in `/`. */
  readonly prefix: string;
  /** Empty: requests are not signed. */
  readonly accessKey: string;
  readonly secretKey: string;
  /** Of all objects: class of storage, encryption, access. */
  readonly headers: Readonly<Record<`x-amz-${string}`, string>>;
}

/** Larger blobs are sent in parts of so many bytes, of which one is in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** What fails because the store is busy, or cannot be reached, is tried so often. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
const TYPE = "application/octet-stream";
/** A removal names at most so many objects. */
const REMOVED_AT_ONCE = 1000;

export class S3Blobs implements BlobStore {
  readonly key: string;
  readonly #place: S3Place;
  #client: S3mini | undefined;

  constructor(place: S3Place) {
    this.#place = place;
    this.key = `s3:${place.endpoint}/${place.bucket}/${place.prefix}`;
  }

  async write(name: string, content: BlobContent): Promise<void> {
    const key = this.#keyOf(name);
    const { headers } = this.#place;
    if (content instanceof Uint8Array) {
      await this.#call(`write blob [${name}]`, (s3) => s3.putObject(key, content, TYPE, undefined, headers));
      return;
    }
    const parts = inParts(content, PART_BYTES)[Symbol.asyncIterator]();
    const first = await parts.next();
    const second = await parts.next();
    if (second.done === true) return this.write(name, first.done === true ? new Uint8Array(0) : first.value);
    await this.#writeParts(
      name,
      (async function* () {
        if (first.done !== true) yield first.value;
        yield second.value;
        yield* { [Symbol.asyncIterator]: () => parts };
      })(),
    );
  }

  async create(name: string, bytes: Uint8Array): Promise<boolean> {
    const key = this.#keyOf(name);
    // The client sends whatever stands here; its type knows the names of one kind only.
    const headers: S3Place["headers"] = { ...this.#place.headers, ...{ "if-none-match": "*" } };
    try {
      // Once: an answer that was lost is not told from another writer.
      await this.#call(`create blob [${name}]`, (s3) => s3.putObject(key, bytes, TYPE, undefined, headers), 1);
      return true;
    } catch (error) {
      if (!(error instanceof S3Failure) || (error.code !== 412 && error.code !== 409)) throw error;
      return false;
    }
  }

  async read(name: string): Promise<Uint8Array> {
    const bytes = await this.#call(`read blob [${name}]`, (s3) => s3.getObjectArrayBuffer(this.#keyOf(name)));
    if (!bytes) throw new BlobMissing(name);
    return new Uint8Array(bytes);
  }

  async *stream(name: string): AsyncIterable<Uint8Array> {
    const what = `read blob [${name}]`;
    const response = await this.#call(what, (s3) => s3.getObjectResponse(this.#keyOf(name)));
    if (!response) throw new BlobMissing(name);
    try {
      if (response.body) yield* inParts(response.body, PIECE_BYTES);
    } catch (error) {
      throw failure(error, what);
    }
  }

  async list(prefix: string): Promise<BlobEntry[]> {
    const { prefix: before, bucket } = this.#place;
    const found = await this.#call("list blobs", (s3) => s3.listObjects("/", before + prefix));
    if (!found) throw new RequestError(500, "no_such_bucket_exception", `the bucket [${bucket}] does not exist`);
    const entries = found.map(({ Key, Size }) => ({ name: Key.slice(before.length), bytes: Size }));
    return entries.filter(({ name }) => isBlobName(name)).sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let from = 0; from < names.length; from += REMOVED_AT_ONCE) {
      const keys = names.slice(from, from + REMOVED_AT_ONCE).map((name) => this.#keyOf(name));
      const removed = await this.#call("remove blobs", (s3) => s3.deleteObjects(keys));
      const kept = keys.filter((_key, at) => removed[at] !== true);
      if (kept.length > 0) throw new RequestError(500, "i_o_exception", `could not remove blobs: [${kept.join(", ")}]`);
    }
  }

  /** Sends a blob in parts; it is there with the last step, or nothing is. */
  async #writeParts(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.#keyOf(name);
    const what = `write blob [${name}]`;
    const { headers } = this.#place;
    const upload = await this.#call(what, (s3) => s3.getMultipartUploadId(key, TYPE, undefined, headers));
    try {
      const parts: { partNumber: number; etag: string }[] = [];
      for await (const part of content)
        parts.push(await this.#call(what, (s3) => s3.uploadPart(key, upload, part, parts.length + 1)));
      await this.#call(what, (s3) => s3.completeMultipartUpload(key, upload, parts));
    } catch (error) {
      // The first error is the one to report; what is left of the upload is no object.
      await this.#call(what, (s3) => s3.abortMultipartUpload(key, upload)).catch(() => undefined);
      throw error;
    }
  }

  #keyOf(name: string): string {
    assert(isBlobName(name), `[${name}] names no blob`);
    return this.#place.prefix + name;
  }

  async #call<T>(what: string, work: (s3: S3mini) => Promise<T>, attempts = ATTEMPTS): Promise<T> {
    const s3 = await this.#open();
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(s3);
      } catch (error) {
        const failed = failure(error, what);
        if (!(failed instanceof S3Failure) || !failed.mayPass || attempt >= attempts) throw failed;
        await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  async #open(): Promise<S3mini> {
    if (this.#client) return this.#client;
    const { S3mini: Client } = await import("s3mini");
    const { endpoint, bucket, region, accessKey, secretKey } = this.#place;
    const keys = { accessKeyId: accessKey, secretAccessKey: secretKey };
    return (this.#client ??= new Client({ ...keys, region, endpoint: `${endpoint}/${encodeURIComponent(bucket)}` }));
  }
}

/** An answer of the store that refuses, or none at all (`code` undefined). */
export class S3Failure extends RequestError {
  readonly code: number | undefined;

  constructor(what: string, why: string, code: number | undefined) {
    super(500, "i_o_exception", `could not ${what}: ${why}`);
    this.name = "S3Failure";
    this.code = code;
  }

  /** Whether it may come to pass when it is tried again. */
  get mayPass(): boolean {
    return this.code === undefined || this.code === 429 || this.code >= 500;
  }
}

/** Errors of the client and of the network, without addresses and headers. */
function failure(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof RequestError || error instanceof BlobMissing) return error;
  const status = "status" in error && typeof error.status === "number" ? error.status : undefined;
  if (status !== undefined) {
    const code = "serviceCode" in error && typeof error.serviceCode === "string" ? error.serviceCode : "Unknown";
    return new S3Failure(what, `the store answered ${status} (${code})`, status);
  }
  const code = codeOf(error) ?? codeOf(error.cause);
  if (code !== undefined) return new S3Failure(what, `the store cannot be reached (${code})`, undefined);
  // What fetch rejects with when a connection breaks off.
  return error instanceof TypeError ? new S3Failure(what, error.message, undefined) : error;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The same bytes in pieces of `size`, but for the last. */
async function* inParts(content: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (let piece of content) {
    while (bytes + piece.length >= size) {
      yield Buffer.concat([...waiting, piece.subarray(0, size - bytes)]);
      piece = piece.subarray(size - bytes);
      [waiting, bytes] = [[], 0];
    }
    if (piece.length > 0) waiting.push(piece);
    bytes += piece.length;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
