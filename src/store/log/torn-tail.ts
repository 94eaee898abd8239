/** Finds where a crash tore the end of the log: the first damage that no sync mark proves to be corruption. */
import type { LogPosition } from "../operation-log.ts";
import { FILE_HEADER_BYTES, headerHolds, KIND_MARK, decodeHeader, RECORD_HEADER_BYTES } from "./record-format.ts";
import { scanLogFile, type ScannedFile } from "./scan-log-file.ts";

/** Reason of a damage: the file ends between two records, but is shorter than the next file says. */
export const LOST_END = "the end of the file is missing";

/** The tail of a log that was not closed properly. */
export interface LogTail {
  /** Where the torn tail starts; undefined when every record is intact. */
  readonly tear: (LogPosition & { readonly reason: string }) | undefined;
  /** Oldest file that may hold records that were never synced. */
  readonly unsyncedFrom: number;
}

/**
 * Examines the end of the log. `files` are in ascending order; everything before `durable` is known to be durable.
 * Undefined when the log was closed properly.
 */
export function examineTail(files: readonly ScannedFile[], durable: LogPosition): LogTail | undefined {
  const last = files.at(-1);
  if (!last || endsWithMark(last)) return undefined;
  const damages: (LogPosition & { reason: string })[] = [];
  let proven = durable;
  let unsyncedFrom = last.number;
  const batches: (LogPosition & { end: number })[] = [];
  const sizes = new Map(files.map((file) => [file.number, file.size]));
  for (let at = files.length - 1; at >= 0; at--) {
    const file = files[at]!;
    unsyncedFrom = file.number;
    scanLogFile(file, {
      before: (before) => {
        // A file that is missing was trimmed, or lost when an earlier one is there: trimming begins with the first.
        const size = sizes.get(before.file) ?? (before.file > files[0]!.number ? 0 : undefined);
        if (size !== undefined && size < before.bytes)
          damages.push({ file: before.file, offset: size, reason: LOST_END });
      },
      operation: () => undefined,
      mark: (marked) => (proven = later(proven, marked)),
      batch: (offset, end) => batches.push({ file: file.number, offset, end }),
      damage: (offset, _shard, reason) => damages.push({ file: file.number, offset, reason }),
    });
    // Earlier files are proven durable.
    if (file.number <= proven.file) break;
  }
  damages.sort((one, other) => one.file - other.file || one.offset - other.offset);
  const tear = damages.find((damage) => later(proven, damage) !== proven || same(proven, damage));
  // A batch that is not complete is removed entirely.
  const torn =
    tear && batches.find(({ file, offset, end }) => file === tear.file && offset < tear.offset && tear.offset < end);
  return { tear: tear && torn ? { ...tear, offset: torn.offset } : tear, unsyncedFrom };
}

/** Whether the last record is a mark of its own position, which is what closing writes. */
function endsWithMark(file: ScannedFile): boolean {
  const offset = file.size - RECORD_HEADER_BYTES;
  if (offset < FILE_HEADER_BYTES) return false;
  const bytes = new Uint8Array(RECORD_HEADER_BYTES);
  if (file.readAt(bytes, offset) < bytes.length || !headerHolds(bytes, 0, file.number, offset)) return false;
  const header = decodeHeader(bytes, 0);
  return header.kind === KIND_MARK && header.previousPlusOne === file.number && header.seqNo === offset;
}

function later(one: LogPosition, other: LogPosition): LogPosition {
  return other.file > one.file || (other.file === one.file && other.offset > one.offset) ? other : one;
}

function same(one: LogPosition, other: LogPosition): boolean {
  return one.file === other.file && one.offset === other.offset;
}
