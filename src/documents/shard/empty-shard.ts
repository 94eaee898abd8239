/**
 * Begins a shard anew, as an operator said: its files are gone, and what the log holds of it does not count any more.
 */
import { randomUuid } from "../../core/clock.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import { readShardLog } from "./log-index.ts";

/** Sequence numbers go on behind all that is known, so that no older record is ever taken for one of the new shard. */
export async function emptyShard({ log, key, files, folder, index, where }: EngineDependencies): Promise<void> {
  const { records } = readShardLog(log, key);
  const { manifest } = new ManifestStore(files, folder).read();
  let last = Math.max(log.promised(key), manifest?.maximumSeqNo ?? -1);
  for (let record = 0; record < records.count; record++) last = Math.max(last, records.seqNo(record));
  files.remove(folder);
  log.roll();
  log.settle(key, last);
  await new ManifestStore(files, folder).write({
    primaryTerm: index.metadata.primaryTerms[where.shard] ?? 1,
    maximumSeqNo: last,
    sealedSeqNo: last,
    replayFromFile: log.currentFile,
    segments: [],
    sources: [],
    ids: { runs: [], appliedSeqNo: last },
    forgottenSeqNo: last,
    historyUuid: randomUuid(),
  });
}
