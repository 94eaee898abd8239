/**
 * Examines whether a store keeps what a cluster builds on: of several writers who create a blob at once one does, and
 * what is there is read and listed at once. Stores that look first and write then pass when asked one after the other.
 */
import { randomUuid } from "../../core/clock.ts";
import type { BlobStore } from "./blob-store.ts";

const ROUNDS = 3;
const WRITERS = 16;
const FOLDER = "examination";

/** Why the store must not be used; undefined: nothing was found. */
export async function examineBlobStore(blobs: BlobStore): Promise<string | undefined> {
  const folder = `${FOLDER}/${randomUuid()}/`;
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const fault = await faultOf(blobs, folder, String(round));
      if (fault !== undefined) return fault;
    }
    return undefined;
  } finally {
    const left = await blobs.list(folder);
    await blobs.remove(left.map(({ name }) => name));
  }
}

async function faultOf(blobs: BlobStore, folder: string, round: string): Promise<string | undefined> {
  const name = folder + round;
  const contents = Array.from({ length: WRITERS }, (_, writer) => Buffer.from(`${round} ${writer}`));
  const outcomes = await Promise.all(contents.map((bytes) => blobs.create(name, bytes)));
  const winners = outcomes.filter(Boolean).length;
  if (winners !== 1) return `of ${WRITERS} writers who created a blob at once, ${winners} were told that they did`;
  const read = await blobs.read(name);
  if (Buffer.compare(read, contents[outcomes.indexOf(true)]!) !== 0)
    return "a blob holds what a writer wrote who was told that it did not create it";
  if (await blobs.create(name, Buffer.from("late"))) return "a blob that is there was created once more";
  const listed = await blobs.list(folder);
  return listed.some((entry) => entry.name === name) ? undefined : "a blob that was written is not listed";
}
