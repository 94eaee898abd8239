/** Gaps between documents of a random sample: geometrically distributed, the same for the same seed. */

/** Numbers from 0 (inclusive) to 1 that follow from a seed (SplitMix32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

/** The distance to the next document of a sample, at least 1. */
export function randomGaps(probability: number, seed: number): () => number {
  if (probability === 1) return () => 1;
  const random = randomNumbers(seed);
  const scale = Math.log1p(-probability);
  return () => 1 + Math.floor(Math.log1p(-random()) / scale);
}

/** A hash of numbers and a text, for seeds. */
export function mixedSeed(seed: number, text: string, ...numbers: readonly number[]): number {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  for (const number of numbers) hash = Math.imul(hash ^ number, 0x85ebca6b) ^ (hash >>> 13);
  return hash;
}
