/** Makes a source file again from the log, when it is damaged and the log still holds all of its operations. */
import { assert } from "../../core/assert.ts";
import type { ManifestSource } from "../../store/manifest/shard-manifest.ts";
import type { Operation } from "../../store/operation-log.ts";
import { kernelCodec } from "../../store/sources/block-codec.ts";
import type { SourceFileReader } from "../../store/sources/source-file-reader.ts";
import { writeSourceFile } from "../../store/sources/write-source-file.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardRecords } from "./log-index.ts";

/** Reads all of a file; throws SourceCorruption where it is damaged. */
export function verifySource(reader: SourceFileReader): void {
  let records = 0;
  for (const _operation of reader.operations()) records++;
  assert(records === reader.records, `source file [${reader.name}] holds ${records} records, not ${reader.records}`);
}

/**
 * Writes the operations of the file's range of sequence numbers to `path`. Superseded ones that were left out of the
 * damaged file are in the new one: nobody asks for them. Throws when the log lacks one.
 */
export async function repairSource(
  parts: EngineDependencies,
  damaged: ManifestSource,
  records: ShardRecords,
  path: string,
): Promise<ManifestSource> {
  const { files, log } = parts;
  const held: number[] = [];
  // Numbers that a noop says were left out.
  let leftOut = 0;
  for (let record = 0; record < records.count; record++) {
    const seqNo = records.seqNo(record);
    if (seqNo < damaged.minimumSeqNo || seqNo > damaged.maximumSeqNo) continue;
    const { operation } = log.read(records.position(record));
    if (operation.kind === "noop") leftOut += seqNo - Math.max(operation.previousSeqNo, damaged.minimumSeqNo - 1);
    else held.push(record);
  }
  const wanted = damaged.maximumSeqNo - damaged.minimumSeqNo + 1;
  assert(
    held.length + leftOut === wanted,
    `source file [${damaged.file}] is damaged, and the log holds ${held.length} of its ${wanted} operations`,
  );
  const operations = function* (): Generator<Operation> {
    for (const record of held) yield log.read(records.position(record)).operation;
  };
  const summary = await writeSourceFile(files, path, operations(), kernelCodec);
  const { bytes, minimumSeqNo, maximumSeqNo } = summary;
  return {
    file: path,
    bytes,
    records: summary.records,
    dead: summary.records - damaged.records + damaged.dead,
    minimumSeqNo,
    maximumSeqNo,
  };
}
