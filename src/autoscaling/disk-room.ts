/** What storage deciders have in common: how much of a disk may be used, and what does not fit. */
import { humanBytes } from "../compat/human-size.ts";
import type { Situation } from "./situation.ts";

/** Nodes take shards until so much of the disk is used, and lose some above the other. */
const LOW_SHARE = 0.85;
const HIGH_SHARE = 0.9;
/** What a node needs beside its shards. */
const NODE_OVERHEAD_BYTES = 10 << 20;

/** Bytes of shards that must leave disks that are too full. */
export function bytesToMove({ disk, shards }: Situation): number {
  const excess = disk.totalBytes * (1 - HIGH_SHARE) - disk.freeBytes;
  const there = shards.reduce((sum, { bytes }) => sum + bytes, 0);
  return Math.max(0, Math.min(Math.ceil(excess), there));
}

/** What remains of so many new bytes when disks are as full as they may be. */
export function bytesWithoutRoom({ disk }: Situation, newBytes: number): number {
  const room = Math.max(0, disk.freeBytes - disk.totalBytes * (1 - LOW_SHARE));
  return Math.max(0, Math.ceil(newBytes - room));
}

/** The least disk of a node that can hold the largest shard. */
export function leastNodeBytes({ shards }: Situation): number {
  const largest = Math.max(0, ...shards.map(({ bytes }) => bytes));
  return Math.ceil(largest / LOW_SHARE) + NODE_OVERHEAD_BYTES;
}

/** What is said of the storage that is missing. */
export function storageMessage(missingBytes: number): string {
  return missingBytes > 0 ? `not enough storage available, needs ${humanBytes(missingBytes)}` : "storage ok";
}
