/** MurmurHash3 (Austin Appleby, public domain), the variant for 64-bit machines with 128 bits, seed 0. */

const C1 = 0x87c37b91114253d5n;
const C2 = 0x4cf5ad432745937fn;

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);

function rotate(value: bigint, bits: bigint): bigint {
  return wrap((value << bits) | (value >> (64n - bits)));
}

function finish(value: bigint): bigint {
  let mixed = wrap((value ^ (value >> 33n)) * 0xff51afd7ed558ccdn);
  mixed = wrap((mixed ^ (mixed >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return mixed ^ (mixed >> 33n);
}

const scrambleFirst = (block: bigint): bigint => wrap(rotate(wrap(block * C1), 31n) * C2);
const scrambleSecond = (block: bigint): bigint => wrap(rotate(wrap(block * C2), 33n) * C1);

/** The hash as two unsigned 64-bit halves. */
export function murmur3(bytes: Buffer): readonly [bigint, bigint] {
  let first = 0n;
  let second = 0n;
  const whole = bytes.length & ~15;
  for (let at = 0; at < whole; at += 16) {
    first = rotate(first ^ scrambleFirst(bytes.readBigUInt64LE(at)), 27n);
    first = wrap(wrap(first + second) * 5n + 0x52dce729n);
    second = rotate(second ^ scrambleSecond(bytes.readBigUInt64LE(at + 8)), 31n);
    second = wrap(wrap(second + first) * 5n + 0x38495ab5n);
  }
  const tail = Buffer.alloc(16);
  bytes.copy(tail, 0, whole);
  if (bytes.length - whole > 8) second ^= scrambleSecond(tail.readBigUInt64LE(8));
  if (bytes.length > whole) first ^= scrambleFirst(tail.readBigUInt64LE(0));
  const length = BigInt(bytes.length);
  first = wrap((first ^ length) + (second ^ length));
  second = wrap((second ^ length) + first);
  first = finish(first);
  second = finish(second);
  first = wrap(first + second);
  return [first, wrap(second + first)];
}
