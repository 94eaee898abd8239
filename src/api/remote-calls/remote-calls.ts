/** What other clusters may ask: one file each, loaded when one is first asked for. */
import { closeContext } from "./close-context.ts";
import { fieldCaps } from "./field-caps.ts";
import { handshake } from "./handshake.ts";
import { openContext } from "./open-context.ts";
import type { RemoteCall } from "./remote-call.ts";
import { resolveCluster } from "./resolve-cluster.ts";
import { resolveIndex } from "./resolve-index.ts";
import { search } from "./search.ts";
import { termsEnum } from "./terms-enum.ts";
import { leaderIndex } from "./leader-index.ts";
import { leaderIndices } from "./leader-indices.ts";
import { closeFiles, openFiles, readFile } from "./leader-files.ts";
import { retentionLease } from "./retention-lease.ts";
import { shardChanges } from "./shard-changes.ts";

export const remoteCalls: readonly RemoteCall[] = [
  fieldCaps,
  handshake,
  resolveCluster,
  resolveIndex,
  search,
  openContext,
  closeContext,
  termsEnum,
  leaderIndex,
  leaderIndices,
  openFiles,
  readFile,
  closeFiles,
  shardChanges,
  retentionLease,
];
