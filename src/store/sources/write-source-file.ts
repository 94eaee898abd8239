/** Writes a source file from operations that ascend by sequence number, a block at a time. */
import { crc32c } from "../../core/crc32c.ts";
import { assert } from "../../core/assert.ts";
import type { FileHandle, Files } from "../files.ts";
import type { Operation } from "../operation-log.ts";
import type { BlockCodec } from "./block-codec.ts";
import { BLOCK_BYTES, encodeFooter, encodeHeader, HEADER_BYTES, type BlockEntry } from "./source-file-format.ts";
import { BlockWriter } from "./source-record.ts";

/** Summary of a written file. `minimumSeqNo` and `maximumSeqNo` are -1 when it has no records. */
export interface SourceFileSummary {
  readonly path: string;
  readonly bytes: number;
  readonly records: number;
  readonly minimumSeqNo: number;
  readonly maximumSeqNo: number;
}

/** Bytes after which the thread yields to other work. */
const TURN_BYTES = 1024 * 1024;

/**
 * Writes `path`; durable with its folder when the promise resolves; on an error nothing of it is left. `records` is
 * read with pauses and must not change meanwhile.
 */
export async function writeSourceFile(
  files: Files,
  path: string,
  records: Iterable<Operation>,
  codec: BlockCodec,
): Promise<SourceFileSummary> {
  // A file left by a crash was never listed in a manifest.
  files.remove(path);
  const handle = files.open(path);
  try {
    const blocks = await writeBlocks(handle, records, codec);
    await handle.sync();
    await files.syncFolder(folderOf(path));
    return {
      path,
      bytes: handle.size,
      records: blocks.reduce((sum, block) => sum + block.records, 0),
      minimumSeqNo: blocks.at(0)?.firstSeqNo ?? -1,
      maximumSeqNo: blocks.at(-1)?.lastSeqNo ?? -1,
    };
  } catch (error) {
    files.remove(path);
    throw error;
  } finally {
    handle.close();
  }
}

async function writeBlocks(handle: FileHandle, records: Iterable<Operation>, codec: BlockCodec): Promise<BlockEntry[]> {
  const blocks: BlockEntry[] = [];
  const block = new BlockWriter();
  let pending: Uint8Array[] = [encodeHeader()];
  let offset = HEADER_BYTES;
  let turnBytes = 0;
  let lastSeqNo = -1;
  const closeBlock = (): void => {
    if (block.records === 0) return;
    const { entry, bytes } = seal(block, offset, codec);
    blocks.push(entry);
    pending.push(bytes);
    offset += bytes.length;
    turnBytes += entry.rawBytes;
    block.clear();
  };
  for (const record of records) {
    assert(record.seqNo > lastSeqNo, "the records of a source file ascend by sequence number");
    assert(record.previousSeqNo < record.seqNo, "an operation supersedes an earlier one");
    lastSeqNo = record.seqNo;
    if (block.size + record.source.length > BLOCK_BYTES) closeBlock();
    block.add(record);
    if (turnBytes < TURN_BYTES) continue;
    handle.append(pending);
    pending = [];
    turnBytes = 0;
    await new Promise((turn) => setImmediate(turn));
  }
  closeBlock();
  handle.append([...pending, encodeFooter(blocks, offset)]);
  return blocks;
}

/** The bytes of a full block as stored in the file, and its entry in the footer. */
function seal(block: BlockWriter, offset: number, codec: BlockCodec): { entry: BlockEntry; bytes: Uint8Array } {
  const compressed = codec.compress(block.bytes);
  const bytes = compressed.length < block.size ? compressed : new Uint8Array(block.bytes);
  const { firstSeqNo, lastSeqNo, records } = block;
  const entry = {
    firstSeqNo,
    lastSeqNo,
    records,
    offset,
    storedBytes: bytes.length,
    rawBytes: block.size,
    check: crc32c(bytes),
  };
  return { entry, bytes };
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}
