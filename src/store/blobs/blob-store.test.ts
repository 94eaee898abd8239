import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { S3_KEYS, S3Server } from "../../testing/store/s3-server.ts";
import { blobStoreContract } from "./blob-store.contract.ts";
import { FolderBlobs } from "./folder-blobs.ts";
import { S3Blobs, type S3Place } from "./s3-blobs.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-blobs-"));
let opened = 0;
let server: S3Server;
beforeAll(async () => void (server = await S3Server.open()));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function s3(place: Partial<S3Place> = {}): S3Blobs {
  const { endpoint } = server;
  const prefix = `store-${++opened}/`;
  return new S3Blobs({ endpoint, region: "us-east-1", bucket: "bucket", prefix, ...S3_KEYS, headers: {}, ...place });
}

blobStoreContract("memory", () => Promise.resolve(new MemoryBlobs()));
blobStoreContract("folder", () => Promise.resolve(new FolderBlobs(join(folder, String(++opened)))));
blobStoreContract("S3", () => Promise.resolve(s3()));

/** `http://key:secret@host:port/bucket`: a store that is there already. */
const real = process.env["WARDEX_S3"];

describe.skipIf(real === undefined)("a real S3-compatible store", () => {
  blobStoreContract("S3, a real one", () => {
    const { origin: endpoint, username, password, pathname } = new URL(real ?? "");
    const keys = { accessKey: decodeURIComponent(username), secretKey: decodeURIComponent(password) };
    const prefix = `test-${Date.now()}-${++opened}/`;
    return Promise.resolve(s3({ endpoint, bucket: pathname.slice(1), prefix, ...keys }));
  });

  test("takes blobs in parts", async () => {
    const { origin: endpoint, username, password, pathname } = new URL(real ?? "");
    const keys = { accessKey: decodeURIComponent(username), secretKey: decodeURIComponent(password) };
    await writtenInParts(s3({ endpoint, bucket: pathname.slice(1), prefix: `test-${Date.now()}/`, ...keys }));
  });
});

const MEGABYTE = 1024 * 1024;

/** 20 MB and some bytes, in uneven pieces. */
async function* many(failsAt = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> {
  for (let at = 0; at < 21; at++) {
    if (at === failsAt) throw new Error("cut");
    yield await Promise.resolve(Buffer.alloc(at === 20 ? 17 : MEGABYTE, at + 1));
  }
}

async function writtenInParts(blobs: S3Blobs): Promise<void> {
  await blobs.write("large", many());
  let bytes = 0;
  for await (const piece of blobs.stream("large")) {
    const expected = Math.floor(bytes / MEGABYTE) + 1;
    expect(piece.length).toBeLessThanOrEqual(MEGABYTE);
    expect(piece.every((byte) => byte === expected)).toBe(true);
    bytes += piece.length;
  }
  expect(bytes).toBe(20 * MEGABYTE + 17);
}

describe("S3", () => {
  test("what is large goes in parts, of which none stays when it breaks off", async () => {
    const blobs = s3();
    await writtenInParts(blobs);
    await expect(blobs.write("other", many(12))).rejects.toThrow("cut");
    expect((await blobs.list("")).map(({ name }) => name)).toEqual(["large"]);
    expect(server.uploads).toBe(0);
  });

  test("a store that is busy is asked again, but for what must be done once", async () => {
    const blobs = s3();
    server.failures.push(503, 500, 429);
    await blobs.write("a", Buffer.from("1"));
    server.failures.push(503);
    expect(await blobs.list("")).toEqual([{ name: "a", bytes: 1 }]);
    server.failures.push(503);
    await expect(blobs.create("b", Buffer.from("1"))).rejects.toThrow(
      "could not create blob [b]: the store answered 503 (InternalError)",
    );
    server.failures.push(500, 500, 500, 500);
    await expect(blobs.read("a")).rejects.toThrow("could not read blob [a]: the store answered 500 (InternalError)");
  });

  test("what refuses says so, and tells no key", async () => {
    const wrong = s3({ secretKey: "another-secret" });
    await expect(wrong.read("a")).rejects.toThrow(
      "could not read blob [a]: the store answered 403 (SignatureDoesNotMatch)",
    );
    await expect(s3({ bucket: "none" }).list("")).rejects.toThrow("the bucket [none] does not exist");
    const gone = await S3Server.open();
    const { endpoint } = gone;
    gone.close();
    await expect(s3({ endpoint }).create("a", Buffer.from("1"))).rejects.toThrow(
      "could not create blob [a]: the store cannot be reached (ECONNREFUSED)",
    );
  });
});
