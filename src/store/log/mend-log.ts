/**
 * Decides how to repair a log that was not closed properly: what to remove of a torn tail and of cuts that a crash
 * undid.
 */
import type { LogDamage } from "../operation-log.ts";
import type { LogEnd } from "./log-end.ts";
import { FILE_HEADER_BYTES } from "./record-format.ts";
import type { ScannedFile } from "./scan-log-file.ts";
import { examineTail } from "./torn-tail.ts";
import { undoneCuts } from "./undone-cuts.ts";

/** The repairs. */
export interface Mending {
  /** Sizes to truncate files to, by number; 0 for files to remove. */
  readonly sizes: ReadonlyMap<number, number>;
  /** Numbers of files that may hold records that were never synced. */
  readonly unsynced: readonly number[];
  readonly found: readonly LogDamage[];
}

/** `files` are in ascending order; `end` is the one noted last. */
export function mendLog(files: readonly ScannedFile[], end: LogEnd | undefined): Mending {
  const sizes = undoneCuts(files);
  const left = files.flatMap((file) =>
    sizes.get(file.number) === 0 ? [] : [{ ...file, size: sizes.get(file.number) ?? file.size }],
  );
  const { file, bytes } = end ?? { file: 0, bytes: 0 };
  const tail = examineTail(left, { file, offset: bytes });
  const tear = tail?.tear;
  const unsynced: number[] = [];
  for (const { number } of left) {
    if (tear && (number > tear.file || (number === tear.file && tear.offset < FILE_HEADER_BYTES))) sizes.set(number, 0);
    else if (tear && number === tear.file) sizes.set(number, tear.offset);
    else if (tail && number >= tail.unsyncedFrom) unsynced.push(number);
  }
  const found: LogDamage[] = [];
  if (tear) found.push(damageAt(end, { file: tear.file, offset: tear.offset, kind: "torn", reason: tear.reason }));
  const first = left.find(({ number }) => sizes.get(number) !== 0)?.number;
  const present = left.find(({ number }) => number === file);
  const size = sizes.get(file) ?? present?.size ?? 0;
  // Files before the first one were trimmed.
  const isTrimmed = first !== undefined && file < first;
  if (size < bytes && !isTrimmed)
    found.push(damageAt(end, { file, offset: size, kind: "lost", reason: `the log reached to ${bytes} in this file` }));
  return { sizes, unsynced, found };
}

/** A damage, completed with whether the noted end covers its position. */
export function damageAt(
  end: LogEnd | undefined,
  damage: Omit<LogDamage, "isCovered" | "shard">,
  shard?: string,
): LogDamage {
  const { file, offset } = damage;
  const isCovered = end !== undefined && (file < end.file || (file === end.file && offset < end.bytes));
  return { ...damage, shard, isCovered };
}
