/** Logs and registers in a real bucket. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayMissing, S3Gateway } from "../../testing/store/s3-gateway.ts";
import { examineBlobStore } from "../blobs/examine-blob-store.ts";
import { S3Blobs } from "../blobs/s3-blobs.ts";
import { BlobRegisters } from "../registers/blob-registers.ts";
import { registersContract } from "../registers/registers.contract.ts";
import { BlobChunkLogs } from "./blob-chunk-logs.ts";
import { chunkLogContract } from "./chunk-log.contract.ts";

if (gatewayMissing !== undefined) console.log(`tests of a bucket are skipped: ${gatewayMissing}`);

describe.skipIf(gatewayMissing !== undefined)("a bucket", () => {
  let gateway: S3Gateway;
  let opened = 0;
  beforeAll(async () => void (gateway = await S3Gateway.start()));
  afterAll(() => gateway.stop());

  test("passes the examination", async () => {
    expect(await examineBlobStore(new S3Blobs(gateway.place("examined/")))).toBeUndefined();
  });

  chunkLogContract("a bucket", async () => {
    const place = gateway.place(`logs-${++opened}/`);
    return async () => new BlobChunkLogs(new S3Blobs(place));
  });

  registersContract("a bucket", async () => {
    const place = gateway.place(`registers-${++opened}/`);
    return async () => new BlobRegisters(new S3Blobs(place), { pollMs: 20 });
  });
});
