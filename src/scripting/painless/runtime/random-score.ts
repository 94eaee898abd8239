/** A number from 0 to 1 that seems random, the same for the same document and seed. */

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

export function hashOfDocument(value: number, seed: number): number {
  return (mix(value ^ mix(seed)) & 0xffffff) / 0x1000000;
}
