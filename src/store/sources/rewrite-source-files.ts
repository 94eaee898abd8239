/** Rewrites adjacent source files (or one) without records that are no longer needed. */
import type { Files } from "../files.ts";
import type { Operation } from "../operation-log.ts";
import type { BlockCodec } from "./block-codec.ts";
import type { SourceFileReader } from "./source-file-reader.ts";
import { writeSourceFile, type SourceFileSummary } from "./write-source-file.ts";

/** Share of superseded records from which a rewrite pays off. */
const DEAD_SHARE = 0.4;

/** Whether a file with `dead` superseded of `records` records should be rewritten. */
export function shouldRewrite(records: number, dead: number): boolean {
  return dead > 0 && dead >= DEAD_SHARE * records;
}

/**
 * Writes the records of `readers` (ascending, not overlapping) for which `isLive` holds into `path`. A damaged block
 * throws SourceCorruption: no record is ever dropped unseen. The old files stay until no manifest lists them.
 */
export function rewriteSourceFiles(
  files: Files,
  path: string,
  readers: readonly SourceFileReader[],
  isLive: (operation: Operation) => boolean,
  codec: BlockCodec,
): Promise<SourceFileSummary> {
  return writeSourceFile(files, path, live(readers, isLive), codec);
}

function* live(
  readers: readonly SourceFileReader[],
  isLive: (operation: Operation) => boolean,
): Generator<Operation, void> {
  for (const reader of readers) {
    for (const operation of reader.operations()) if (isLive(operation)) yield operation;
  }
}
