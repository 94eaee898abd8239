import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { murmur3 } from "../min-hash/murmur3.ts";

/** A 128-bit hash, ordered by the upper half first. */
interface Hash {
  readonly low: bigint;
  readonly high: bigint;
}

/** Replaces a text by a few hashes, such that similar texts have similar ones (Lucene's MinHashFilter). */
export const minHash: TokenFilterKind = {
  name: "min_hash",
  summary: "Turns the tokens of a text into the smallest of their hashes, to find like texts.",

  create(parameters) {
    const options = optionsOf(parameters);
    return {
      filter(list) {
        const texts = list.tokens.map((token) => hashesOf(token.text, options));
        const endOffset = list.tokens.at(-1)?.endOffset;
        if (endOffset === undefined) return { ...list, nextPosition: 0 };
        const tokens = Array.from({ length: options.hashCount }, (_, number) =>
          smallest(
            texts.map((hashes) => hashes[number]!),
            options,
          ),
        )
          .flatMap((hashes, number) => hashes.map((hash) => textOf(hash, number, options)))
          .map((text) => ({ text, position: 0, startOffset: 0, endOffset, positionLength: 1, type: "MIN_HASH" }));
        return { ...list, tokens, nextPosition: 1 };
      },
    };
  },
};

interface MinHashOptions {
  readonly hashCount: number;
  readonly bucketCount: number;
  readonly hashSetSize: number;
  readonly withRotation: boolean;
}

function optionsOf(parameters: ComponentParameters): MinHashOptions {
  const hashCount = parameters.integer("hash_count", 1);
  const bucketCount = parameters.integer("bucket_count", 512);
  const hashSetSize = parameters.integer("hash_set_size", 1);
  if (hashCount <= 0) throw illegalArgument("hashCount must be greater than zero");
  if (bucketCount <= 0) throw illegalArgument("bucketCount must be greater than zero");
  if (hashSetSize <= 0) throw illegalArgument("hashSetSize must be greater than zero");
  return { hashCount, bucketCount, hashSetSize, withRotation: parameters.boolean("with_rotation", bucketCount > 1) };
}

/** One hash per number up to `hashCount`: the text's hash mixed with the number's. */
function hashesOf(text: string, { hashCount }: MinHashOptions): Hash[] {
  const [low, high] = murmur3(Buffer.from(text, "utf16le"));
  return Array.from({ length: hashCount }, (_, number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(number);
    const [numberLow, numberHigh] = murmur3(bytes);
    return { low: BigInt.asUintN(64, low * 37n + numberLow), high: BigInt.asUintN(64, high * 37n + numberHigh) };
  });
}

/** The smallest hashes of each bucket, in bucket order; empty buckets copy those of the next. */
function smallest(hashes: readonly Hash[], { bucketCount, hashSetSize, withRotation }: MinHashOptions): Hash[] {
  const buckets: Hash[][] = Array.from({ length: bucketCount }, () => []);
  const range = 2n ** 32n;
  const bucketSize = range / BigInt(bucketCount) + (range % BigInt(bucketCount) === 0n ? 0n : 1n);
  for (const hash of hashes) {
    const bucket = buckets[Number((hash.high >> 32n) / bucketSize)]!;
    keepSmallest(bucket, hash, hashSetSize);
  }
  if (withRotation && hashSetSize === 1) {
    const filled = buckets.map((bucket) => bucket[0]);
    for (let index = bucketCount - 1, next = filled.find(Boolean); index >= 0; index--) {
      next = filled[index] ?? next;
      if (next) buckets[index] = [next];
    }
  }
  return buckets.flat();
}

/**
 * Inserts a hash into a sorted bucket. As in Lucene, a full bucket drops its last hash even for one that it already
 * has.
 */
function keepSmallest(bucket: Hash[], hash: Hash, size: number): void {
  if (bucket.length >= size) {
    if (compare(hash, bucket.at(-1)!) >= 0) return;
    bucket.pop();
  }
  const at = bucket.findIndex((other) => compare(hash, other) <= 0);
  if (at < 0) bucket.push(hash);
  else if (compare(hash, bucket[at]!) !== 0) bucket.splice(at, 0, hash);
}

function compare(one: Hash, other: Hash): number {
  if (one.high !== other.high) return one.high < other.high ? -1 : 1;
  return one.low === other.low ? 0 : one.low < other.low ? -1 : 1;
}

/** The hash as UTF-16 units, highest first; with several hashes, the number comes first and the end is cut. */
function textOf({ low, high }: Hash, number: number, { hashCount }: MinHashOptions): string {
  const units = hashCount > 1 ? [number >>> 16, number & 0xffff] : [];
  for (const half of [high, low])
    for (let shift = 48n; shift >= 0n; shift -= 16n) units.push(Number((half >> shift) & 0xffffn));
  return String.fromCharCode(...units.slice(0, 8));
}
