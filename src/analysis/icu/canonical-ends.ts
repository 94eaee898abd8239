/** With which combining classes the canonical decomposition of a character begins and ends (ICU's "FCD" values). */
import { combiningClass } from "./transforms/combining-class.ts";

/** Below it no character decomposes into marks, nor is one. */
const FIRST_WITH_MARK = 0xc0;

/**
 * Values of the plane that most texts use, where they are known; UNKNOWN elsewhere. Made with the first use: most
 * threads need none.
 */
let known: Uint16Array | undefined;
const UNKNOWN = 0xffff;

/** The class that the decomposition begins with, times 256, plus the one it ends with. */
export function canonicalEnds(codePoint: number): number {
  if (codePoint < FIRST_WITH_MARK) return 0;
  if (codePoint > 0xffff) return computed(codePoint);
  known ??= new Uint16Array(0x10000).fill(UNKNOWN);
  const found = known[codePoint]!;
  return found === UNKNOWN ? (known[codePoint] = computed(codePoint)) : found;
}

function computed(codePoint: number): number {
  const decomposed = String.fromCodePoint(codePoint).normalize("NFD");
  const first = decomposed.codePointAt(0)!;
  if (decomposed.length === (first > 0xffff ? 2 : 1)) return combiningClass(first) * 0x101;
  let last = first;
  for (const character of decomposed) last = character.codePointAt(0)!;
  return (combiningClass(first) << 8) | combiningClass(last);
}
