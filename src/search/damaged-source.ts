/** A file of sources, or of a segment, that turns out to be damaged while a search reads it. */
import { RequestError } from "../compat/errors.ts";
import { SegmentCorruption } from "../segment/segment-corruption.ts";
import { SourceCorruption } from "../store/sources/source-file-format.ts";

/** The shard that was searched. */
interface SearchedShard {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
}

/** What the caller is told of an error: damage as gets tell it, after who repairs it was told; others as they are. */
export function withDamageTold(
  error: unknown,
  { index, uuid, shard }: SearchedShard,
  damaged: (uuid: string, shard: number, file: string) => void,
): unknown {
  if (!isDamage(error)) return error;
  damaged(uuid, shard, error.file);
  const reason = `[${index}][${shard}] primary shard is not active: it is being repaired: ${error.message}`;
  return new RequestError(503, "unavailable_shards_exception", reason);
}

/** Whether an error tells of damage in a file. */
export function isDamage(error: unknown): error is SourceCorruption | SegmentCorruption {
  return error instanceof SourceCorruption || error instanceof SegmentCorruption;
}
