/** The slow, obvious form of block packing: bit by bit. Used by tests alone. */

const VALUES = 128;
const LANES = 4;

/** Packs 128 values of `bits` bits: value i in lane i & 3, each lane's values one behind the other. */
export function packTwin(values: Uint32Array, bits: number): Uint8Array {
  const packed = new Uint8Array(bits * 16);
  for (let i = 0; i < VALUES; i++) {
    for (let bit = 0; bit < bits; bit++) {
      if (((values[i]! >>> bit) & 1) === 0) continue;
      const place = Math.floor(i / LANES) * bits + bit;
      const byte = Math.floor(place / 32) * 16 + (i % LANES) * 4 + Math.floor((place % 32) / 8);
      packed[byte]! |= 1 << (place % 8);
    }
  }
  return packed;
}
