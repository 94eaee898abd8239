/**
 * Finds records that a failed sync cut from the log and a crash brought back, because the cut was not durable yet: the
 * file begun after a cut records the previous file and its length.
 */
import { decodeFileHeader, FILE_HEADER_BYTES } from "./record-format.ts";
import type { ScannedFile } from "./scan-log-file.ts";

/** Sizes to truncate files to again, by number; 0 for files to remove. */
export function undoneCuts(files: readonly ScannedFile[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (let at = files.length - 1; at >= 0; at--) {
    const file = files[at]!;
    if (sizes.get(file.number) === 0) continue;
    const bytes = new Uint8Array(FILE_HEADER_BYTES);
    const before = decodeFileHeader(bytes.subarray(0, file.readAt(bytes, 0)), file.number);
    if (typeof before === "string") continue;
    for (const older of files.slice(0, at)) {
      if (older.number > before.file) sizes.set(older.number, 0);
      else if (older.number === before.file && older.size > before.bytes) sizes.set(older.number, before.bytes);
    }
  }
  return sizes;
}
